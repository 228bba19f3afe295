/** The files in what was pasted; none if it is a text. (Office programs add a picture to the text that they copy.) */
export function pastedFiles(data: DataTransfer): readonly File[] {
  const isText = data.types.includes('text/html') && data.getData('text/plain') !== '';
  return isText ? [] : [...data.files];
}

/** The files in what was dropped. Folders cannot be sent. */
export function droppedFiles(data: DataTransfer): { files: readonly File[]; hasFolders: boolean } {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true;
  return {
    files: items.flatMap((item) => (isFolder(item) ? [] : (item.getAsFile() ?? []))),
    hasFolders: items.some(isFolder),
  };
}

export const hasFiles = ({ types }: DataTransfer) => types.includes('Files');

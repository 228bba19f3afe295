import Uppy from '@uppy/core';
import Tus, { type TusOpts } from '@uppy/tus';

declare global {
  interface Window {
    /** Sends a file as the page of an app does that uses Uppy; resolves to the address of its upload. */
    sendFile: (
      options: TusOpts<Record<string, unknown>, Record<string, unknown>>,
      name: string,
      bytes: number,
    ) => Promise<string>;
  }
}

window.sendFile = async (options, name, bytes) => {
  const uppy = new Uppy().use(Tus, { ...options, allowedMetaFields: ['name'] });
  uppy.addFile({ name, type: 'application/octet-stream', data: new Blob([new Uint8Array(bytes)]) });
  const result = await uppy.upload();
  const [file] = result?.successful ?? [];
  if (file?.uploadURL === undefined) throw new Error(JSON.stringify(result?.failed));
  return file.uploadURL;
};

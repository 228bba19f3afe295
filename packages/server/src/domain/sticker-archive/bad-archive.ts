export interface ArchiveFault {
  /** Its name inside the archive; '' for the archive as a whole. */
  file: string;
  /** A stable word. */
  rule:
    | 'zip'
    | 'count'
    | 'size'
    | 'overlap'
    | 'path'
    | 'link'
    | 'encrypted'
    | 'compression'
    | 'name'
    | 'duplicate'
    | 'checksum'
    | 'kind';
  /** The end of a sentence that begins with the file: `is encrypted`. */
  message: string;
}

/** The archive, or one file in it, is at fault; whoever catches it goes on with the next file, or answers. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
  readonly rule: ArchiveFault['rule'];

  constructor(rule: ArchiveFault['rule'], message: string) {
    super(message);
    this.rule = rule;
  }
}

/** What to tell about an error; one that the archive is innocent of, a failing disk, is thrown on. */
export function faultOf(error: unknown, file = ''): ArchiveFault {
  if (!(error instanceof BadArchive)) throw error;
  // There may be a hundred of them in one answer.
  return { file: file.slice(0, 255).toWellFormed(), rule: error.rule, message: error.message };
}

export interface ArchiveFault {
  /** The file's name in the archive; '' for the archive as a whole. */
  file: string;
  /** The identifier of the rule; it is stable. */
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
  /** The rest of a sentence whose subject is the file: `is encrypted`. */
  message: string;
}

/** A fault of the archive or of one file in it. The catcher continues with the next file, or reports the fault. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
  readonly rule: ArchiveFault['rule'];

  constructor(rule: ArchiveFault['rule'], message: string) {
    super(message);
    this.rule = rule;
  }
}

/** Converts an error to a fault. Rethrows errors with other causes, such as a failing disk. */
export function faultOf(error: unknown, file = ''): ArchiveFault {
  if (!(error instanceof BadArchive)) throw error;
  // One response may contain a hundred names.
  return { file: file.slice(0, 255).toWellFormed(), rule: error.rule, message: error.message };
}

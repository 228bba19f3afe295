/** A backup cannot be made, restored or verified. The message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

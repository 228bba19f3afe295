/** An upgrade cannot be made. The message says why, what to do, and that nothing was changed. */
export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
}

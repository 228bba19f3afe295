/** The database of a data folder could not be created, started or kept running. The message says what to do about it. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** Another server or command owns the data folder. */
export class DataFolderInUseError extends EmbeddedPostgresError {
  override readonly name = 'DataFolderInUseError';
  /** The owner's name for itself, e.g. `palaver start (pid 123)`. */
  readonly holder: string;

  constructor(dataDir: string, holder: string) {
    super(`The data folder ${dataDir} is in use by ${holder}. Stop that first, or choose another folder.`);
    this.holder = holder;
  }
}

/** Another process has replaced the cluster while this one waited for it. */
export class ClusterReplacedError extends EmbeddedPostgresError {
  override readonly name = 'ClusterReplacedError';

  constructor(dataDir: string) {
    super(`The database in ${dataDir} has just been upgraded: start again.`);
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'Start as the user that the folder belongs to, or give it to this one (chown -R).',
  EPERM: 'Start as the user that the folder belongs to, or give it to this one (chown -R).',
  EROFS: 'Choose a folder on a disk that can be written to.',
  ENOSPC: 'The disk is full: make room and start again.',
  EDQUOT: 'The quota is used up: make room and start again.',
};

/** Runs `work` on the data folder and turns errors of the operating system into errors that say what to do. */
export async function withAdvice<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const advice = error instanceof Error && 'code' in error ? ADVICE[String(error.code)] : undefined;
    if (advice === undefined || !(error instanceof Error)) throw error;
    throw new EmbeddedPostgresError(`Cannot use the data folder ${dataDir}: ${error.message}. ${advice}`, {
      cause: error,
    });
  }
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Resolves to `undefined` if the work fails with one of these codes. */
export async function orUndefined<T>(work: Promise<T>, ...codes: string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, ...codes)) return undefined;
    throw error;
  }
}

/** The last lines of a program's output, short enough for an error message. */
export function lastLines(output: string): string {
  return output.trimEnd().split('\n').slice(-15).join('\n');
}

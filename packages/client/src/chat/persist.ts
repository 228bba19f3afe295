import { PalaverError } from '../error.ts';
import { wait } from '../http/wait.ts';

const RETRY_MS = 1_000;

/** Fetches until it is done, or no longer wanted: what is shown has a hole as long as it is not. */
export async function persist(fetch: () => Promise<void>, isWanted: () => boolean): Promise<void> {
  while (isWanted()) {
    try {
      await fetch();
      return;
    } catch (error) {
      if (!(error instanceof PalaverError) || !error.retryable) throw error;
      await wait(RETRY_MS);
    }
  }
}

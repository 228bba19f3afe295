import { PalaverError } from '../../error.ts';
import { wait } from '../../http/wait.ts';

const RETRY_MS = 1_000;

/** Retries a fetch until it succeeds or is no longer wanted: until then the displayed state has a gap. */
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

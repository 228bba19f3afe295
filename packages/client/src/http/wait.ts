const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** A server that asks for more is not waited for: the caller decides. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * How long to wait before a call is tried again: doubling, and anywhere below that (so that those who failed together do not
 * come back together), but never less than the server has asked for. `retries`: how many there were.
 */
export function backoffMs(retries: number, retryAfterMs = 0): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
  return retryAfterMs + Math.random() * ceiling;
}

/** Resolves after so long; rejects with the signal's reason as soon as it aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

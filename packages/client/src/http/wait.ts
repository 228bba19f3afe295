const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** If the server asks for a longer pause, the call fails, and the caller decides. */
export const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * The pause before a retry: a random part of a doubling limit, so that clients that failed together do not retry together,
 * in addition to the pause that the server asked for. `retries` counts the earlier retries.
 */
export function backoffMs(retries: number, retryAfterMs = 0): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** retries);
  return retryAfterMs + Math.random() * ceiling;
}

/** Rejects with the signal's reason when it aborts. */
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

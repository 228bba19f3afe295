import type { Log } from '../platform/log.ts';
import { createDemo, type Making } from './demo.ts';

const MAKING_MS = 60_000;

/** Makes the demo in the background, if there is none. Returns a function that ends this: the next start makes it anew. */
export function startDemo(parts: Omit<Making, 'signal' | 'isOwner'>, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(MAKING_MS)]);
  const made = createDemo({ ...parts, signal, isOwner: true }).then(
    (result) => log.debug({ result }, 'the demo'),
    (error: unknown) => {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, 'the demo could not be made, so the playground opens without it');
    },
  );
  return async () => {
    stopping.abort();
    await made;
  };
}

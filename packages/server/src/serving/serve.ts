import { setTimeout as sleep } from 'node:timers/promises';
import { SETTINGS } from '../config/config.ts';
import { listen } from '../http/listen.ts';
import type { Front } from './front.ts';

/** What serves requests: one front, or several in threads of their own. */
export interface Serving {
  /** Base URL, such as `http://127.0.0.1:7700`. */
  url: string;
  /** Keeps serving for `delayMs` while `/health/ready` makes load balancers go elsewhere; then accepts no more connections. */
  leave: (delayMs: number) => Promise<void>;
  /** Finishes requests in progress and closes all connections. */
  stop: () => Promise<void>;
}

export interface ServeOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Whether other threads listen at the same port. */
  sharesPort: boolean;
}

/** Serves in this thread. If it cannot listen, the front is stopped. */
export async function serve(front: Front, { host, port, sharesPort }: ServeOptions): Promise<Serving> {
  try {
    await front.scanner.check();
    const names = { host: SETTINGS.host.name, port: SETTINGS.port.name };
    const url = await listen(front.server, { host, port, reusePort: sharesPort }, names);
    return { url, leave: (delayMs) => leave(front, delayMs), stop: front.stop };
  } catch (error) {
    await front.stop();
    throw error;
  }
}

/**
 * After the server stops accepting, connections accepted at the last moment may still have a request in progress. They are
 * served for the same delay again, but for at most this long.
 */
const LAST_REQUESTS_MS = 2_000;

async function leave(front: Front, delayMs: number): Promise<void> {
  front.leave();
  await front.realtime.leave(delayMs);
  front.stopAccepting();
  await sleep(Math.min(delayMs, LAST_REQUESTS_MS));
}

import type { Log } from '../platform/log.ts';

/** Stop requests for `start` and `worker`: SIGTERM, SIGINT, or a failure. */
export interface Stopping {
  /** Resolves to the reason of the first request. */
  asked: Promise<string>;
  ask: (reason: string) => void;
}

/**
 * One Ctrl-C may arrive twice: the terminal signals the whole process group, and npm or another launcher in it forwards the
 * signal. Signals within this time after the first one count as the same request.
 */
const ONE_REQUEST_MS = 1_000;

export function listenForStop(): Stopping {
  const { promise, resolve } = Promise.withResolvers<string>();
  let askedAt: number | undefined;
  const onSignal = (signal: string) => {
    askedAt ??= performance.now();
    // A second Ctrl-C means that the user does not want to wait.
    if (performance.now() - askedAt > ONE_REQUEST_MS) process.exit(1);
    resolve(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return { asked: promise, ask: resolve };
}

/** How long a failed process may take to stop. */
const FAILED_STOP_MS = 30_000;

/**
 * After an uncaught error or rejection the state of the process is unknown. The error is logged, and the process shuts down
 * with exit code 1, so that a supervisor restarts it. (Clients cannot cause this: requests, connections and calls catch their
 * own errors.)
 */
export function stopWhenUncaught(log: Log, stopping: Stopping, withinMs = FAILED_STOP_MS): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught error: stopping');
    process.exitCode = 1;
    stopping.ask('an uncaught error');
    setTimeout(() => process.exit(1), withinMs).unref();
  });
}

/** How long a reader of our output may take to read the rest. */
const LAST_OUTPUT_MS = 1_000;

/**
 * Ends the process once everything is closed and its output is written, with the exit code that has been set. (The lookup of a
 * webhook's host cannot be cancelled, and would keep the process alive for seconds.)
 */
export function exitAfterStop(): void {
  setTimeout(() => process.exit(), LAST_OUTPUT_MS).unref();
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}

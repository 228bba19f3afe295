import type { Log } from '../platform/log.ts';

/** SIGTERM and SIGINT, and what else makes a command that serves stop. */
export interface Stopping {
  /** Resolves to the reason. */
  asked: Promise<string>;
  ask: (reason: string) => void;
}

/**
 * One Ctrl-C may arrive twice: the terminal signals the whole process group, and npm or another launcher in it hands the
 * signal on. Signals that follow the first within this time are the same request.
 */
const ONE_REQUEST_MS = 1_000;

export function listenForStop(): Stopping {
  const { promise, resolve } = Promise.withResolvers<string>();
  let askedAt: number | undefined;
  const onSignal = (signal: string) => {
    askedAt ??= performance.now();
    // A user who asks a second time does not want to wait.
    if (performance.now() - askedAt > ONE_REQUEST_MS) process.exit(1);
    resolve(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return { asked: promise, ask: resolve };
}

/** How long a process that has failed may take to stop. */
const FAILED_STOP_MS = 30_000;

/**
 * An error that nobody has caught, or a rejection, leaves parts of the process in a state that nobody knows. It is logged, and
 * the process stops in order with exit code 1: a supervisor starts it again. (What strangers can bring about does not come
 * here: requests, connections and calls have guards of their own.)
 */
export function stopWhenUncaught(log: Log, stopping: Stopping, withinMs = FAILED_STOP_MS): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'nobody has caught an error: stopping');
    process.exitCode = 1;
    stopping.ask('an error that nobody has caught');
    setTimeout(() => process.exit(1), withinMs).unref();
  });
}

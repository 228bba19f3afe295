import { isMainThread } from 'node:worker_threads';
import { type Logger, pino, stdTimeFunctions } from 'pino';

import { forTerminal } from './terminal.ts';

export type Log = Logger;

const STANDARD_ERROR = 2;

/**
 * What all logs of the process write to. (Each of its own would wait for the end of the process, too.) Of another thread, Node's stream
 * would pass lines on to the main thread, which may be busy, or never get them when the thread fails.
 */
const OUTPUT = escaping(isMainThread ? process.stderr : pino.destination({ fd: STANDARD_ERROR, sync: true }));

/**
 * Logs JSON lines to standard error; standard output belongs to the output of commands. No log line carries a header or a
 * body; the redacted paths are a second fence, in case an object with one slips in. Values that clients choose, such as the `id` of
 * a command, are escaped, because log lines are also read in terminals.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      base: null,
      serializers: { err: describeError },
      redact: {
        paths: ['*.password', '*.headers', 'password', 'headers', '*.connectionString', 'connectionString'],
        censor: '[redacted]',
      },
    },
    OUTPUT,
  );
}

/** The same log for objects of which this code knows all fields, and that none is secret: without the second fence. */
export function plainLog(log: Log): Log {
  return log.child({}, { redact: [] });
}

/**
 * Writes the lines of one turn of the event loop together, and what is left when the process ends, with the control characters that JSON
 * does not escape (it does only the first 32).
 */
function escaping(stream: { write: (lines: string) => unknown }) {
  let lines = '';
  const flushSync = (): void => {
    const written = lines;
    lines = '';
    if (written !== '') stream.write(forTerminal(written));
  };
  process.on('exit', flushSync);
  return {
    flushSync,
    write: (line: string): void => {
      if (lines === '') setImmediate(flushSync);
      lines += line;
    },
  };
}

/**
 * Reduces an error to what is safe to log. Its other properties are left out: a driver may attach the whole connection, with
 * the keys of its session.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

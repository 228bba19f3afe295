import { type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/**
 * Logs JSON lines to standard error; standard output belongs to the output of commands. No log line carries a header or a
 * body; the redacted paths are a second fence, in case an object with one slips in.
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
    process.stderr,
  );
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

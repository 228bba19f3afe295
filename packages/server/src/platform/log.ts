import { type Logger, pino, stdTimeFunctions } from 'pino';

export type Log = Logger;

/**
 * JSON lines on standard error (standard output belongs to what a command prints). Nothing that is logged
 * carries a header or a body; the paths below are a second fence in case an object with one slips in.
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
 * What the log says of an error. Not what else hangs on it: a driver hangs the whole connection there, with the keys
 * of its session.
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

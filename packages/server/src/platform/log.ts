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
      redact: {
        paths: ['*.password', '*.headers', 'password', 'headers', '*.connectionString', 'connectionString'],
        censor: '[redacted]',
      },
    },
    process.stderr,
  );
}

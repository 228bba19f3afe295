import type { Log } from './log.ts';

/**
 * Logs an outage of the database in two lines, however many parts of a service it affects and however often they retry: one
 * when the first part loses the database, and one when the last part has it back.
 */
export class Outage {
  readonly #log: Log;
  readonly #what: string;
  readonly #parts = new Set<string>();

  /** @param what  Subject of both lines: `the jobs` */
  constructor(log: Log, what: string) {
    this.#log = log;
    this.#what = what;
  }

  lost(part: string, error: unknown): void {
    if (this.#parts.size === 0)
      this.#log.warn({ err: error }, `${this.#what} lost the database; reconnecting`);
    else this.#log.debug({ err: error }, `${this.#what} still have no database`);
    this.#parts.add(part);
  }

  over(part: string): void {
    if (this.#parts.delete(part) && this.#parts.size === 0)
      this.#log.info({}, `${this.#what} have the database again`);
  }
}

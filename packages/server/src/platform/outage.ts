import type { Log } from './log.ts';

/**
 * What the log says while something is away: one line when the first of its parts loses it, and one when the last has it
 * back, however often they try in between.
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

import type { Log } from './log.ts';

/**
 * Logs an outage of a service in two lines, however many parts of this process it affects and however often they retry: one
 * when the first part loses it, and one when the last part has it back.
 */
export class Outage {
  readonly #log: Log;
  readonly #what: string;
  readonly #service: string;
  readonly #parts = new Set<string>();

  /**
   * @param what  Subject of both lines: `the jobs`
   * @param service  What they have lost.
   */
  constructor(log: Log, what: string, service = 'the database') {
    this.#log = log;
    this.#what = what;
    this.#service = service;
  }

  lost(part: string, error: unknown): void {
    if (this.#parts.size === 0)
      this.#log.warn({ err: error }, `${this.#what} lost ${this.#service}; reconnecting`);
    else this.#log.debug({ err: error }, `${this.#what} still lack ${this.#service}`);
    this.#parts.add(part);
  }

  over(part: string): void {
    if (this.#parts.delete(part) && this.#parts.size === 0)
      this.#log.info({}, `${this.#what} have ${this.#service} again`);
  }
}

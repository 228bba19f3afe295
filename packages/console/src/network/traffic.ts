import type { Readable } from '@palaver/client';

/** A call or frame between the page and the server. */
export interface Exchange {
  id: number;
  /** The person, or the back end that signs them in. */
  who: string;
  /** Unix milliseconds. */
  at: number;
  kind: 'call' | 'frame out' | 'frame in';
  /** `PUT /client/v1.0/threads/1/read`, or the type of a frame. */
  title: string;
  /** The request body, or the content of a frame. */
  sent?: unknown;
  /** HTTP status; undefined while there is no response. */
  status?: number;
  answer?: unknown;
  /** A shell command that repeats the call. */
  curl?: string;
}

const MAX_EXCHANGES = 300;

/** The latest exchanges of a page, oldest first. */
export class Traffic implements Readable<readonly Exchange[]> {
  #exchanges: readonly Exchange[] = [];
  #count = 0;
  readonly #listeners = new Set<(exchanges: readonly Exchange[]) => void>();

  readonly getSnapshot = (): readonly Exchange[] => this.#exchanges;

  readonly subscribe = (run: (exchanges: readonly Exchange[]) => void): (() => void) => {
    this.#listeners.add(run);
    return () => this.#listeners.delete(run);
  };

  add(exchange: Omit<Exchange, 'id' | 'at'>): number {
    this.#count += 1;
    this.#show([...this.#exchanges, { ...exchange, id: this.#count, at: Date.now() }].slice(-MAX_EXCHANGES));
    return this.#count;
  }

  answer(id: number, answered: Pick<Exchange, 'status' | 'answer'>): void {
    this.#show(this.#exchanges.map((one) => (one.id === id ? { ...one, ...answered } : one)));
  }

  clear(): void {
    this.#show([]);
  }

  #show(exchanges: readonly Exchange[]): void {
    this.#exchanges = exchanges;
    for (const run of this.#listeners) run(exchanges);
  }
}

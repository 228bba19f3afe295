/** How long `next` waits by default: less than a test may take in Vitest and Jest, so that its error is the one that is shown. */
const TIMEOUT_MS = 4_000;

export interface WaitOptions {
  /** In milliseconds; 4,000 by default. */
  timeoutMs?: number;
}

interface Waiting<Item> {
  where: (item: Item) => boolean;
  take: (item: Item) => void;
}

/** Items in the order of their arrival. Each is handed out once. */
export class Inbox<Item> {
  readonly #name: string;
  readonly #titleOf: (item: Item) => string;
  #items: Item[] = [];
  #refusals: string[] = [];
  readonly #waiting = new Set<Waiting<Item>>();

  /** `name`: of an item; `titleOf`: of one that did not fit. Both are for errors. */
  constructor(name: string, titleOf: (item: Item) => string) {
    this.#name = name;
    this.#titleOf = titleOf;
  }

  /**
   * Takes the oldest item that fits, or waits for it. An item that a call has taken is not found by a later call.
   * @throws Error  if none has come in time; it lists the others that have
   */
  async next(where: (item: Item) => boolean = () => true, options: WaitOptions = {}): Promise<Item> {
    const index = this.#items.findIndex(where);
    const [found] = index < 0 ? [] : this.#items.splice(index, 1);
    return found ?? this.#wait(where, options.timeoutMs ?? TIMEOUT_MS);
  }

  /** The items that `next` has not taken, in the order of their arrival. */
  get pending(): readonly Item[] {
    return this.#items;
  }

  /** Of the server: hands an item to the first call that waits for it. */
  receive(item: Item): void {
    for (const waiting of this.#waiting) {
      if (!waiting.where(item)) continue;
      waiting.take(item);
      return;
    }
    this.#items.push(item);
  }

  /** Of the server: an item that came and was not accepted. */
  refuse(why: string): void {
    this.#refusals.push(why);
  }

  empty(): void {
    this.#items = [];
    this.#refusals = [];
  }

  #wait(where: (item: Item) => boolean, timeoutMs: number): Promise<Item> {
    return new Promise((resolve, reject) => {
      const waiting = {
        where,
        take: (item: Item) => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve(item);
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(new Error(this.#describe(timeoutMs)));
      }, timeoutMs);
      this.#waiting.add(waiting);
    });
  }

  #describe(timeoutMs: number): string {
    const others = this.#items.map(this.#titleOf);
    const came = others.length === 0 ? 'none came at all' : `others came: ${others.join(', ')}`;
    const refused = this.#refusals.length === 0 ? '' : `; refused: ${this.#refusals.join(', ')}`;
    return `no ${this.#name} that fits came within ${timeoutMs} ms; ${came}${refused}`;
  }
}

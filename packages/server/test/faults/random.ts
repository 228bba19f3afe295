/** Reproducible random numbers: one seed, one sequence. Concurrent users get their own sequence by {@link fork}. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  fork(): Random {
    return new Random(this.between(0, 2 ** 32 - 1));
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(elements: readonly T[]): T {
    const element = elements[this.between(0, elements.length - 1)];
    if (element === undefined) throw new RangeError('there is nothing to pick from');
    return element;
  }

  /** `count` distinct elements. */
  sample<T>(elements: readonly T[], count: number): T[] {
    return this.shuffle(elements).slice(0, count);
  }

  shuffle<T>(elements: readonly T[]): T[] {
    return elements
      .map((element) => ({ element, place: this.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ element }) => element);
  }
}

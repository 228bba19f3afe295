/** The assumed height of a row while none is known, in pixels. */
const FIRST_GUESS = 56;

/** The heights of rows, by key: measured, or else the mean of those that are. In pixels. */
export class RowHeights {
  readonly #measured = new Map<string, number>();
  #sum = 0;

  /** Returns whether the height is another one than before. */
  set(key: string, height: number): boolean {
    const before = this.#measured.get(key);
    if (before === height) return false;
    this.#measured.set(key, height);
    this.#sum += height - (before ?? 0);
    return true;
  }

  isKnown(key: string): boolean {
    return this.#measured.has(key);
  }

  of(key: string): number {
    const { size } = this.#measured;
    return this.#measured.get(key) ?? (size === 0 ? FIRST_GUESS : this.#sum / size);
  }
}

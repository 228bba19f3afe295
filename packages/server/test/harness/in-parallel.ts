/** Runs `work` for 0 … count-1, all at once; returns the results in this order. */
export async function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** `count` distinct elements in random order; all of them if there are fewer. */
export function sample<T>(elements: readonly T[], count: number): T[] {
  const keyed = elements.map((element) => ({ element, key: Math.random() }));
  return keyed
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ element }) => element);
}

/** How often each value occurs. */
export function tally(values: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(values, (value) => value)].map(([value, group]) => [value, group.length]),
  );
}

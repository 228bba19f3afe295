import type { RowHeights } from './row-heights.ts';

/** A row, and where its top is: the distance from the top of the visible part, in pixels. */
export interface Anchor {
  key: string;
  offset: number;
}

/** What stands in a list: a row, or space in place of rows that are out of sight. */
export type Item<Row> =
  | { type: 'row'; key: string; row: Row }
  | { type: 'space'; key: string; height: number };

/** A row, as its place in the list is found. */
export interface KeyedRow {
  key: string;
}

/** In pixels. */
export interface Sight {
  /** The height of the visible part. */
  visible: number;
  /** How far beyond it rows are rendered, in each direction. */
  beyond: number;
}

/** Rows that were never rendered are, once, for their height; this many at a time, the nearest first. */
const MOST_UNKNOWN = 200;

/** What to render: the rows of a range, those near it whose height is not known yet, and those that are kept. */
export function itemsOf<Row extends KeyedRow>(
  rows: readonly Row[],
  heights: RowHeights,
  [from, to]: readonly [number, number],
  isKept: (key: string) => boolean,
): Item<Row>[] {
  const items: Item<Row>[] = [];
  let unknown = 0;
  let space = 0;
  const endSpace = (key: string) => {
    if (space > 0) items.push({ type: 'space', key: `space before ${key}`, height: space });
    space = 0;
  };
  for (const [index, row] of rows.entries()) {
    const isNear = index >= from - MOST_UNKNOWN && index < to + MOST_UNKNOWN;
    const isMeasured = isNear && unknown < MOST_UNKNOWN && !heights.isKnown(row.key);
    if (isMeasured) unknown += 1;
    if ((index >= from && index < to) || isMeasured || isKept(row.key)) {
      endSpace(row.key);
      items.push({ type: 'row', key: row.key, row });
    } else space += heights.of(row.key);
  }
  endSpace('the end');
  return items;
}

/** The rows in sight, from one to before another. `anchor`: undefined at the end of the list. */
export function rangeOf(
  rows: readonly KeyedRow[],
  heights: RowHeights,
  anchor: Anchor | undefined,
  { visible, beyond }: Sight,
): readonly [number, number] {
  const heightAt = (index: number) => heights.of(rows[index]?.key ?? '');
  const at = anchor === undefined ? -1 : rows.findIndex(({ key }) => key === anchor.key);
  let from = at;
  let to = at;
  if (anchor === undefined || at === -1) {
    from = rows.length;
    to = rows.length;
    for (let height = 0; from > 0 && height < visible + beyond; from -= 1) height += heightAt(from - 1);
  } else {
    for (let top = anchor.offset; from > 0 && top > -beyond; from -= 1) top -= heightAt(from - 1);
    for (let bottom = anchor.offset; to < rows.length && bottom < visible + beyond; to += 1)
      bottom += heightAt(to);
  }
  return [from, to];
}

/** The row at a distance from the beginning of the rows, by their heights. */
export function rowAt(rows: readonly KeyedRow[], heights: RowHeights, distance: number): Anchor | undefined {
  let top = 0;
  for (const { key } of rows) {
    const height = heights.of(key);
    if (top + height > distance) return { key, offset: top - distance };
    top += height;
  }
  return undefined;
}

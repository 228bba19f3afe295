/** A place among the rows of all groups. */
export interface GridCell {
  row: number;
  column: number;
}

/** Of each row but the last of a group. */
export const COLUMNS = 8;

/** So many rows are about as high as the list. */
const PAGE = 6;

/** Where a key leads from a place. Above the first row is row -1; undefined: the key does not move. `lengths`: of the rows. */
export function stepFrom(
  { row, column }: GridCell,
  key: string,
  lengths: readonly number[],
  isRtl: boolean,
): GridCell | undefined {
  const last = lengths.length - 1;
  const inRow = (to: number): GridCell => ({
    row: to,
    column: Math.max(0, Math.min(column, (lengths[to] ?? 0) - 1)),
  });
  const back = (): GridCell => {
    if (column > 0) return { row, column: column - 1 };
    return row === 0 ? { row, column } : { row: row - 1, column: (lengths[row - 1] ?? 1) - 1 };
  };
  const forth = (): GridCell => {
    if (column < (lengths[row] ?? 0) - 1) return { row, column: column + 1 };
    return row === last ? { row, column } : { row: row + 1, column: 0 };
  };
  switch (key) {
    case 'ArrowLeft':
      return isRtl ? forth() : back();
    case 'ArrowRight':
      return isRtl ? back() : forth();
    case 'ArrowUp':
      return inRow(row - 1);
    case 'ArrowDown':
      return inRow(Math.min(row + 1, last));
    case 'PageUp':
      return inRow(Math.max(row - PAGE, 0));
    case 'PageDown':
      return inRow(Math.min(row + PAGE, last));
    case 'Home':
      return { row, column: 0 };
    case 'End':
      return { row, column: (lengths[row] ?? 1) - 1 };
    default:
      return undefined;
  }
}

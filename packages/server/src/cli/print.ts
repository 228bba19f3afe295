type Cell = string | number | boolean | Date | readonly string[] | null;

/** Prints rows as a table for people, or as JSON for programs. The keys of the first row are the columns. */
export function printRows(rows: readonly Record<string, Cell>[], asJson: boolean): void {
  if (asJson) {
    printJson(rows);
    return;
  }
  const columns = Object.keys(rows[0] ?? {});
  const table = [
    columns.map((name) => name.toUpperCase()),
    ...rows.map((row) => columns.map((c) => toText(row[c] ?? null))),
  ];
  const widths = columns.map((_, index) => Math.max(...table.map((cells) => (cells[index] ?? '').length)));
  for (const cells of table) {
    const line = cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ');
    process.stdout.write(`${line.trimEnd()}\n`);
  }
}

function toText(value: Cell): string {
  if (value === null) return '-';
  if (value instanceof Date) return value.toISOString();
  return String(value);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

import { forTerminal, onOneLine } from '../platform/terminal.ts';

/**
 * Prints to standard output. All output of commands goes through here or {@link printError}: it may have names and texts of users,
 * and a terminal may show it. A program that reads JSON gets the same values.
 */
export function print(text: string): void {
  process.stdout.write(forTerminal(text));
}

/** Prints to standard error. */
export function printError(text: string): void {
  process.stderr.write(forTerminal(text));
}

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
    print(`${line.trimEnd()}\n`);
  }
}

function toText(value: Cell): string {
  if (value === null) return '-';
  if (value instanceof Date) return value.toISOString();
  return onOneLine(String(value));
}

export function printJson(value: unknown): void {
  print(`${JSON.stringify(value, null, 2)}\n`);
}

export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

import { describeConfig } from '../config.ts';
import { printRows } from './print.ts';
import { readSettings } from './settings.ts';

/** `palaver config`: every setting as it is in force, secrets masked. */
export function configCommand(options: { json?: boolean }): void {
  const rows = describeConfig(readSettings());
  if (options.json) {
    printRows(rows, true);
  } else {
    printRows(
      rows.map(({ name, value, default: fallback }) => ({ name, value, default: fallback })),
      false,
    );
  }
}

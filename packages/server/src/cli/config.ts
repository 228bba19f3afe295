import { printRows } from './print.ts';
import { readSettings } from './settings.ts';

/** `palaver config`: every setting with its value in force; secrets are masked. */
export function configCommand(options: { json?: boolean }): void {
  const settings = readSettings().shown.map(({ name, value, default: fallback, doc }) => ({
    name,
    value,
    default: fallback,
    ...(options.json ? { doc } : {}),
  }));
  printRows(settings, options.json ?? false);
}

import { printRows } from './print.ts';
import { readSettings } from './settings.ts';

/** `palaver config`: every setting with its value in force, those first that are basic; secrets are masked. */
export function configCommand(options: { json?: boolean }): void {
  const { shown } = readSettings();
  const ordered = shown.toSorted((a, b) => Number(b.isBasic) - Number(a.isBasic));
  const settings = ordered.map(({ name, value, default: fallback, doc }) => ({
    name,
    value,
    default: fallback,
    ...(options.json ? { doc } : {}),
  }));
  printRows(settings, options.json ?? false);
}

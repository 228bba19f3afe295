import { describeConfig, loadConfig } from '../config.ts';
import { printRows } from './print.ts';

/** `palaver config`: every setting as it is in force, secrets masked. */
export function configCommand(options: { json?: boolean }): void {
  const { config, warnings } = loadConfig(process.env);
  const rows = describeConfig(config);
  if (options.json) {
    printRows(rows, true);
  } else {
    printRows(
      rows.map(({ name, value, default: fallback }) => ({ name, value, default: fallback })),
      false,
    );
  }
  for (const warning of warnings) process.stderr.write(`warning: ${warning}\n`);
}

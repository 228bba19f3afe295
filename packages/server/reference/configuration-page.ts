import { ADVANCED_SETTINGS, BASIC_SETTINGS } from '../src/config/config.ts';
import type { Setting } from '../src/config/setting.ts';
import { blocks, code, GENERATED, table } from './markdown.ts';

/** docs/reference/configuration.md: every setting, those first that a newcomer should know. */
export function configurationPage(): string {
  return `${blocks(INTRODUCTION, tableOf(BASIC_SETTINGS), ADVANCED, tableOf(ADVANCED_SETTINGS))}\n`;
}

function tableOf(settings: readonly Setting[]): string {
  const rows = settings.map(({ name, kind, default: fallback = '', doc }) => {
    const range = kind.range === undefined ? '' : ` ${kind.range}`;
    return [code(name), fallback === '' ? 'not set' : code(fallback), `${doc}${range}`];
  });
  return table(['Name', 'Default', 'Meaning'], rows);
}

const INTRODUCTION = `${GENERATED}

# Settings

Settings are environment variables. Instead of a value you can set \`<NAME>_FILE\` to the path of a file that holds the
value. Palaver refuses \`PALAVER_…\` variables that look like a mistyped setting, and warns about others that it does not know. \`palaver config\` shows the values in force.

The first table has the settings to look at before you run Palaver in production. None is required.`;

const ADVANCED = `## Advanced

Limits, timeouts and details. Their defaults suit most installations.`;

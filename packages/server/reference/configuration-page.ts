import { SETTINGS } from '../src/config/config.ts';
import { blocks, code, GENERATED, table } from './markdown.ts';

/** docs/reference/configuration.md: every setting. */
export function configurationPage(): string {
  const rows = Object.values(SETTINGS).map(({ name, kind, default: fallback = '', doc }) => {
    const range = kind.range === undefined ? '' : ` ${kind.range}`;
    return [code(name), fallback === '' ? 'not set' : code(fallback), `${doc}${range}`];
  });
  return `${blocks(INTRODUCTION, table(['Name', 'Default', 'Meaning'], rows))}\n`;
}

const INTRODUCTION = `${GENERATED}

# Settings

Settings are environment variables. Instead of a value you can set \`<NAME>_FILE\` to the path of a file that holds the
value. Palaver refuses \`PALAVER_…\` variables that look like a mistyped setting, and warns about others that it does not know. \`palaver config\` shows the values in force.`;

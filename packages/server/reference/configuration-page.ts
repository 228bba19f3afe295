import { SETTINGS } from '../src/config.ts';
import { blocks, code, GENERATED, table } from './markdown.ts';

/** docs/reference/configuration.md: every setting, for readers. */
export function configurationPage(): string {
  const rows = Object.values(SETTINGS).map((setting) => {
    const range = 'min' in setting ? ` From ${setting.min} to ${setting.max}.` : '';
    const fallback = setting.default === '' ? 'not set' : code(setting.default);
    return [code(setting.name), fallback, `${setting.doc}${range}`];
  });
  return `${blocks(INTRODUCTION, table(['Name', 'Default', 'Meaning'], rows))}\n`;
}

const INTRODUCTION = `${GENERATED}

# Settings

Settings are environment variables. Instead of a value you can set \`<NAME>_FILE\` to the path of a file that holds the
value. Palaver warns about \`PALAVER_…\` variables that are not settings. \`palaver config\` shows the values in force.`;

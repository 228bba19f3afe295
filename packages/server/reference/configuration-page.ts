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

Settings come from environment variables. Each may instead be given as \`<NAME>_FILE\`, the path of a file that holds
the value. A \`PALAVER_…\` variable that is no setting is warned of. \`palaver config\` shows what is in force.`;

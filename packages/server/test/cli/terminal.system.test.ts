import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, ROOT } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { newDataDir } from '../harness/palaver.ts';
import { hasPython, openPty } from '../harness/pty.ts';

/** Palaver in a terminal: what it shows, and what Ctrl-C does. */

/** Otherwise `npm start` would install, and change the packages under concurrent tests. */
const isInstalled = textOf('node_modules/.palaver-lock.json') === textOf('package-lock.json');
if (!isInstalled && process.env.CI) throw new Error('run sh scripts/install-if-needed.sh first');

function textOf(file: string): string | undefined {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return undefined;
  }
}

const CTRL_C = '\x03';
const COMMANDS = {
  'npm start': ['npm', '--silent', 'start'],
  'palaver start': ['npm', 'run', 'palaver', '--', 'start'],
};

describe.skipIf(!hasPython || !isInstalled)(
  'in a terminal (needs python3, and sh scripts/install-if-needed.sh)',
  () => {
    test.for(Object.entries(COMMANDS))(
      '%s shows the banner first and stops cleanly at one Ctrl-C',
      async ([, command]) => {
        const dataDir = newDataDir();
        const environment = {
          ...cleanEnvironment(),
          DATA_DIR: dataDir,
          PORT: `${await freePort()}`,
          PALAVER_DRAIN_DELAY_MS: '3600000',
        };
        const terminal = openPty(command, environment);
        await terminal.shows(/^ {2}curl .*\r\n/m);
        const [before = '', banner = ''] = terminal.output().split(/(Palaver [\d.]+ is ready[\s\S]*)/m);
        expect(before).not.toContain('{"level"');
        // A terminal shows the key, because nobody else reads it.
        expect(banner).toMatch(/^ {2}API key {3}plv_live_/m);

        terminal.press(CTRL_C);
        expect(await terminal.exited).toBe(0);
        const entries = terminal.output().match(/\{"level".*\}/g) ?? [];
        expect(entries.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
          'draining',
          'stopped',
        ]);
      },
    );
  },
);

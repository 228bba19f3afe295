import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADVANCED_SETTINGS, BASIC_SETTINGS } from '../../src/config/config.ts';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';

test('impossible commands get a one-line error and exit code 1', async () => {
  const { dataDir } = await startPalaver();
  const refusals: [string[], string][] = [
    [['app', 'create', 'My_App'], 'DNS label'],
    [['app', 'create', 'demo'], 'exists already'],
    [['key', 'create', '--app', 'nowhere'], 'no application "nowhere"'],
    [['key', 'create', '--app', 'demo', '--scope', 'everything'], 'the scopes are full, read'],
    [['key', 'create', '--app', 'demo', '--expires', 'soon'], '--expires takes'],
    [['key', 'create', '--app', 'demo', '--tenant', ' x'], 'a tenant is'],
    [['key', 'revoke', 'nothing'], 'no key with the id "nothing"'],
    [['app', 'policy', 'nowhere'], 'no application "nowhere"'],
    [['app', 'policy', 'demo', 'users.dance=true'], 'a policy has no rule "dance"'],
    [['app', 'policy'], "missing required argument 'id'"],
    [['app', 'policy', '--users'], "unknown option '--users'"],
    [['key', 'create'], "required option '--app"],
    [['dance'], "unknown command 'dance'"],
  ];
  for (const [args, message] of refusals) {
    const refused = await runPalaver(args, { DATA_DIR: dataDir });
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^palaver: /);
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain('    at ');
  }
});

test('config shows the effective value of every setting, with secrets masked', async () => {
  const dataDir = newDataDir();
  const file = join(dataDir, 'url');
  writeFileSync(file, 'postgres://palaver:hush@db.example/palaver\n');
  const environment = { DATA_DIR: dataDir, PORT: '7711', DATABASE_URL_FILE: file, PALAVER_TYPO: '1' };
  const { stdout, stderr } = await runPalaver(['config', '--json'], environment);
  const settings = JSON.parse(stdout) as { name: string; value: string }[];
  const value = (wanted: string) => settings.find(({ name }) => name === wanted)?.value;
  expect(value('PORT')).toBe('7711');
  expect(value('DATA_DIR')).toBe(dataDir);
  expect(value('DATABASE_URL')).toBe('********');
  expect(settings.map(({ name }) => name)).toEqual(
    [...BASIC_SETTINGS, ...ADVANCED_SETTINGS].map(({ name }) => name),
  );
  expect(stdout).not.toContain('hush');
  expect(stderr).toContain('PALAVER_TYPO is not a setting');
});

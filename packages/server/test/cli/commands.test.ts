import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPalaver, startPalaver, temporaryDataDir } from '../harness/palaver.ts';

async function statusWith(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/open-api/v1.0/chat/threads`, { headers: { 'x-api-key': key } });
  return response.status;
}

test('applications and keys are made and revoked beside a running server', async () => {
  const { url, dataDir } = await startPalaver();
  const palaver = (...args: string[]) => runPalaver(args, { DATA_DIR: dataDir });

  expect((await palaver('app', 'create', 'shop', '--name', 'The shop')).code).toBe(0);
  const apps = JSON.parse((await palaver('app', 'list', '--json')).stdout) as { id: string; name: string }[];
  expect(apps.map(({ id, name }) => [id, name])).toEqual([
    ['demo', 'Demo'],
    ['shop', 'The shop'],
  ]);

  const created = await palaver('key', 'create', '--app', 'shop', '--scope', 'read', '--expires', '1d');
  const key = created.stdout.trim();
  expect(key).toMatch(/^pk_live_[0-9A-Za-z]+_[0-9A-Za-z]{43}$/);
  expect(await statusWith(url, key)).toBe(200);

  const listed = await palaver('key', 'list', '--app', 'shop', '--json');
  const [shown] = JSON.parse(listed.stdout) as { id: string; scopes: string[]; expires_at: string }[];
  expect(shown).toMatchObject({ id: key.split('_')[2], scopes: ['read'], app_id: 'shop' });
  expect(listed.stdout).not.toContain(key.split('_')[3]);
  expect(listed.stdout).not.toContain('secret_hash');

  expect((await palaver('key', 'revoke', key)).code).toBe(0);
  await expect.poll(() => statusWith(url, key), { timeout: 6_000, interval: 200 }).toBe(401);
});

test('commands work without a server, and one after the other', async () => {
  const dataDir = temporaryDataDir();
  const palaver = (...args: string[]) => runPalaver(args, { DATA_DIR: dataDir });
  expect((await palaver('migrate')).stdout).toContain('Applied 0001_foundation');
  expect((await palaver('migrate')).stdout).toContain('up to date');
  expect((await palaver('app', 'create', 'first')).code).toBe(0);
  const key = (await palaver('key', 'create', '--app', 'first')).stdout.trim();

  const server = await startPalaver({}, dataDir);
  expect(await statusWith(server.url, key)).toBe(200);
  // There was an application: no `demo` is made unasked.
  expect((await palaver('app', 'list')).stdout).not.toContain('demo');
});

test('two commands at once share the database', async () => {
  const dataDir = temporaryDataDir();
  const names = ['one', 'two', 'three'];
  const done = await Promise.all(
    names.map((name) => runPalaver(['app', 'create', name], { DATA_DIR: dataDir })),
  );
  expect(done.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    names.map(() => ({ code: 0, stderr: '' })),
  );
  const listed = await runPalaver(['app', 'list', '--json'], { DATA_DIR: dataDir });
  expect((JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id)).toEqual(names.toSorted());
});

test('what cannot be done is said in a line, with exit code 1', async () => {
  const { dataDir } = await startPalaver();
  const refusals: [string[], string][] = [
    [['app', 'create', 'My_App'], 'DNS label'],
    [['app', 'create', 'demo'], 'exists already'],
    [['key', 'create', '--app', 'nowhere'], 'no application "nowhere"'],
    [['key', 'create', '--app', 'demo', '--scope', 'everything'], 'the scopes are full, read'],
    [['key', 'create', '--app', 'demo', '--expires', 'soon'], '--expires takes'],
    [['key', 'create', '--app', 'demo', '--tenant', ' x'], 'a tenant is'],
    [['key', 'revoke', 'nothing'], 'no key with the id "nothing"'],
    [['key', 'create'], "required option '--app"],
    [['dance'], "unknown command 'dance'"],
  ];
  for (const [args, message] of refusals) {
    const refused = await runPalaver(args, { DATA_DIR: dataDir });
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain('    at ');
  }
});

test('config shows every setting as it is in force, secrets masked', async () => {
  const dataDir = temporaryDataDir();
  const file = join(dataDir, 'url');
  writeFileSync(file, 'postgres://palaver:hush@db.example/palaver\n');
  const environment = { DATA_DIR: dataDir, PORT: '7711', DATABASE_URL_FILE: file, PALAVER_TYPO: '1' };
  const { stdout, stderr } = await runPalaver(['config', '--json'], environment);
  const settings = JSON.parse(stdout) as { name: string; value: string }[];
  const value = (wanted: string) => settings.find(({ name }) => name === wanted)?.value;
  expect(value('PORT')).toBe('7711');
  expect(value('DATA_DIR')).toBe(dataDir);
  expect(value('DATABASE_URL')).toBe('********');
  expect(stdout).not.toContain('hush');
  expect(stderr).toContain('PALAVER_TYPO is not a setting');
});

import { expect, test } from 'vitest';
import { runPalaver, startPalaver } from '../harness/palaver.ts';

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
  await expect.poll(() => statusWith(url, key), { interval: 200 }).toBe(401);
});

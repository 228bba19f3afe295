import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPalaver, startPalaver } from '../harness/palaver.ts';

async function statusWith(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/open-api/v1.0/chat/threads`, { headers: { 'x-api-key': key } });
  return response.status;
}

test('applications and keys are created and revoked while the server runs', async () => {
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
  expect(key).toMatch(/^plv_live_[0-9A-Za-z]{13}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
  expect(await statusWith(url, key)).toBe(200);

  const listed = await palaver('key', 'list', '--app', 'shop', '--json');
  const [shown] = JSON.parse(listed.stdout) as { id: string; scopes: string[]; expires_at: string }[];
  expect(shown).toMatchObject({ id: key.split('_')[2], scopes: ['read'], app_id: 'shop' });
  expect(listed.stdout).not.toContain(key.split('_')[3]);
  expect(listed.stdout).not.toContain('secret_hash');

  expect((await palaver('key', 'revoke', key)).code).toBe(0);
  await expect.poll(() => statusWith(url, key), { interval: 200 }).toBe(401);
});

test("an application's policy is shown and changed while the server runs", async () => {
  const { url, dataDir } = await startPalaver();
  const policy = async (...args: string[]) => {
    const { code, stdout, stderr } = await runPalaver(['app', 'policy', ...args], { DATA_DIR: dataDir });
    return { code, stdout, stderr };
  };
  expect((await policy('demo')).stdout).toMatch(/^guests\.create_groups +false$/m);
  const changed = await policy(
    'demo',
    'guests.create_groups=true',
    'guests.see_user_ids=false',
    'users.members_at_a_time=1000',
    'users.search_people=shared',
    'contacts=helga,fred',
    'linked_threads.owner.rename=true',
    'linked_threads.admin.remove=true',
    'linked_threads.member.leave=false',
    'support.write.group=true',
  );
  expect(changed).toMatchObject({ code: 0, stderr: '' });
  expect(changed.stdout).toMatch(/^contacts +helga,fred$/m);
  expect(changed.stdout).toMatch(/^linked_threads\.owner\.rename +true$/m);
  const key = readFileSync(join(dataDir, 'api-key'), 'utf8').trim();
  const answer = await fetch(`${url}/app/v1.0/policy`, { headers: { 'x-api-key': key } });
  expect(await answer.json()).toMatchObject({
    data: {
      guests: { create_groups: true, see_user_ids: false },
      users: { members_at_a_time: 1_000, search_people: 'shared' },
      contacts: ['helga', 'fred'],
      support: { write: { direct: false, group: true, linked: true } },
      linked_threads: {
        owner: { rename: true, remove: false, leave: true },
        admin: { rename: false, remove: true },
        member: { rename: false, leave: false },
      },
    },
  });
  const rows = JSON.parse((await policy('demo', 'contacts=', '--json')).stdout) as {
    rule: string;
    value: unknown;
  }[];
  expect(rows.find(({ rule }) => rule === 'contacts')?.value).toEqual([]);
  for (const wrong of [
    ['nowhere'],
    ['demo', 'guests'],
    ['demo', 'guests.create_groups=yes'],
    ['demo', 'guests.see_user_ids=0'],
    ['demo', 'users.add_members=everyone'],
    ['demo', 'users.search_people=true'],
    ['demo', 'users.members_at_a_time=1001'],
    ['demo', 'users.members_at_a_time=0'],
    ['demo', 'users.flies=true'],
    ['demo', 'robots.create_groups=true'],
    ['demo', 'contacts=a,,b'],
    ['demo', 'linked_threads.owner.rename=yes'],
    ['demo', 'linked_threads.owner.remove=1'],
    ['demo', 'linked_threads.owner.ban=true'],
    ['demo', 'linked_threads.guest.rename=true'],
    ['demo', 'linked_threads.owner=true'],
    ['demo', 'support.write.group=yes'],
    ['demo', 'support.write.all=true'],
  ]) {
    expect(await policy(...wrong)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^palaver: /),
    });
  }
});

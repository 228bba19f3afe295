// @module-tag database
import { readFileSync } from 'node:fs';
import type { AppId, ExtUserId, TenantId } from '@palaver/protocol/ids';
import { beforeAll, expect, test } from 'vitest';
import { nameUnnamedUsers } from '../../src/domain/operations/users/name-users.ts';
import { findAllCompanions } from '../../src/domain/records/memberships-of-user.ts';
import { nameSpace, pageWords, rarestPrefix } from '../../src/domain/records/name-words.ts';
import { findAndLockUnnamed, nameUsers } from '../../src/domain/records/users.ts';
import { userUrl } from '../harness/api.ts';
import { peopleUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { rowsRead } from '../harness/rows-read.ts';
import { useServer } from '../harness/use-server.ts';

/** The words of names: those of users whom a server without them has stored, and what a search among many users costs. */

const SPACE = { appId: 'test' as AppId, tenantId: '' as TenantId };
const MANY = 20_000;

const server = await useServer();
let ann: SignedIn;
beforeAll(async () => {
  await server.ok('PUT', userUrl('ann'), { body: { display_name: 'Ann' } });
  ann = await signIn(server, 'ann');
});

const sql = (text: string, values: unknown[] = []) => server.database.sql(text, values);
const fill = (signal = new AbortController().signal) => nameUnnamedUsers(server.db, signal);
const names = async (q: string) =>
  (await ann.ok('GET', peopleUrl(q, 'limit=100'))).map(
    ({ display_name }: { display_name: string }) => display_name,
  );
/** As a server of the former version stores users. */
const insert = (userId: string, name: string, kind = 'user') =>
  sql(
    `insert into users (app_id, tenant_id, user_id, kind, display_name, avatar_url) values ('test', '', $1, $2, $3, '')
     on conflict (app_id, tenant_id, user_id) do update set display_name = excluded.display_name, deactivated_at = null`,
    [userId, kind, name],
  );
const migrationOf = (name: string) => new URL(`../../src/storage/migrations/${name}.sql`, import.meta.url);
/** The users whose words differ from what the name has. */
const unnamed = () =>
  sql('select user_id from users where named_as is distinct from display_name and deactivated_at is null');

test('names that a server of the former version stores or changes are found soon after', async () => {
  await insert('old', 'Former Version');
  await insert('oldbot', 'Former Bot', 'bot');
  await server.ok('PUT', userUrl('changed'), { body: { display_name: 'Changed Never' } });
  await insert('changed', 'Former Change');
  // Until then, it is found by neither name.
  expect([await names('former'), await names('never')]).toEqual([[], []]);
  await fill();
  expect(await names('former')).toEqual(['Former Version', 'Former Bot', 'Former Change']);
  expect([await names('never'), await unnamed()]).toEqual([[], []]);
});

test('users whom a server of the former version deactivates, absorbs or activates are found as long as they are active', async () => {
  for (const id of ['one', 'two', 'three'])
    await server.ok('PUT', userUrl(id), { body: { display_name: `Rolling ${id}` } });
  await sql(`update users set deactivated_at = now() where user_id in ('one', 'two')`);
  await server.ok('DELETE', userUrl('three'));
  await insert('two', 'Rolling again');
  await insert('three', 'Rolling three');
  await fill();
  expect((await names('rolling')).toSorted()).toEqual(['Rolling again', 'Rolling three']);
  await sql(`delete from users where user_id = 'three'`);
  expect(await names('rolling')).toEqual(['Rolling again']);
  expect(
    await sql('select from name_words where ext_user_id not in (select ext_user_id from users)'),
  ).toEqual([]);
});

test('names that the former version took apart otherwise are found by any part soon after', async () => {
  await server.ok('PUT', userUrl('yi'), { body: { display_name: 'ꆈꌠꆈ' } });
  await sql(`delete from name_words where word in ('ꆈ', 'ꌠꆈ')`);
  expect([await names('ꆈ'), await names('ꌠ')]).toEqual([[], []]);
  await sql(readFileSync(migrationOf('0031_names_in_more_scripts'), 'utf8'));
  expect(await unnamed()).toEqual([{ user_id: 'yi' }]);
  await fill();
  expect([await names('ꆈ'), await names('ꌠ')]).toEqual([['ꆈꌠꆈ'], ['ꆈꌠꆈ']]);
});

test('a change waits while the words of the name before are being made', async () => {
  await insert('waiting', 'Waiting Before');
  let isChanged = false;
  const { changing } = await server.db.transaction(async (tx) => {
    const users = await findAndLockUnnamed(tx, { lastId: '0', limit: 100 });
    const change = server.ok('PUT', userUrl('waiting'), { body: { display_name: 'Waiting After' } });
    const changing = change.then(() => {
      isChanged = true;
    });
    const waiting = () => sql('select from pg_locks where not granted');
    await expect.poll(async () => isChanged || (await waiting()).length > 0).toBe(true);
    await nameUsers(tx, users);
    return { changing };
  });
  await changing;
  expect(await names('after')).toEqual(['Waiting After']);
  expect([await names('before'), await unnamed()]).toEqual([[], []]);
});

test('users whose rows are locked wait for the next time, and hold up nobody', async () => {
  await insert('locked', 'Locked Lou');
  await insert('other', 'Locked Other');
  await server.db.transaction(async (tx) => {
    await tx.query(`select from users where user_id = 'locked' for update`);
    await fill();
    expect(await names('locked')).toEqual(['Locked Other']);
  });
  await fill();
  expect((await names('locked')).toSorted()).toEqual(['Locked Lou', 'Locked Other']);
});

test('a filling that is stopped goes on where it was', async () => {
  await sql(
    `insert into users (app_id, tenant_id, user_id, kind, display_name, avatar_url)
     select 'test', 'many', 'many-' || n, 'user', 'Many ' || n, '' from generate_series(1, $1::int) n`,
    [MANY],
  );
  const stopping = new AbortController();
  const filling = fill(stopping.signal);
  await expect.poll(async () => (await sql('select from name_words limit 1000')).length).toBe(1_000);
  stopping.abort();
  await filling;
  const left = (await unnamed()).length;
  expect([left > 0, left < MANY]).toEqual([true, true]);
  await Promise.all([fill(), fill()]);
  expect(await unnamed()).toEqual([]);
  expect(await sql(`select count(*)::int from name_words where word = 'many'`)).toEqual([{ count: MANY }]);
});

test.each(['before', 'after'])('a search reads few rows %s the tables are analyzed', async (time) => {
  if (time === 'after') await sql('analyze');
  const tenant = { ...SPACE, tenantId: 'many' as TenantId };
  const spaces = [nameSpace(tenant, 'user'), nameSpace(tenant, 'bot'), nameSpace(SPACE, 'bot')];
  const place = { word: 'many', user: '0' };
  const read = (limit: number, users: ExtUserId[] = []) =>
    rowsRead(server.db, async (tx) => {
      const scope = { spaces: users.length === 0 ? spaces : [], users };
      const words = await pageWords(tx, { space: tenant, scope, prefix: 'm', place, limit });
      expect(words).toHaveLength(users.length === 0 ? limit : users.length);
    });
  expect(await read(100)).toBeLessThan(1_000);
  const few = await sql(`select ext_user_id::text from users where tenant_id = 'many' limit 10`);
  expect(
    await read(
      100,
      few.map(({ ext_user_id }) => ext_user_id),
    ),
  ).toBeLessThan(1_000);
  const counting = await rowsRead(server.db, async (tx) => {
    expect(await rarestPrefix(tx, spaces, ['man', '19999', '1'], 100)).toBe('19999');
    expect(await rarestPrefix(tx, spaces, ['m', 'man', '1'], 100)).toBe('m');
  });
  expect(counting).toBeLessThan(2_000);
  const companions = await rowsRead(server.db, async (tx) => {
    expect(await findAllCompanions(tx, ann.extUserId as ExtUserId, 100)).toEqual([]);
  });
  expect(companions).toBeLessThan(100);
  const filling = await rowsRead(server.db, () => fill());
  expect(filling).toBeLessThan(1_000);
});

test('a search that many names nearly match goes on where a page has looked at enough', async () => {
  await server.ok('PUT', userUrl('mia'), { body: { display_name: 'Mia' }, tenant: 'many' });
  const isOne = 'ext_user_id = (select max(ext_user_id) from users where tenant_id = $1 and user_id like $2)';
  await sql(
    `update users set display_name = case when ${isOne} then 'Even Odd' when ext_user_id % 2 = 0 then 'Even' else 'Odd' end
     where tenant_id = $1 and user_id like $2`,
    ['many', 'many-1%'],
  );
  await fill();
  const mia = await signIn(server, 'mia', { tenant: 'many' });
  const found: string[] = [];
  let pages = 0;
  for (let next: string | null | undefined = ''; next != null; pages += 1) {
    const { body } = await mia.call('GET', peopleUrl('even odd', next && `next=${next}`));
    found.push(...body.data.map(({ display_name }: { display_name: string }) => display_name));
    next = body.next;
  }
  expect(found).toEqual(['Even Odd']);
  expect([pages > 5, pages < 8]).toEqual([true, true]);
  // A word that few names have leads there at once.
  const [{ user_id: rare = '' } = {}] = await sql(
    `select user_id from users where user_id like 'many-2%' limit 1`,
  );
  const { data, next } = (await mia.call('GET', peopleUrl(`many ${rare.slice(5)}`, 'limit=1'))).body;
  expect([data[0].user_id, next === null || data.length === 1]).toEqual([rare, true]);
});

test('the users with whom someone shares threads are looked up unless there are too many memberships', async () => {
  await server.users(3, 'mate');
  const mate = await signIn(server, 'mate1');
  await server.group(['mate1', 'mate2', 'mate3']);
  await server.group(['mate2', 'mate1']);
  const find = (most: number) =>
    server.db.transaction((tx) => findAllCompanions(tx, mate.extUserId as ExtUserId, most));
  // Five memberships of three users, with their own.
  expect([await find(4), (await find(5))?.length, (await find(6))?.length]).toEqual([undefined, 3, 3]);
});

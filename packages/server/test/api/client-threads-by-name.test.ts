import { beforeAll, expect, test } from 'vitest';
import { MOST_NAMES } from '../../src/domain/operations/threads/list-my-threads.ts';
import { BOTS, expectRefused, MESSAGES, THREADS, threadUrl, userUrl } from '../harness/api.ts';
import { at, MY_THREADS, myMemberUrl, myThreadUrl, type SignedIn, signIn } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { useServer } from '../harness/use-server.ts';

/** The threads of a signed-in user by name. */

const server = await useServer();
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  await server.ok('PUT', userUrl('ann'), { body: { display_name: 'Ann' } });
  await server.ok('PUT', userUrl('ben'), { body: { display_name: 'Bến Trần' } });
  ann = await signIn(server, 'ann');
  ben = await signIn(server, 'ben');
});

const group = async (name: string, more: object = {}) => {
  const body = { name, owner_id: 'ann', member_ids: ['ben'], id_type: 2, ...more };
  return (await server.ok('POST', THREADS, { body })).thread_id as string;
};
const find = async (q: string, who = ann, query = '') =>
  (await who.threads(`q=${encodeURIComponent(q)}&limit=100&${query}`)).map(({ id }) => id);

test('the chat list has the groups with a name, and direct threads with the name of the other', async () => {
  const tea = await group('Café at the Tea House');
  const work = await group('工作群組');
  const { id: direct } = await ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: 'ben' } });
  await server.ok('POST', BOTS, { body: { bot_id: 'helper', display_name: 'Tea Helper' } });
  const news = { ...textTo('', ''), sender: { bot_id: 'helper' }, target: { user_ids: ['ann'] } };
  await server.ok('POST', MESSAGES, { body: news });
  const bot = at(await ann.threads('limit=1'), 0).id;
  for (const [q, ids] of [
    ['tea', [bot, tea]],
    ['ho te', [tea]],
    ['CAFE', [tea]],
    ['群', [work]],
    ['ben', [direct]],
    ['ben tran', [direct]],
    ['helper', [bot]],
    ['ann', []],
    ['ouse', []],
    ['...', []],
  ] as const)
    expect([q, await find(q)]).toEqual([q, ids]);
  expect(await find('ann', ben)).toEqual([direct]);
  expect(await find('ben', ben)).toEqual([]);

  // The order is that of the chat list, and the elements are the same.
  await ann.say(tea);
  expect(await find('tea')).toEqual([tea, bot]);
  expect(await ann.threads('q=te&limit=1')).toEqual(await ann.threads('limit=1'));

  await server.ok('PATCH', threadUrl(tea), { body: { name: 'Coffee House' } });
  await server.ok('PUT', userUrl('ben'), { body: { display_name: 'Benedict' } });
  expect([await find('tea'), await find('coffee')]).toEqual([[bot], [tea]]);
  expect([await find('tran'), await find('benedict')]).toEqual([[], [direct]]);
});

test('only threads of which the user is a current member are found', async () => {
  const left = await group('Leaving Party');
  const deleted = await group('Deleted Party');
  const others = await group('Party of others', { owner_id: 'ben', member_ids: [] });
  const kept = await group('Party');
  expect(await find('party')).toEqual([kept, deleted, left]);
  await server.ok('DELETE', threadUrl(deleted));
  await ann.ok('DELETE', myMemberUrl(left, 'ben'));
  expect([await find('party'), await find('party', ben)]).toEqual([
    [kept, left],
    [kept, others],
  ]);
  expect((await ann.call('GET', myThreadUrl(others))).body.message_code).toBe('M40401');
});

test('threads that are tied to an object are found with its reference', async () => {
  const tied = await group('Order seven', { reference_id: 'order:7' });
  const other = await group('Complaint', { reference_id: 'order:7' });
  const free = await group('Order list');
  expect(await find('order')).toEqual([free]);
  expect(await find('order', ann, 'reference_id=order:7')).toEqual([tied]);
  expect(await find('compl', ann, 'reference_id=order:7')).toEqual([other]);
  expect(await find('order', ann, 'reference_id=order:8')).toEqual([]);
});

test.each([1, 2, 3, 4])('pages of %i elements have every thread once', async (limit) => {
  const isFirst = limit === 1;
  if (isFirst) for (const name of ['Paged a', 'Else b', 'Paged c', 'Paged d', 'Else e']) await group(name);
  const all = await find('paged');
  expect(all).toHaveLength(3);
  const seen: string[] = [];
  for (let last = '0'; ; ) {
    const { data, has_more } = (await ann.call('GET', `${MY_THREADS}?q=paged&limit=${limit}&last_id=${last}`))
      .body;
    seen.push(...data.map(({ id }: { id: string }) => id));
    expect(has_more).toBe(seen.length < 3);
    if (has_more !== true) break;
    last = data.at(-1).list_position;
  }
  expect(seen).toEqual(all);
});

test.each([
  ['q=', ['q']],
  ['q=%20', ['q']],
  ['q=a&q=b', ['q']],
  [`q=${'a'.repeat(201)}`, ['q']],
  [`q=${Array.from({ length: 11 }, () => 'a').join('+')}`, ['q']],
  ['q=&limit=0', ['q', 'limit']],
])('the query %s is refused', async (query, fields) => {
  await expectRefused(server, ['GET', `${MY_THREADS}?${query}`, { token: ann.token }], 'M40010', fields);
});

test.each(['a'.repeat(199), 'a'.repeat(200), `${'zz '.repeat(10)}`])(
  'the query %j finds nothing',
  async (q) => {
    expect(await find(q)).toEqual([]);
  },
);

test.each([
  [MOST_NAMES - 1, true],
  [MOST_NAMES, false],
])('a thread after %i others is found: %s', { tags: 'thorough' }, async (others, isFound) => {
  const user = `many-${others}`;
  await server.ok('PUT', userUrl(user), { body: {} });
  const many = await signIn(server, user);
  const wanted = await group('Wanted', { owner_id: user, member_ids: [] });
  const other = await group('Other', { owner_id: user, member_ids: [] });
  const copy = (table: string, id: string) =>
    server.database.sql(
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('${id}', $1::bigint + n))).*
       from ${table} t, generate_series(1, $2::int) n where t.${id} = $3`,
      [others * 10_000, others - 1, other],
    );
  await copy('threads', 'id');
  await copy('thread_heads', 'thread_id');
  await copy('members', 'thread_id');
  await copy('user_threads', 'thread_id');
  await copy('log_entries', 'thread_id');
  expect(await find('wanted', many)).toEqual(isFound ? [wanted] : []);
  // A later page looks further.
  const { list_position } = at(await many.threads('limit=1'), 0);
  expect(await find('wanted', many, `last_id=${list_position}`)).toEqual([wanted]);
});

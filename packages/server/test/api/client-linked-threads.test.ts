// @module-tag database
import { beforeEach, describe, expect, test } from 'vitest';
import { expectRefused, memberUrl, THREADS, threadUrl } from '../harness/api.ts';
import { at, MY_THREADS, myMemberUrl, myThreadUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { useServer } from '../harness/use-server.ts';

/** The linked threads of a signed-in user: those that are tied to an object, whichever. */

const server = await useServer();
let serial = 0;
let ann: SignedIn;
let ben: SignedIn;
beforeEach(async () => {
  serial += 1;
  [ann, ben] = await signInAll(server, 2, `user-${serial}-`);
});

/** Creates a thread of both. */
async function create(references: object = {}, name = 'Thread'): Promise<string> {
  const body = { name, owner_id: ann.userId, member_ids: [ben.userId], id_type: 2, ...references };
  return (await server.ok('POST', THREADS, { body })).thread_id;
}
const listed = async (query: string, who = ben) => (await who.threads(query)).map(({ id }) => id);

describe('linked=true', () => {
  test('lists all linked threads, the one with the latest message first, with their unread counts', async () => {
    const order = await create({ reference_id: 'order:7' });
    const ticket = await create({ satl_reference_id: 'tickets' });
    const both = await create({ reference_id: 'order:8', satl_reference_id: 'tickets' });
    const group = await create();
    expect(await listed('linked=true')).toEqual([both, ticket, order]);
    await ann.say(order);
    await ann.say(ticket);
    await ann.say(order);
    await ben.say(order);
    const threads = await ben.threads('linked=true');
    expect(threads.map(({ id, unread_count }) => [id, unread_count])).toEqual([
      [order, 2],
      [ticket, 1],
      [both, 0],
    ]);
    expect(at(threads, 0)).toEqual({
      ...(await ben.thread(order)),
      list_position: expect.stringMatching(/^\d+_\d+$/),
    });
    // Without it, the list is the chat list, as with false.
    for (const query of ['', 'linked=false']) expect(await listed(query)).toEqual([group]);
  });

  test('pages never repeat or lose a thread', async () => {
    const all: string[] = [];
    for (let count = 0; count < 7; count += 1) all.unshift(await create({ reference_id: `order:${count}` }));
    const seen: string[] = [];
    for (let last = '0'; ; ) {
      const page = await ben.threads(`linked=true&limit=3&last_id=${last}`);
      seen.push(...page.map(({ id }) => id));
      if (page.length < 3) break;
      last = at(page, -1).list_position;
    }
    expect(seen).toEqual(all);
  });

  test('can be combined with a reference and a name', async () => {
    const order = await create({ reference_id: 'order:7' }, 'Two chairs');
    const other = await create({ reference_id: 'order:8' }, 'Two tables');
    await create({}, 'Two of us');
    for (const linked of ['linked=true&', 'linked=false&', ''])
      expect(await listed(`${linked}reference_id=order:7`)).toEqual([order]);
    expect(await listed('linked=true&q=two')).toEqual([other, order]);
    expect(await listed('linked=true&q=tab')).toEqual([other]);
    expect(await listed('linked=true&q=us')).toEqual([]);
    expect(await listed('linked=true&q=two&limit=1')).toEqual([other]);
  });

  test('lists only threads of which the user is a member now', async () => {
    const [kept, left, banned, deleted] = [
      await create({ reference_id: 'a' }),
      await create({ reference_id: 'a' }),
      await create({ reference_id: 'b' }),
      await create({ reference_id: 'b' }),
    ];
    await ben.ok('DELETE', myMemberUrl(left, ben.userId));
    await server.ok('POST', memberUrl(banned, ben.userId, 'ban'));
    await server.ok('DELETE', threadUrl(deleted));
    expect(await listed('linked=true')).toEqual([kept]);
    const [stranger] = await signInAll(server, 1, `stranger-${serial}-`);
    expect(await listed('linked=true', stranger)).toEqual([]);
    const tenant = { tenant: 'elsewhere' };
    const [namesake] = await signInAll(server, 1, `user-${serial}-`, tenant);
    const body = { name: 'T', owner_id: namesake.userId, member_ids: [], id_type: 2, reference_id: 'a' };
    const { thread_id } = await server.ok('POST', THREADS, { ...tenant, body });
    expect(await listed('linked=true', namesake)).toEqual([thread_id]);
    expect(await listed('linked=true', ann)).not.toContain(thread_id);
  });

  test.each(['', 'TRUE', '1', 'yes', 'null', 'true%20', 'order:7', 'true&linked=true'])(
    'refuses "%s"',
    async (value) => {
      const url = `${MY_THREADS}?linked=${value}`;
      await expectRefused(server, ['GET', url, { token: ben.token }], 'M40010', ['linked']);
    },
  );

  test('a thread that is read is still listed', async () => {
    const order = await create({ reference_id: 'order:7' });
    await ann.say(order);
    await ben.ok('PUT', myThreadUrl(order, '/read'));
    expect(await ben.threads('linked=true')).toMatchObject([{ id: order, unread_count: 0 }]);
  });
});

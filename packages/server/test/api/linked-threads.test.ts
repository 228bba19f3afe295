// @module-tag database
import { describe, expect, test } from 'vitest';
import { expectRefused, THREADS, threadUrl } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

/** Threads that are tied to an object of the integrator, as back ends find them. */

const server = await useServer();
await server.users(2, 'u');

const GROUP = { name: 'Order', owner_id: 'u1', member_ids: ['u2'], id_type: 2 };

async function create(links: object, options: CallOptions = {}): Promise<string> {
  return (await server.ok('POST', THREADS, { ...options, body: { ...GROUP, ...links } })).thread_id;
}

async function find(query: string, options: CallOptions = {}): Promise<string[]> {
  const threads: { id: string }[] = await server.ok('GET', `${THREADS}?${query}`, options);
  return threads.map(({ id }) => id);
}

describe('threads are found', () => {
  test('by either reference, or by both', async () => {
    const order = await create({ reference_id: 'order:7' });
    const again = await create({ reference_id: 'order:7' });
    const listed = await create({ satl_reference_id: 'list 1' });
    const both = await create({ reference_id: 'order:7', satl_reference_id: 'list 1' });
    expect(await find('reference_id=order:7')).toEqual([order, again, both]);
    expect(await find('satl_reference_id=list%201')).toEqual([listed, both]);
    expect(await find('reference_id=order:7&satl_reference_id=list%201')).toEqual([both]);
    for (const none of ['reference_id=list%201', 'reference_id=order', 'reference_id=ORDER:7'])
      expect(await find(none)).toEqual([]);
    await server.ok('DELETE', threadUrl(again));
    expect(await find('reference_id=order:7')).toEqual([order, both]);
  });

  test('in pages, by ascending id', async () => {
    const ids = [await create({ reference_id: 'paged' })];
    await create({ reference_id: 'another' });
    ids.push(await create({ reference_id: 'paged' }), await create({ reference_id: 'paged' }));
    const page = (last: string) => find(`reference_id=paged&limit=2&last_thread_id=${last}`);
    expect(await page('0')).toEqual(ids.slice(0, 2));
    expect(await page(ids[1] ?? '')).toEqual(ids.slice(2));
    expect(await page(ids[2] ?? '')).toEqual([]);
  });

  test('but none of them is public', async () => {
    await create({ reference_id: 'private' });
    expect(await find('reference_id=private&only_public_thread=true')).toEqual([]);
    expect(await find('reference_id=private&only_public_thread=false')).toHaveLength(1);
  });

  test('only in their own space', async () => {
    await create({ reference_id: 'ours' });
    await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
    const elsewhere = [
      { headers: { 'x-tenant-id': 'twin' } },
      { key: await server.createKey({ appId: 'other' }) },
    ];
    for (const options of elsewhere) {
      expect(await find('reference_id=ours', options)).toEqual([]);
      await server.ok('PUT', '/user/v1.0/user/u1', { ...options, body: {} });
      const theirs = await create({ member_ids: [], reference_id: 'ours' }, options);
      expect(await find('reference_id=ours', options)).toEqual([theirs]);
    }
    expect(await find('reference_id=ours')).toHaveLength(1);
  });

  test.each(['reference_id', 'satl_reference_id'])('by a valid %s; others are M40010', async (name) => {
    const wrong = ['%00', '%20x', 'x%20', '%E2%80%8B', 'a'.repeat(256), '%F0%9F%92%A9'.repeat(64)];
    for (const query of [...wrong.map((value) => `${name}=${value}`), `${name}=a&${name}=b`])
      await expectRefused(server, ['GET', `${THREADS}?${query}`], 'M40010', [name]);
    const longest = 'a'.repeat(255);
    const id = await create({ [name]: longest });
    expect(await find(`${name}=${longest}`)).toEqual([id]);
    expect(await find(`${name}=${longest.slice(1)}`)).toEqual([]);
    const odd = `'; drop table threads; -- 💩 %_\\`;
    const injected = await create({ [name]: odd });
    expect(await find(`${name}=${encodeURIComponent(odd)}`)).toEqual([injected]);
  });
});

test.each([
  [{}],
  [{ reference_id: 'shown' }],
  [{ satl_reference_id: 'shown list' }],
  [{ reference_id: 'shown', satl_reference_id: 'shown list' }],
])('responses carry exactly the references that a thread has: %j', async (links) => {
  const id = await create(links);
  const [listed] = await server.ok('GET', `${THREADS}?last_thread_id=${Number(id) - 1}`);
  const changed = await server.ok('PATCH', threadUrl(id), { body: { description: 'Ready on Friday' } });
  for (const thread of [await server.ok('GET', threadUrl(id)), listed, changed]) {
    const { reference_id, satl_reference_id } = thread;
    expect({ reference_id, satl_reference_id }).toEqual({
      reference_id: undefined,
      satl_reference_id: undefined,
      ...links,
    });
    expect(Object.keys(thread).filter((name) => name.endsWith('reference_id'))).toEqual(Object.keys(links));
  }
});

test('the frame thread.joined of a thread contains its references', async () => {
  const [ann] = await signInAll(server, 1, 'joining');
  const socket = await connect(server, ann);
  const links = { reference_id: 'joined', satl_reference_id: '' };
  const id = await create({ reference_id: links.reference_id, owner_id: ann.userId });
  expect((await socket.next('thread.joined')).thread).toMatchObject({ id, ...links });
  await socket.close();
});

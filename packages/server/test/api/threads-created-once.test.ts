// @module-tag database
import { describe, expect, test } from 'vitest';
import type { Space } from '../../src/domain/context.ts';
import { createGroup, type NewGroup } from '../../src/domain/operations/threads/create-group.ts';
import { createThreadQueue } from '../../src/domain/operations/threads/thread-queue.ts';
import { expectRefused, logOf, membersUrl, THREADS, threadUrl } from '../harness/api.ts';
import type { CallOptions } from '../harness/calls.ts';
import { MY_THREADS, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { recount } from '../harness/recount.ts';
import { startTestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** Threads of an object that are created once, by `if_exists`. */

const server = await useServer();
await server.users(4, 'u');

const GROUP = { name: 'Order', owner_id: 'u1', member_ids: ['u2'], id_type: 2 };

interface Created {
  thread_id: string;
  created?: boolean;
}

const create = (changes: object, options: CallOptions = {}, on = server): Promise<Created> =>
  on.ok('POST', THREADS, { ...options, body: { ...GROUP, ...changes } });
const createOnce = (changes: object, options: CallOptions = {}, on = server) =>
  create({ if_exists: 'return', ...changes }, options, on);
const find = async (reference: string): Promise<string[]> =>
  (await server.ok('GET', `${THREADS}?reference_id=${reference}&limit=100`)).map(
    ({ id }: { id: string }) => id,
  );

test('the second request gets the thread of the first, unchanged', async () => {
  const first = await createOnce({ reference_id: 'once' });
  expect(first).toEqual({ thread_id: expect.any(String), created: true });
  const before = [await server.ok('GET', threadUrl(first.thread_id)), await logOf(server, first.thread_id)];
  const other = { name: 'Other', description: 'x', owner_id: 'u3', member_ids: ['u4'] };
  expect(await createOnce({ ...other, reference_id: 'once' })).toEqual({ ...first, created: false });
  expect([await server.ok('GET', threadUrl(first.thread_id)), await logOf(server, first.thread_id)]).toEqual(
    before,
  );
  const members: { user_id: string }[] = await server.ok('GET', membersUrl(first.thread_id));
  expect(members.map(({ user_id }) => user_id)).toEqual(['u1', 'u2']);
  expect(await find('once')).toEqual([first.thread_id]);
  // No id is drawn in vain.
  expect(Number((await create({})).thread_id)).toBe(Number(first.thread_id) + 1);
});

test('without it, each request creates a thread, and of several the oldest one is returned', async () => {
  const ids = [await create({ reference_id: 'several' }), await create({ reference_id: 'several' })];
  expect(ids).toEqual([{ thread_id: expect.any(String) }, { thread_id: expect.any(String) }]);
  const [oldest, newest] = ids.map(({ thread_id }) => thread_id);
  expect(await find('several')).toEqual([oldest, newest]);
  expect(await createOnce({ reference_id: 'several' })).toEqual({ thread_id: oldest, created: false });
  // Deleted threads do not count.
  await server.ok('DELETE', threadUrl(oldest ?? ''));
  expect(await createOnce({ reference_id: 'several' })).toEqual({ thread_id: newest, created: false });
  await server.ok('DELETE', threadUrl(newest ?? ''));
  const { thread_id: next, created } = await createOnce({ reference_id: 'several' });
  expect([created, await find('several')]).toEqual([true, [next]]);
});

test('of two references, both must match; with one, it alone decides', async () => {
  const both = await createOnce({ reference_id: 'task', satl_reference_id: 'list' });
  const sameObject = await createOnce({ reference_id: 'task', satl_reference_id: 'other list' });
  const sameList = await createOnce({ reference_id: 'other task', satl_reference_id: 'list' });
  expect([both, sameObject, sameList].map(({ created }) => created)).toEqual([true, true, true]);
  const again = (links: object) => createOnce(links).then(({ thread_id }) => thread_id);
  expect(await again({ reference_id: 'task', satl_reference_id: 'list' })).toBe(both.thread_id);
  expect(await again({ reference_id: 'task', satl_reference_id: 'other list' })).toBe(sameObject.thread_id);
  expect(await again({ reference_id: 'other task', satl_reference_id: 'list' })).toBe(sameList.thread_id);
  expect(await again({ reference_id: 'task' })).toBe(both.thread_id);
  expect(await again({ satl_reference_id: 'list', reference_id: null })).toBe(both.thread_id);
  // A reference is not a list of the same name.
  expect(await createOnce({ satl_reference_id: 'task' })).toMatchObject({ created: true });
});

test('threads of other spaces do not count', async () => {
  const ours = await createOnce({ reference_id: 'space' });
  await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
  for (const options of [{ tenant: 'twin' }, { key: await server.createKey({ appId: 'other' }) }]) {
    for (const id of ['u1', 'u2']) await server.ok('PUT', `/user/v1.0/user/${id}`, { ...options, body: {} });
    const theirs = await createOnce({ reference_id: 'space' }, options);
    expect(theirs).toEqual({ thread_id: expect.any(String), created: true });
    expect(theirs.thread_id).not.toBe(ours.thread_id);
    expect(await createOnce({ reference_id: 'space' }, options)).toEqual({ ...theirs, created: false });
  }
  expect(await createOnce({ reference_id: 'space' })).toEqual({ ...ours, created: false });
});

describe('many requests at once', () => {
  test.each([2, 20])('create one thread: %d', async (count) => {
    const reference_id = `at-once-${count}`;
    const answers = await inParallel(count, () => createOnce({ reference_id }));
    expect(new Set(answers.map(({ thread_id }) => thread_id)).size).toBe(1);
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(await find(reference_id)).toEqual([answers[0]?.thread_id]);
  });

  test('also on two nodes, of several references, among requests for threads of their own', async () => {
    const other = await startTestServer({}, Promise.resolve(server.database));
    try {
      const references = ['a', 'b', 'c'].map((name) => `node-${name}`);
      const work = references.flatMap((reference_id) =>
        Array.from(
          { length: 20 },
          (_, index) => () => createOnce({ reference_id }, {}, index % 2 === 0 ? server : other),
        ),
      );
      await Promise.all([
        ...work.map((one) => one()),
        ...Array.from({ length: 20 }, () => create({ reference_id: 'plain' })),
      ]);
      for (const reference of references) expect(await find(reference)).toHaveLength(1);
      expect(await find('plain')).toHaveLength(20);
      expect(await recount(server.database)).toEqual([]);
    } finally {
      await other.closeNode();
    }
  });
});

describe('in one batch', () => {
  const ABSENT = [undefined, null, ''];

  /** Creates groups in one transaction; returns for each the number of the request that created its thread. */
  async function createInBatch(requests: readonly { tenantId?: string; [field: string]: unknown }[]) {
    const { db } = server;
    const queue = createThreadQueue(db);
    const answers = await Promise.all(
      requests.map(({ tenantId = '', ...changes }) => {
        const ctx = { db, space: { appId: 'test', tenantId } as Space };
        const group = { ...GROUP, if_exists: 'return', ...changes } as NewGroup;
        return createGroup(ctx, queue, group, { idempotency: undefined, idField: 'thread_id' });
      }),
    );
    return answers.map(({ data }) => answers.findIndex((other) => other.isNew && other.data === data));
  }

  test.each([
    ['reference_id', 'satl_reference_id'],
    ['satl_reference_id', 'reference_id'],
  ])('an absent, null or empty %s is the same', async (name, other) => {
    const requests = ABSENT.map((absent) => ({ [other]: 'batch of absent', [name]: absent }));
    expect(await createInBatch(requests)).toEqual([0, 0, 0]);
    const answers = await inParallel(9, (index) =>
      createOnce({ [other]: 'requests of absent', [name]: ABSENT[index % 3] }),
    );
    expect(new Set(answers.map(({ thread_id }) => thread_id)).size).toBe(1);
  });

  test('the result is the oldest thread, also if a request without if_exists creates it', async () => {
    const reference_id = 'plain-beside-once';
    const plain = { reference_id, if_exists: undefined };
    expect(await createInBatch([{ reference_id }, plain, { reference_id }, plain])).toEqual([1, 1, 1, 3]);
    const [oldest, ...others] = await find(reference_id);
    expect(others).toHaveLength(1);
    expect(await createOnce({ reference_id })).toEqual({ thread_id: oldest, created: false });
  });

  test('a request with one reference gets an earlier thread with both, but not the other way round', async () => {
    const requestsOf = (name: string) => {
      const both = { reference_id: `task ${name}`, satl_reference_id: `list ${name}` };
      return [both, { ...both, satl_reference_id: '' }, { ...both, reference_id: '' }] as const;
    };
    const [both, task, list] = requestsOf('first');
    expect(await createInBatch([both, task, list, both])).toEqual([0, 0, 0, 0]);
    const [laterBoth, otherTask, otherList] = requestsOf('last');
    expect(await createInBatch([otherTask, otherList, laterBoth, otherTask, laterBoth])).toEqual([
      0, 1, 2, 0, 2,
    ]);
  });

  test('threads of other tenants do not count', async () => {
    for (const id of ['u1', 'u2'])
      await server.ok('PUT', `/user/v1.0/user/${id}`, { tenant: 'neighbour', body: {} });
    const ours = { reference_id: 'batch of tenants' };
    const theirs = { ...ours, tenantId: 'neighbour' };
    expect(await createInBatch([ours, theirs, ours, theirs])).toEqual([0, 1, 0, 1]);
  });
});

test.each([true, false])(
  'a repeated idempotency key gets the first answer (created: %s)',
  async (created) => {
    const reference_id = `key-${created}`;
    if (!created) await createOnce({ reference_id });
    const headers = { 'idempotency-key': reference_id };
    const first = await createOnce({ reference_id }, { headers });
    expect(first.created).toBe(created);
    const url = threadUrl(first.thread_id);
    await server.ok('DELETE', url);
    const again = await server.call('POST', THREADS, {
      headers,
      body: { ...GROUP, reference_id, if_exists: 'return' },
    });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.data).toEqual(first);
    expect(await find(reference_id)).toEqual([]);
    const body = { ...GROUP, reference_id };
    await expectRefused(server, ['POST', THREADS, { headers, body }], 'M42201');
  },
);

test('is refused with another value, or without a reference', async () => {
  const refused = (changes: object, fields: string[]) =>
    expectRefused(server, ['POST', THREADS, { body: { ...GROUP, ...changes } }], 'M40003', fields);
  for (const if_exists of ['RETURN', 'create', 1, true, {}, ['return'], 'return\u0000', '💩'.repeat(1_000)])
    await refused({ if_exists, reference_id: 'x' }, ['if_exists']);
  for (const links of [{}, { reference_id: '' }, { reference_id: null, satl_reference_id: '' }])
    await refused({ if_exists: 'return', ...links }, ['if_exists']);
  await refused({ if_exists: 'return', id_type: 1, owner_id: 'x' }, [
    'if_exists',
    'member_ids[0]',
    'owner_id',
  ]);
  for (const if_exists of [null, ''])
    expect(await create({ if_exists, reference_id: 'absent' })).toEqual({ thread_id: expect.any(String) });
  // The request is checked as if it were to create the thread.
  await createOnce({ reference_id: 'checked' });
  const body = { ...GROUP, owner_id: 'nobody', reference_id: 'checked', if_exists: 'return' };
  await expectRefused(server, ['POST', THREADS, { body }], 'M40402', ['owner_id']);
});

test('is ignored in requests of signed-in users, who tie threads to nothing', async () => {
  const [ann] = await signInAll(server, 1);
  await createOnce({ reference_id: 'theirs' });
  const body = { type: 'group', name: 'Mine', member_ids: [], if_exists: 'return', reference_id: 'theirs' };
  const ids = [await ann.ok('POST', MY_THREADS, { body }), await ann.ok('POST', MY_THREADS, { body })];
  expect(ids[0].id).not.toBe(ids[1].id);
  expect(ids.map(({ reference_id }) => reference_id)).toEqual(['', '']);
});

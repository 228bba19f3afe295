import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PublishingDatabase } from '../../src/bus/publishing-database.ts';
import type { Space } from '../../src/domain/context.ts';
import { createGroup, type NewGroup } from '../../src/domain/operations/threads/create-group.ts';
import { createThreadQueue, type ThreadQueue } from '../../src/domain/operations/threads/thread-queue.ts';
import type { IdempotencyKey } from '../../src/domain/records/idempotency-keys.ts';
import { createLog } from '../../src/platform/log.ts';
import { at, MY_THREADS, type SignedIn, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { connect } from '../harness/test-database.ts';
import type { TestServer } from '../harness/test-server.ts';
import { useServer } from '../harness/use-server.ts';

/** Threads are created in batches. A delayed batch delays no other request, and polling clients miss no thread. */

const THREADS = '/open-api/v1.0/chat/threads';
const MESSAGES = '/open-api/v1.0/chat/messages';
const CREATORS = 16;

const server = await useServer();
let people: SignedIn[];
beforeAll(async () => {
  people = await signInAll(server, 40);
});
afterAll(async () => {
  expect(await recount(server.database)).toEqual([]);
});

/** The connections of another node. */
function connectElsewhere({ database }: TestServer): PublishingDatabase {
  const log = createLog('fatal');
  return new PublishingDatabase(database.connection, { poolSize: 4, log, bus: openInProcessBus(log) });
}

/** A group of these users, created by the other node. */
function makeElsewhere(
  db: PublishingDatabase,
  queue: ThreadQueue,
  [owner_id = '', ...member_ids]: string[],
  idempotency?: IdempotencyKey,
) {
  const space = { appId: 'test', tenantId: '' } as Space;
  const group = { name: 'Group', owner_id, member_ids, id_type: 2 } as NewGroup;
  return createGroup({ db, space }, queue, group, { idempotency, idField: 'thread_id' });
}

/** Another transaction is creating threads and does not finish. */
async function holdApplication(): Promise<() => Promise<void>> {
  const client = await connect(server.database.connection);
  await client.query('begin');
  await client.query('select from applications for no key update');
  return async () => {
    await client.query('commit');
    await client.end();
  };
}

test('requests that wait to create threads hold no connections that others need', async () => {
  const [ann, ben] = [at(people, 0), at(people, 1)];
  const threadId = await server.group([ann.userId, ben.userId]);
  const release = await holdApplication();
  const group = { type: 'group', name: 'Group', member_ids: [ben.extUserId] };
  const groups = inParallel(30, () => ann.ok('POST', MY_THREADS, { body: group }));
  const directs = inParallel(30, (index) =>
    ann.ok('POST', MY_THREADS, { body: { type: 'direct', user_id: `user${index + 3}` } }),
  );
  const toUsers = inParallel(30, (index) => {
    const target = { user_ids: [`user${index + 3}`] };
    return server.ok('POST', MESSAGES, { body: { ...textTo('', ben.userId), target } });
  });
  // More requests wait than the pool has connections, and others are still served.
  const codes = await inParallel(10, async () => {
    const sent = await ben.call('POST', `${MY_THREADS}/${threadId}/messages`, {
      body: { body: { text: 'Hi' } },
    });
    const read = await ben.call('GET', `${MY_THREADS}/${threadId}`);
    return [sent.body.message_code, read.body.message_code];
  });
  expect(codes).toEqual(Array.from({ length: 10 }, () => ['M200', 'M200']));
  await release();
  const made = [...(await groups), ...(await directs)].map(({ id }: { id: string }) => id);
  expect(new Set(made).size).toBe(60);
  await toUsers;
});

test('16 creators on two nodes: a client that polls from the last id misses no thread', async () => {
  const other = connectElsewhere(server);
  const queue = createThreadQueue(other);
  // Delays each transaction that creates threads between drawing ids and its commit.
  await server.database.sql(`
    create function pause() returns trigger language plpgsql as $$
    begin
      perform pg_sleep(random() * 0.01);
      return null;
    end $$;
    create constraint trigger pause after insert on threads deferrable initially deferred
      for each row execute function pause();`);
  const before = await server.group([at(people, 0).userId]);
  let isDone = false;
  const creators = inParallel(CREATORS, async (index) => {
    const owner = at(people, index);
    const ids: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      if (round % 4 === 3 && index % 4 === 0) {
        // Two direct threads and their messages, in a transaction of their own.
        const user_ids = [`user${index + 2 + round}`, `user${index + 3 + round}`];
        const body = { ...textTo('', owner.userId), target: { user_ids } };
        const prefer = { prefer: 'return=representation' };
        const { messages } = await server.ok('POST', MESSAGES, { body, headers: prefer });
        ids.push(...messages.map(({ thread_id }: { thread_id: string }) => thread_id));
      } else if (index % 2 === 0) {
        ids.push(await server.group([owner.userId]));
      } else {
        ids.push((await makeElsewhere(other, queue, [owner.userId])).data);
      }
    }
    return ids;
  }).finally(() => {
    isDone = true;
  });
  const seen: string[] = [];
  for (let isLast = false; !isLast; ) {
    isLast = isDone;
    for (;;) {
      const page: { id: string }[] = await server.ok(
        'GET',
        `${THREADS}?last_thread_id=${seen.at(-1) ?? before}&limit=7`,
      );
      seen.push(...page.map(({ id }) => id));
      if (page.length === 0) break;
    }
  }
  const made = (await creators).flat();
  await server.database.sql('drop function pause cascade');
  await queue.drain();
  await other.close();
  // (Pairs that had a thread before keep it.)
  expect(made.filter((id) => BigInt(id) > BigInt(before) && !seen.includes(id))).toEqual([]);
  const there = await server.database.sql<{ id: string }>(
    'select id from threads where id > $1 order by id',
    [before],
  );
  expect(seen).toEqual(there.map(({ id }) => id));
});

test('an idempotency key sent to two nodes at once creates one thread', async () => {
  const other = connectElsewhere(server);
  const queue = createThreadQueue(other);
  const own = createThreadQueue(server.db);
  const made = await inParallel(10, (index) => {
    const key = { key: 'one', fingerprint: Buffer.alloc(32, 7), ttlMs: 60_000 };
    return makeElsewhere(other, index % 2 === 0 ? own : queue, ['user1', 'user2'], key);
  });
  expect(new Set(made.map(({ data }) => data)).size).toBe(1);
  expect(made.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  await other.close();
});

// @module-tag database
import { once } from 'node:events';
import type { SearchHit } from '@palaver/protocol/search';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { SearchIndexer } from '../../src/domain/operations/search/search-indexer.ts';
import { FIRST_TURN, takeTurns } from '../../src/domain/records/search-queue.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Lease, Leases } from '../../src/storage/lease.ts';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';

import { useServer } from '../harness/use-server.ts';

/** Tenants take turns in the queue of search, each with its newest messages first. */

/** Blocks of one tenant that wait: many rounds of the indexer. */
const BACKLOG = 1_500;
/** Blocks of a round. */
const ROUND = 128;
const BLOCK = 8;

const server = await useServer();
beforeAll(async () => {
  // (Changes are queued from the first start of an indexer on.)
  const stop = server.runIndexer();
  await server.indexed();
  await stop();
});

/** Indexes for one round; resolves to whether there was anything to do. */
async function startRounds(): Promise<() => Promise<boolean>> {
  const log = createLog('fatal');
  const indexer = new SearchIndexer({ db: server.db, log });
  const held = Promise.withResolvers<Lease>();
  const stop = new Leases({ db: server.db, log }).whileHolding('search', async (lease) => {
    held.resolve(lease);
    await once(lease.ending, 'abort');
  });
  onTestFinished(stop);
  const lease = await held.promise;
  return () => indexer.indexChanges(lease);
}

interface Sender {
  options: { tenant?: string };
  person: SignedIn;
  thread: string;
}

async function senderIn(tenant: string): Promise<Sender> {
  const options = tenant === '' ? {} : { tenant };
  const person = at(await signInAll(server, 1, `user-of-${tenant}`, options), 0);
  return { options, person, thread: await server.group([person.userId], options) };
}

/** Queues so many blocks, some of them together, as sends do. */
async function flood({ person, thread }: Sender, blocks: number): Promise<void> {
  const last = BLOCK * (blocks + 1) - 1;
  for (let first = BLOCK; first <= last; first += 1_000)
    await server.database.sql(
      `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
       select $1, n, $2, 'text', 'floodword', '{"type":"text"}', 0 from generate_series($3::int, $4::int) n`,
      [thread, person.extUserId, first, Math.min(first + 999, last)],
    );
  await server.database.sql(
    'update thread_heads set last_seq = $2, last_message_seq = $2, active_at = now() where thread_id = $1',
    [thread, last],
  );
}

async function find({ options }: Sender, word: string): Promise<SearchHit[]> {
  return (await server.ok('GET', `/open-api/v1.0/chat/search?q=${word}`, options)) as SearchHit[];
}

/** The blocks of a thread that are indexed. */
async function blocksOf({ thread }: Sender): Promise<number[]> {
  const rows = await server.database.sql<{ block: string }>(
    'select block from search_blocks where thread_id = $1 order by block',
    [thread],
  );
  return rows.map(({ block }) => Number(block));
}

test('a new message is found after one round, whatever another tenant has sent before; and all the rest after some more', async () => {
  const [busy, other] = [await senderIn('busy'), await senderIn('other')];
  const round = await startRounds();
  while (await round());
  await flood(busy, BACKLOG);
  await round();
  await other.person.say(other.thread, 'calmword');
  expect(await find(other, 'calmword')).toEqual([]);
  await round();
  expect(await find(other, 'calmword')).toHaveLength(1);
  // Also a message of the busy tenant itself.
  await busy.person.say(busy.thread, 'latestword');
  await round();
  expect(await find(busy, 'latestword')).toHaveLength(1);
  let rounds = 0;
  while (await round()) rounds += 1;
  expect(rounds).toBeGreaterThan(BACKLOG / ROUND - 4);
  expect((await blocksOf(busy)).length).toBe(BACKLOG + 1);
});

test('two tenants with a backlog have equal shares of a round, for their newest messages', async () => {
  const [one, two] = [await senderIn('one'), await senderIn('two')];
  const round = await startRounds();
  while (await round());
  await flood(one, BACKLOG);
  await flood(two, 300);
  await round();
  const shares = [await blocksOf(one), await blocksOf(two)].map((blocks) =>
    blocks.filter((block) => block > 0),
  );
  expect(shares.map((blocks) => blocks.length)).toEqual([ROUND / 2, ROUND / 2]);
  expect(shares.map((blocks) => blocks.at(-1))).toEqual([BACKLOG, 300]);
  while (await round());
  expect((await blocksOf(two)).filter((block) => block > 0)).toHaveLength(300);
});

test('of more tenants than a round has turns, all have one before the first has another', async () => {
  await server.database.sql('truncate search_backlog');
  await server.database.sql(
    `insert into search_backlog (thread_id, block, is_large, space, id)
     select space, block, false, space, block from generate_series(1, 5) as space, generate_series(1, 10) as block`,
  );
  const rounds: string[][] = [];
  await server.db.transaction(async (tx) => {
    let after = FIRST_TURN;
    for (let count = 0; count < 4; count += 1) {
      const turns = await takeTurns(tx, false, after, 2);
      after = turns.after;
      rounds.push(turns.blocks.map(({ thread_id, block }) => `${thread_id}.${block}`).sort());
    }
  });
  expect(rounds).toEqual([
    ['1.10', '2.10'],
    ['3.10', '4.10'],
    ['5.10', '5.9'],
    ['1.9', '2.9'],
  ]);
  await server.database.sql('truncate search_backlog');
});

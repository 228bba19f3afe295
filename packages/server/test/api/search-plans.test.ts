// @module-tag database
import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import { beforeAll, expect, test } from 'vitest';
import { joined } from '../../src/bus/publishing-database.ts';
import { searchMessages } from '../../src/domain/operations/search/search-messages.ts';
import { indexBlocks } from '../../src/domain/records/search-blocks.ts';
import { BLOCK_BITS } from '../../src/domain/rules/search/scopes.ts';
import { signInAll } from '../harness/client-api.ts';
import { rowsRead } from '../harness/rows-read.ts';
import { useServer } from '../harness/use-server.ts';

/** What it costs to index a few blocks, and to find a few messages, does not grow with the messages of their thread. */

const STORED = 20_000;
/** For a statement that reads a handful of blocks, with what its planning reads. */
const FEW = STORED / 20;
const SMALL_THREADS = 50;
const SPACE = { appId: 'test' as AppId, tenantId: '' as TenantId };

const server = await useServer();
/** It has most of the messages, while PostgreSQL knows only how many a thread has on average. */
let large: ThreadId;
beforeAll(async () => {
  const { sql } = server.database;
  const [ann] = await signInAll(server, 1);
  large = (await server.group([ann.userId])) as ThreadId;
  await sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
     select $1, n, $2, 'text', case n when 1001 then '我的 quiz again hello' else 'hello word' || n || ' again' end, '{"type":"text"}', 0 from generate_series(1001, $3::int) n`,
    [large, ann.extUserId, STORED],
  );
  for (let count = 0; count < SMALL_THREADS; count += 1)
    await ann.say(await server.group([ann.userId]), 'hello');
  await sql(
    'update thread_heads set last_seq = $2, last_message_seq = $2, active_at = now() where thread_id = $1',
    [large, STORED],
  );
  const stop = server.runIndexer();
  await server.indexed();
  await stop();
  await sql('vacuum analyze');
});

test('blocks are indexed without reading the rest of their thread', async () => {
  const keys = [200, 1_000, 2_000].map((block) => ({ thread_id: large, block }));
  const read = await rowsRead(server.db, (tx) => indexBlocks(tx, keys));
  expect(read).toBeGreaterThan(keys.length << BLOCK_BITS);
  expect(read).toBeLessThan(FEW);
});

interface Cost {
  found: number;
  /** Rows. */
  read: number;
}

async function costOf(query: string): Promise<Cost> {
  const options = {
    sender: undefined,
    kind: undefined,
    before: undefined,
    after: undefined,
    next: undefined,
  };
  let found = 0;
  const read = await rowsRead(server.db, async (tx) => {
    const search = { query, threadId: large, limit: 10, ...options };
    found = (await searchMessages({ db: joined(tx), space: SPACE }, search)).items.length;
  });
  return { found, read };
}

// (The last two find only the oldest message.)
test.each(['hello', 'word', 'word12345', 'word7777', '"hello word2000"', '的', 'q'])(
  'a search for %s does not read its whole thread',
  async (query) => {
    const { found, read } = await costOf(query);
    expect(found).toBeGreaterThan(0);
    expect(read).toBeLessThan(FEW);
  },
);

test('a phrase whose words are in all messages, but together only in the oldest one, is found by the rows of the index', async () => {
  const { found, read } = await costOf('"again hello"');
  expect(found).toBe(1);
  expect(read).toBeLessThan(STORED / 2);
});

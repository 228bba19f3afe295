// @module-tag database
import type { ThreadId } from '@palaver/protocol/ids';
import { expect, test } from 'vitest';
import { indexBlocks } from '../../src/domain/records/search-blocks.ts';
import { SearchQuery } from '../../src/domain/rules/search/search-query.ts';
import { TERMS_VERSION, termGroups } from '../../src/domain/rules/search/terms.ts';
import { threadUrl } from '../harness/api.ts';
import { at, myMessageUrl, signInAll } from '../harness/client-api.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { momentComes } from '../harness/waits.ts';

/** The index of search has all messages, whatever happens while it is made. */

const server = await useServer();
const [ann] = await signInAll(server, 1);

interface BlockRow {
  thread_id: string;
  block: string;
  earliest_at: Date;
  latest_at: Date;
  terms: number[];
  pairs: string | null;
}

async function storedIndex(): Promise<BlockRow[]> {
  return server.database.sql<BlockRow>(
    `select thread_id, block, earliest_at, latest_at, array(select unnest(terms) order by 1) as terms, pairs
     from search_blocks order by thread_id, block`,
  );
}

/** The index as it is when all blocks are read again. */
async function freshIndex(): Promise<BlockRow[]> {
  const keys = await server.database.sql<{ thread_id: ThreadId; block: string }>(
    'select distinct thread_id::text, seq >> 3 as block from messages',
  );
  await server.database.sql('truncate search_blocks');
  await server.db.transaction((tx) =>
    indexBlocks(
      tx,
      keys.map(({ thread_id, block }) => ({ thread_id, block: Number(block) })),
    ),
  );
  return storedIndex();
}

const find = async (q: string) =>
  (await ann.ok('GET', `/client/v1.0/search?q=${encodeURIComponent(q)}`)) as unknown[];

test('messages from before the index, and of transactions that were open when it began, are found', async () => {
  const thread = await server.group([ann.userId]);
  await ann.say(thread, 'beforeword');
  await server.database.sql('truncate search_state, search_queue, search_blocks');
  const commit = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  // A send of a server that saw that there is no index.
  const writing = server.db.transaction(async (tx) => {
    await tx.query(
      `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
       values ($1, 90, $2, 'text', 'openword', '{"type":"text"}', 0)`,
      [thread, ann.extUserId],
    );
    await tx.query('update thread_heads set last_seq = 90, last_message_seq = 90 where thread_id = $1', [
      thread,
    ]);
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  const stop = server.runIndexer();
  await until(
    async () => (await server.database.sql('select from search_state where queued_from is not null'))[0],
  );
  await ann.say(await server.group([ann.userId]), 'afterword');
  commit.resolve();
  await writing;
  await server.indexed();
  for (const word of ['beforeword', 'openword', 'afterword'])
    expect([word, await find(word)]).toMatchObject([word, [{}]]);
  await stop();
});

test('an index that other rules made is made anew', async () => {
  await server.database.sql('update search_state set version = 0');
  await server.database.sql(`update search_blocks set terms = '{1}'`);
  expect(await find('beforeword')).toEqual([]);
  const stop = server.runIndexer();
  await until(async () => (await find('beforeword')).length === 1 || undefined);
  await stop();
});

test('until an index of the version before is made anew, what it lacks is found all the same', async () => {
  await ann.say(await server.group([ann.userId]), '我的 quiz of two ꆈꌠꉙ');
  let stop = server.runIndexer();
  await server.indexed();
  await stop();
  const queries = ['的', 'q', '"of two"', 'ꌠꉙ'];
  const whole = await storedIndex();
  for (const term of ['的', 'q', 'ꌠꉙ'].flatMap((query) => termGroups(new SearchQuery(query)).flat()))
    await server.database.sql('update search_blocks set terms = array_remove(terms, $1), pairs = null', [
      term,
    ]);
  expect(await storedIndex()).not.toEqual(whole);
  // The server of the former version has made it; then the new one begins; then a former one is the indexer again.
  for (const [version, isComplete] of [
    [3, true],
    [TERMS_VERSION, false],
    [3, false],
  ]) {
    await server.database.sql('update search_state set version = $1, is_complete = $2', [
      version,
      isComplete,
    ]);
    for (const query of queries) expect([query, await find(query)]).toMatchObject([query, [{}]]);
  }
  stop = server.runIndexer();
  await server.indexed();
  await stop();
  expect(await storedIndex()).toEqual(whole);
  for (const query of queries) expect([query, await find(query)]).toMatchObject([query, [{}]]);
});

test('an indexer that is stopped again and again, while messages come and go, misses nothing', {
  tags: 'thorough',
}, async () => {
  await server.database.sql('truncate search_state, search_queue, search_blocks');
  const threads = await Promise.all(Array.from({ length: 6 }, () => server.group([ann.userId])));
  let isWriting = true;
  const writers = threads.map(async (thread, index) => {
    for (let round = 0; round < 40; round += 1) {
      const { seq } = await ann.say(thread, `word${round} thread${index}`);
      if (round % 3 === 0)
        await ann.ok('PATCH', myMessageUrl(thread, seq), { body: { body: { text: `edited${round}` } } });
      if (round % 5 === 0) await ann.ok('DELETE', myMessageUrl(thread, seq));
    }
  });
  const indexers = (async () => {
    while (isWriting) {
      const stop = server.runIndexer();
      await momentComes(60);
      await stop();
    }
  })();
  await Promise.all(writers);
  isWriting = false;
  await indexers;
  await server.ok('DELETE', threadUrl(at(threads, 0)));
  const stop = server.runIndexer();
  await server.indexed();
  await stop();
  const stored = await storedIndex();
  expect(stored.length).toBeGreaterThan(threads.length);
  expect(stored).toEqual(await freshIndex());
});

test('a transaction indexes blocks with little text first, and leaves what is too much for it', async () => {
  const thread = await server.group([ann.userId]);
  const large = (seq: number) => ({ seq, text: `largeword ${'字'.repeat(9_000)}` });
  const rows = [
    ...Array.from({ length: 80 }, (_, index) => large(8 + index)),
    { seq: 88, text: 'smallword' },
  ];
  await server.database.sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
     select $1, seq, $2, 'text', text, '{"type":"text"}', 0 from json_to_recordset($3) as m (seq bigint, text text)`,
    [thread, ann.extUserId, JSON.stringify(rows)],
  );
  await server.database.sql(
    'update thread_heads set last_seq = 88, last_message_seq = 88 where thread_id = $1',
    [thread],
  );
  const keys = Array.from({ length: 11 }, (_, index) => ({
    thread_id: thread as ThreadId,
    block: 1 + index,
  }));
  const left = await server.db.transaction((tx) => indexBlocks(tx, keys));
  expect(left.length).toBeGreaterThan(5);
  expect(left.map(({ block }) => block)).not.toContain(11);
  expect(await find('smallword')).toHaveLength(1);
  const stop = server.runIndexer();
  await server.indexed();
  await stop();
  const blocks = await server.database.sql('select from search_blocks where thread_id = $1', [thread]);
  expect(blocks).toHaveLength(keys.length);
});

test('a custom message whose payload is no document, as a foreign import may leave it, does not stop the index', async () => {
  const thread = await server.group([ann.userId]);
  await server.database.sql(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
     values ($1, 7, $2, 'custom_defined', '', '{"type":"custom_defined","custom_name":"n","payload":"["}', 0)`,
    [thread, ann.extUserId],
  );
  await ann.say(thread, 'neighbourword');
  const stop = server.runIndexer();
  await server.indexed();
  await stop();
  expect(await find('neighbourword')).toHaveLength(1);
});

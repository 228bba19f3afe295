import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { at, signInAll } from '../harness/client-api.ts';
import { startTestServer } from '../harness/test-server.ts';

const STORED = 20_000;
const SMALL_THREADS = 50;

test('a thread with most of the messages is read once to be indexed, and a search reads a few of them', async () => {
  const server = await startTestServer();
  const { sql } = server.database;
  /** Messages that were read by a key; a connection reports them within a second. */
  const messagesRead = async () => {
    await sleep(1_500);
    const [row] = await sql<{ read: number }>(
      `select idx_tup_fetch::int as read from pg_stat_user_tables where relname = 'messages'`,
    );
    return row?.read ?? Number.NaN;
  };
  try {
    const ann = at(await signInAll(server, 1), 0);
    const large = await server.group([ann.userId]);
    await sql('truncate search_state, search_queue, search_blocks');
    await sql(
      `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
       select $1, 1000 + n, $2, 'text', 'hello word' || n, '{"type":"text"}', 0 from generate_series(1, $3::int) n`,
      [large, ann.extUserId, STORED],
    );
    for (let count = 0; count < SMALL_THREADS; count += 1)
      await ann.say(await server.group([ann.userId]), 'hello');
    await sql(
      'update thread_heads set last_seq = $2, last_message_seq = $2, active_at = now() where thread_id = $1',
      [large, 1000 + STORED],
    );
    // PostgreSQL knows how many messages a thread has on average.
    await sql('vacuum analyze');

    const before = await messagesRead();
    const stop = server.runIndexer();
    await server.indexed();
    await stop();
    const indexed = await messagesRead();
    expect(indexed - before).toBeGreaterThan(STORED / 2);
    expect(indexed - before).toBeLessThan(2 * STORED);

    for (const q of ['hello', 'word7', 'word12345', 'word']) {
      const hits: unknown[] = await ann.ok('GET', `/client/v1.0/search?q=${q}&thread_id=${large}`);
      expect(hits.length).toBeGreaterThan(0);
    }
    expect((await messagesRead()) - indexed).toBeLessThan(STORED / 10);
  } finally {
    await server.close();
  }
});

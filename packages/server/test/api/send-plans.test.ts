// @module-tag database
import { expect, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { myMessagesUrl, signInAll } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { startTestServer } from '../harness/test-server.ts';
import { periodPasses } from '../harness/waits.ts';

const STORED = 20_000;

test('sends do not read all messages, also if they were few when the plans were made', {
  tags: 'thorough',
}, async () => {
  const server = await startTestServer();
  const { sql } = server.database;
  try {
    const [anna] = await signInAll(server, 1);
    const threadId = await server.group([anna.userId]);
    const first = await anna.say(threadId);
    let sent = 0;
    const byKey = (headers: Record<string, string> = {}) =>
      server.ok('POST', MESSAGES, { headers, body: textTo(threadId, anna.userId) });
    const asUser = (body: object) =>
      anna.ok('POST', myMessagesUrl(threadId), { body: { body: { text: 'hello' }, ...body } });
    /** Each needs another statement, and those that are sent at once one more. */
    const sendSome = async () => {
      for (let round = 0; round < 10; round += 1) {
        sent += 1;
        const id = `key-${sent}`;
        await byKey();
        await byKey({ 'idempotency-key': id });
        await asUser({ client_message_id: id });
        await asUser({ client_message_id: `${id}-reply`, reply_to: first.seq });
        const together = { client_message_id: `${id}-together`, reply_to: first.seq };
        await Promise.all([asUser(together), byKey(), byKey({ 'idempotency-key': `${id}-together` })]);
      }
    };
    /** Rows that were read by reading whole tables; a connection reports them within a second. */
    const rowsRead = async () => {
      await periodPasses(1_500);
      const [row] = await sql<{ read: number }>(
        `select pg_stat_get_tuples_returned('messages'::regclass)::int as read`,
      );
      return row?.read ?? 0;
    };
    await sendSome();
    await sql('analyze');
    await sendSome();
    await sql(
      `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, link_count)
       select $1, 1000 + n, $2, 'text', 'x', '{"type":"text"}', 0 from generate_series(1, $3::int) n`,
      [threadId, anna.extUserId, STORED],
    );
    const before = await rowsRead();
    await sendSome();
    expect((await rowsRead()) - before).toBeLessThan(STORED / 10);
  } finally {
    await server.close();
  }
});

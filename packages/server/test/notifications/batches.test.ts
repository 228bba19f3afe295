// @module-tag database
import { readFileSync } from 'node:fs';
import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import { expect, test } from 'vitest';
import type { RelayedEvent } from '../../src/events/consumer.ts';
import { dropFirst, fanOut, insertBatches } from '../../src/notifications/records/notification-batches.ts';
import { startNotified } from './notified.ts';

/** Messages that wait for the fan-out: a row contains those of a thread in one transaction of the relay. */

const MIGRATION = `${import.meta.dirname}/../../src/storage/migrations/0009_notification_batches.sql`;
const NOW = { delayMs: 0, onlineDelayMs: 0, emailMs: null };

/** Ann and Ben, with a device each, in a thread with three messages of Ann: 2, 3 and 4. Nothing waits for the fan-out. */
async function start() {
  const { server, away, run, settled } = await startNotified();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  for (const text of ['two', 'three', 'four']) await ann.say(threadId, text);
  await server.relayed();
  const { sql } = server.database;
  await sql('delete from notification_batches');
  const store = (...seqs: number[]) =>
    sql(
      `insert into notification_batches (thread_id, type, message_seqs) values ($1, 'message.created', $2)`,
      [threadId, seqs],
    );
  const waiting = async () => {
    const rows = await sql<{ seqs: number[] }>(
      'select message_seqs::int[] as seqs from notification_batches order by id',
    );
    return rows.map(({ seqs }) => seqs);
  };
  const fan = (count: number) => server.db.transaction((tx) => fanOut(tx, { ...NOW, count }));
  return { server, sql, ann, ben, threadId, store, waiting, fan, run, settled };
}

test('the relay stores a row for the messages of a thread, and none for applications that nobody listens to', async () => {
  const { server, sql, threadId } = await start();
  const [app] = await sql<{ app_id: AppId }>('select distinct app_id from devices');
  const event = (
    seq: number,
    changed: Partial<RelayedEvent & { message_seq: string }> = {},
  ): RelayedEvent => ({
    app_id: app?.app_id as AppId,
    tenant_id: '' as TenantId,
    position: '1',
    at: new Date(),
    type: 'message.created',
    thread_id: threadId as ThreadId,
    seq: String(seq),
    message_seq: null,
    ...changed,
  });
  const other = '12345' as ThreadId;
  await server.db.transaction((tx) =>
    insertBatches(tx, [
      event(2),
      event(9, { type: 'member.added' }),
      event(7, { thread_id: other }),
      event(3),
      event(5, { type: 'message.deleted', message_seq: '3' }),
      event(6, { app_id: 'nobody' as AppId }),
      event(4),
    ]),
  );
  const rows = await sql(
    'select thread_id, type, message_seqs::int[] as seqs from notification_batches order by id',
  );
  expect(rows).toEqual([
    { thread_id: threadId, type: 'message.created', seqs: [2, 3, 4] },
    { thread_id: other, type: 'message.created', seqs: [7] },
    { thread_id: threadId, type: 'message.deleted', seqs: [3] },
  ]);
});

test('a fan-out takes whole batches, until it has as many messages as it may take', async () => {
  const { sql, store, waiting, fan } = await start();
  const fanned = async (count: number) => {
    await sql('delete from notification_batches');
    for (const seqs of [[2, 3], [4], [5]]) await store(...seqs);
    return [await fan(count), await waiting()];
  };
  expect(await fanned(1)).toEqual([2, [[4], [5]]]);
  expect(await fanned(2)).toEqual([2, [[4], [5]]]);
  expect(await fanned(3)).toEqual([3, [[5]]]);
  expect(await fanned(4)).toEqual([4, []]);
  expect(await fan(1)).toBe(0);
});

test('a batch whose fan-out fails is divided; a single message is left out', async () => {
  const { server, store, waiting, fan } = await start();
  await store(2, 3);
  await store(4);
  await server.db.transaction(dropFirst);
  expect(await waiting()).toEqual([[4], [2], [3]]);
  await server.db.transaction(dropFirst);
  expect(await waiting()).toEqual([[2], [3]]);
  expect(await fan(100)).toBe(2);
});

test('a batch notifies users of its latest message, and of a mention in it those who want only mentions', async () => {
  const { sql, ann, ben, threadId, store, fan, server } = await start();
  await sql(`insert into thread_notifications (thread_id, ext_user_id, level) values ($1, $2, 'mentions')`, [
    threadId,
    ben.extUserId,
  ]);
  await ann.say(threadId, { body: { text: 'hi @ben' }, mentions: [ben.extUserId] });
  await ann.say(threadId, 'six');
  await server.relayed();
  await sql('delete from notification_batches');
  await store(2, 3, 4, 5, 6);
  await fan(100);
  expect(await sql('select ext_user_id, seq from notifications')).toEqual([
    { ext_user_id: ben.extUserId, seq: '5' },
  ]);
});

test('users are notified of messages that servers of the former version have stored, and store', {
  tags: 'thorough',
}, async () => {
  const { sql, ben, threadId, waiting, run, settled } = await start();
  const add = (seq: number) =>
    sql(
      `insert into notification_messages (thread_id, message_seq, type) values ($1, $2, 'message.created')`,
      [threadId, seq],
    );
  // Back to the former version.
  await sql('drop table notification_batches');
  await sql('drop function move_notification_message() cascade');
  await add(2);
  await add(3);
  await sql(readFileSync(MIGRATION, 'utf8'));
  expect(await waiting()).toEqual([[2], [3]]);
  await add(4);
  expect(await waiting()).toEqual([[2], [3], [4]]);
  expect(await sql('select from notification_messages')).toEqual([]);
  run();
  await settled();
  expect(ben.subscription.pushes.map(({ payload }) => payload.body)).toEqual(['ANN: four']);
});

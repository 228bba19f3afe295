// @module-tag database
import { expect, test } from 'vitest';
import { fanOut } from '../../src/notifications/records/notification-batches.ts';
import { myThreadUrl, type SignedIn } from '../harness/client-api.ts';
import { sampled } from '../harness/seed.ts';
import { startEmailed } from './emailed.ts';

/** Users with more unread messages, or threads, than one e-mail looks at. */

async function sayMany(user: SignedIn, threadId: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) await user.say(threadId, `number ${number}`);
}

test.each(sampled('messages of a busy thread', [99, 100, 101]))(
  'a thread with %i new messages causes an e-mail an hour after the first',
  async (count) => {
    const { server, mail, away, run, after } = await startEmailed();
    const [ann] = [await away('ann'), await away('ben')];
    const threadId = await server.group(['ann', 'ben']);
    run();
    await ann.say(threadId, 'the first');
    await after(50);
    await sayMany(ann, threadId, count - 1);
    await after(9);
    expect(mail.mails).toEqual([]);
    await after(2);
    expect(mail.mails.map(({ subject }) => subject)).toEqual([
      `Unread messages (${count < 100 ? count : '100+'})`,
    ]);
  },
);

test('an e-mail has a mention before a hundred other messages', { tags: 'thorough' }, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann, ben] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  await ben.ok('PUT', myThreadUrl(threadId, '/notifications'), { body: { level: 'mentions' } });
  run();
  await ann.say(threadId, { body: { text: 'hi @ben' }, mentions: [ben.extUserId] });
  await sayMany(ann, threadId, 101);
  await after(61);
  expect(mail.mails.map(({ subject }) => subject)).toEqual(['Unread messages (1)']);
  expect(mail.mails[0]?.text).toContain('hi @ben');
});

test('a message whose fan-out is still to come is in the next e-mail only', {
  tags: 'thorough',
}, async () => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const threadId = await server.group(['ann', 'ben']);
  await ann.say(threadId, 'first');
  await server.relayed();
  const options = { count: 1_000, delayMs: 0, onlineDelayMs: 0, emailMs: 3_600_000 };
  await server.db.transaction((tx) => fanOut(tx, options));
  await ann.say(threadId, 'second');
  await server.relayed();
  // (As if the fan-out of the second message took its time.)
  const { sql } = server.database;
  const waiting = await sql('delete from notification_batches returning thread_id, message_seqs');
  expect(waiting).toHaveLength(1);
  run();
  await after(61);
  await sql(
    `insert into notification_batches (thread_id, type, message_seqs) values (${waiting[0]?.thread_id}, 'message.created', array[${waiting[0]?.message_seqs}])`,
  );
  await ann.say(threadId, 'third');
  await after(61);
  expect(mail.mails.map(({ text }) => /first|second/.exec(text ?? '')?.[0])).toEqual(['first', 'second']);
});

test.each(
  sampled('unread threads', [
    [100, '100+'],
    [101, '100+'],
  ] as const),
)('with %i unread threads there is one e-mail', async (count, threads) => {
  const { server, mail, away, run, after } = await startEmailed();
  const [ann] = [await away('ann'), await away('ben')];
  const all: string[] = [];
  for (let number = 0; number < count; number += 1) all.push(await server.group(['ann', 'ben']));
  for (const threadId of all) await ann.say(threadId);
  run();
  await after(61);
  for (const _again of [1, 2]) await after(61);
  expect(mail.mails.map(({ subject }) => subject)).toEqual([`Unread messages (${threads})`]);
  expect(mail.mails[0]?.text).toContain('More chats with unread messages: 90+');
  await ann.say(all[0] ?? '', 'a new one');
  await after(61);
  expect(mail.mails).toHaveLength(2);
});

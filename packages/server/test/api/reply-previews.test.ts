// @module-tag database
import { REPLY_PREVIEW_CHARS } from '@palaver/protocol/messages';
import { beforeAll, expect, test } from 'vitest';
import { BOTS, MESSAGES, messageUrl, userUrl } from '../harness/api.ts';
import { at, myMessageUrl, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { ALLOW_LOOPBACK, startReceiver } from '../harness/receiver.ts';
import { useServer } from '../harness/use-server.ts';
import { makeEndpoint } from '../webhooks/endpoint.ts';

/** The preview of the quoted message in a reply, wherever the reply is shown. */

const server = await useServer(ALLOW_LOOPBACK);
const [ann, bob] = await signInAll(server, 2);
beforeAll(async () => {
  for (const { userId } of [ann, bob])
    await server.ok('PUT', userUrl(userId), { body: { display_name: userId } });
});

const group = () => server.group([ann.userId, bob.userId]);
const answerTo = (seq: number, text = 'yes') => ({ body: { text }, reply_to: seq });

test('every response, list and frame shows the preview', async () => {
  const threadId = await group();
  const socket = await connect(server, ann);
  const { seq, reply_preview: none } = await ann.say(threadId, 'Lunch?');
  expect(none).toBeNull();
  const reply_preview = {
    seq,
    kind: 'text',
    sender: { type: 'user', ext_user_id: ann.extUserId, display_name: ann.userId },
    text: 'Lunch?',
    deleted_at: null,
  };
  const answer = await bob.say(threadId, answerTo(seq));
  expect(answer).toMatchObject({ reply_to: seq, reply_preview });
  expect(at(await ann.messages(threadId), -1)).toEqual(answer);
  expect(await ann.message(threadId, answer.seq)).toEqual(answer);
  expect((await ann.threads())[0]?.last_message).toEqual(answer);
  expect(await server.ok('GET', messageUrl(threadId, answer.seq))).toEqual(answer);
  const live = await socket.next('entry', ({ entry }) => entry.seq === answer.seq);
  expect(live.entry.message).toEqual(answer);
  await socket.close();
  const again = await connect(server, ann, { threads: [{ thread_id: threadId, seq }] });
  await again.reaches(threadId, answer.seq);
  expect(again.entries(threadId)[0]?.message).toEqual(answer);
  await again.close();
});

test.each([199, 200, 201])('of %i code points, at most 200 are shown', async (count) => {
  const threadId = await group();
  const { seq } = await ann.say(threadId, '🌍'.repeat(count));
  const answer = await bob.say(threadId, answerTo(seq));
  expect(answer.reply_preview?.text).toBe('🌍'.repeat(Math.min(count, REPLY_PREVIEW_CHARS)));
  expect(await ann.message(threadId, answer.seq)).toEqual(answer);
});

test('it shows the quoted message and sender as they are now, and no deleted content', async () => {
  const threadId = await group();
  const { seq } = await ann.say(threadId, 'Lunch?');
  const { seq: answered } = await bob.say(threadId, answerTo(seq));
  const shown = async () => (await bob.message(threadId, answered)).reply_preview;
  await ann.ok('PATCH', myMessageUrl(threadId, seq), { body: { body: { text: 'Dinner?' } } });
  await server.ok('PUT', userUrl(ann.userId), { body: { display_name: 'Ann of now' } });
  expect(await shown()).toMatchObject({ text: 'Dinner?', sender: { display_name: 'Ann of now' } });
  await ann.ok('DELETE', myMessageUrl(threadId, seq));
  expect(await shown()).toMatchObject({ text: '', deleted_at: expect.any(Number) });
  const late = await bob.say(threadId, answerTo(seq));
  expect(late.reply_preview).toMatchObject({ text: '', deleted_at: expect.any(Number) });
  await bob.ok('DELETE', myMessageUrl(threadId, answered));
  expect(await bob.message(threadId, answered)).toMatchObject({ reply_to: null, reply_preview: null });
});

test('webhooks get it; once the quoted message is deleted, no delivery contains its text', async () => {
  const receiver = await startReceiver();
  const stop = server.runWebhooks();
  try {
    const one = await makeEndpoint(server, receiver, ['message.created', 'message.updated']);
    const threadId = await group();
    const { seq } = await ann.say(threadId, 'A secret');
    const { seq: answered } = await bob.say(threadId, answerTo(seq));
    await bob.ok('PATCH', myMessageUrl(threadId, answered), { body: { body: { text: 'or not' } } });
    await one.arrived(3);
    await one.settled();
    const told = one.received().map(({ event }) => event.data.entry.message.reply_preview?.text ?? null);
    expect(told).toEqual([null, 'A secret', 'A secret']);
    const stored = () =>
      server.db.query<{ body: string | null }>('select body from events where thread_id = $1 order by seq', [
        threadId,
      ]);
    expect((await stored()).filter(({ body }) => body?.includes('A secret'))).toHaveLength(3);
    await ann.ok('DELETE', myMessageUrl(threadId, seq));
    expect(JSON.stringify(await stored())).not.toContain('A secret');
  } finally {
    await stop();
    await receiver.close();
  }
});

test('a quoted bot is shown as a bot', async () => {
  const threadId = await group();
  await server.ok('POST', BOTS, { body: { bot_id: 'herald', display_name: 'Herald' } });
  const promotion = { title: 'Cake', image_url: 'https://example.com/cake.png' };
  const body = { metadata: [{ type: 'promotion', promotion }] };
  await server.ok('POST', MESSAGES, {
    body: { sender: { bot_id: 'herald' }, target: { thread_id: threadId }, body },
  });
  const { seq } = at(await bob.messages(threadId), 0);
  const { reply_preview } = await bob.say(threadId, answerTo(seq));
  expect(reply_preview).toMatchObject({
    kind: 'promotion',
    sender: { type: 'bot', display_name: 'Herald' },
    text: '',
  });
});

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { BOTS, MESSAGES, userUrl } from '../../server/test/harness/api.ts';
import { at, myMessageUrl, reactionUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { severable } from '../../server/test/harness/severable.ts';
import type { ShownMessage } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer, texts } from './chat-server.ts';
import { expectFresh } from './harness/fresh-state.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

test('edits, reactions, pins and deletions reach the other members', async () => {
  const id = await chats.group(ann, ben);
  const [anns, bens] = await Promise.all([chats.ready(ann), chats.ready(ben)]);
  const [hers, his] = [anns.open(id), bens.open(id)];
  await Promise.all([hers.loaded(), his.loaded()]);
  hers.send('helo');
  await eventually(() => texts(his.getSnapshot().messages).includes('helo'));
  await hers.edit(2, { text: 'hello' });
  await his.react(2, '👍');
  await hers.pin(2);
  const isWhole = () => {
    const [message] = his.getSnapshot().messages;
    return message?.state === 'sent' && message.pinned_at !== null && message.reactions[0]?.mine === true;
  };
  await eventually(isWhole);
  expect(at(his.getSnapshot().messages, 0)).toMatchObject({ ...(await ben.message(id, 2)), state: 'sent' });
  await his.unreact(2, '👍');
  await hers.unpin(2);
  await hers.delete(2);
  await eventually(() => his.getSnapshot().thread?.message_count === 0);
  expect(texts(his.getSnapshot().messages)).toEqual(['']);
});

test('a reply quotes the current state of a message, loaded or not', async () => {
  const id = await chats.group(ann, ben);
  const { seq } = await ann.say(id, 'Lunch?');
  for (let line = 0; line < 60; line += 1) await ann.say(id, `line ${line}`);
  const bens = await chats.ready(ben);
  const thread = bens.open(id);
  await thread.loaded();
  thread.send({ body: { text: 'yes' }, reply_to: seq });
  const quoted = () => {
    const last = thread.getSnapshot().messages.at(-1);
    return last?.state === 'sent' ? last.reply_preview : undefined;
  };
  await eventually(() => quoted()?.text === 'Lunch?');
  expect(thread.getSnapshot().messages.some((one) => one.state === 'sent' && one.seq === seq)).toBe(false);
  const listed = () => bens.threads.getSnapshot().find((one) => one.id === id)?.last_message?.reply_preview;
  await ann.ok('PATCH', myMessageUrl(id, seq), { body: { body: { text: 'Dinner?' } } });
  await eventually(() => quoted()?.text === 'Dinner?');
  expect(listed()).toEqual(quoted());
  await chats.server.ok('PUT', userUrl(ann.userId), { body: { display_name: 'Ann of now' } });
  await eventually(() => quoted()?.sender.display_name === 'Ann of now');
  expect(listed()).toEqual(quoted());
  await ann.ok('DELETE', myMessageUrl(id, seq));
  await eventually(() => quoted()?.text === '');
  expect(listed()).toEqual(quoted());
  await expectFresh(thread, ben);
});

test('pressing a button twice with the same id posts its label once', async () => {
  const id = await chats.group(ann, ben);
  const [anns, bens] = await Promise.all([chats.ready(ann), chats.ready(ben)]);
  const [hers, his] = [anns.open(id), bens.open(id)];
  await Promise.all([hers.loaded(), his.loaded()]);
  await chats.server.ok('POST', BOTS, { body: { bot_id: 'baker', display_name: 'Baker' } });
  const buttons = [
    { label: 'Look', action: { type: 1, payload: 'https://example.com' } },
    { label: 'Thanks', action: { type: 3 } },
  ];
  const promotion = { title: 'Cake', image_url: 'https://example.com/cake.png', buttons };
  const body = { metadata: [{ type: 'promotion', promotion }] };
  const request = { sender: { bot_id: 'baker' }, target: { thread_id: id }, body };
  await chats.server.ok('POST', MESSAGES, { body: request });
  await eventually(() => hers.getSnapshot().messages.length === 1);
  const { seq } = at(await ann.messages(id), 0);
  const pressed = await Promise.all([hers.press(seq, 1, 'once'), hers.press(seq, 1, 'once')]);
  expect(at(pressed, 0)).toEqual(at(pressed, 1));
  await eventually(() => his.getSnapshot().messages.length === 2);
  expect(texts(his.getSnapshot().messages)).toEqual(['', 'Thanks']);
  await expect(hers.press(seq, 0)).rejects.toMatchObject({ code: 'M40003' });
});

test('loadOlder() loads the messages page by page', async () => {
  const id = await chats.group(ann, ben);
  for (let count = 1; count <= 120; count += 1) await ann.say(id, String(count));
  const thread = (await chats.ready(ben)).open(id);
  const counts = [(await thread.loaded()).messages.length];
  while (await thread.loadOlder()) counts.push(thread.getSnapshot().messages.length);
  expect(counts).toEqual([50, 100, 120]);
  expect(thread.getSnapshot().hasOlder).toBe(false);
});

test('large messages come in shorter pages, and none is missing', { tags: 'thorough' }, async () => {
  const id = await chats.group(ann, ben);
  const payload = JSON.stringify('x'.repeat(60_000));
  const body = { metadata: [{ type: 'custom_defined', custom_name: 'large', payload }] };
  const sent: number[] = [];
  for (let count = 1; count <= 40; count += 1) sent.push((await ann.say(id, { body })).seq);
  for (const seq of sent) await ann.ok('PUT', myMessageUrl(id, seq, '/pin'));
  const thread = (await chats.ready(ben)).open(id);
  const first = await thread.loaded();
  expect(first.messages.length).toBeLessThan(40);
  expect(first.hasOlder).toBe(true);
  while (await thread.loadOlder());
  const { messages, pinned, hasOlder } = thread.getSnapshot();
  const seqs = (shown: readonly ShownMessage[]) =>
    shown.flatMap((message) => (message.state === 'sent' ? [message.seq] : []));
  expect(seqs(messages)).toEqual(sent);
  expect(seqs(pinned)).toEqual(sent);
  expect(hasOlder).toBe(false);
});

test('pinned messages are up to date, loaded or not', { tags: 'thorough' }, async () => {
  const id = await chats.group(ann, ben);
  const { seq: old } = await ann.say(id, 'the rules');
  for (let count = 0; count < 55; count += 1) await ben.say(id);
  await ann.ok('PUT', myMessageUrl(id, old, '/pin'));
  const chat = await chats.ready(ben);
  const thread = chat.open(id);
  const { messages } = await thread.loaded();
  const pinned = () => thread.getSnapshot().pinned.map(({ seq, body }) => [seq, body.text]);
  expect(messages.some((message) => message.state === 'sent' && message.seq === old)).toBe(false);
  expect(pinned()).toEqual([[old, 'the rules']]);
  const { seq: late } = await ann.say(id, 'lunch at one');
  await ann.ok('PUT', myMessageUrl(id, late, '/pin'));
  await eventually(() => pinned().length === 2);
  await ann.ok('PATCH', myMessageUrl(id, old), { body: { body: { text: 'the new rules' } } });
  await eventually(() => pinned()[0]?.[1] === 'the new rules');
  const shown = thread.getSnapshot().pinned.map(({ state: _state, ...message }) => message);
  expect(shown).toEqual(await ben.messages(id, 'pinned=true'));
  await ann.ok('DELETE', myMessageUrl(id, late, '/pin'));
  await eventually(() => pinned().length === 1);
  await ann.ok('DELETE', myMessageUrl(id, old));
  await eventually(() => pinned().length === 0);
});

test('reactions and pins are up to date, also after a lost connection', { tags: 'thorough' }, async () => {
  const id = await chats.group(ann, ben);
  const { seq: old } = await ann.say(id, 'the rules');
  for (let count = 0; count < 55; count += 1) await ben.say(id);
  const { seq: last } = await ann.say(id, 'the last one');
  const way = await severable(Number(new URL(chats.url).port));
  onTestFinished(() => way.close());
  const chat = chats.connect(ben, { url: `http://127.0.0.1:${way.port}` });
  await chat.ready();
  const thread = chat.open(id);
  expect((await thread.loaded()).hasOlder).toBe(true);
  const isRight = async () => {
    const [message, listed] = await Promise.all([ben.message(id, last), ben.thread(id)]);
    const pinned = await ben.messages(id, 'pinned=true');
    await eventually(() => thread.getSnapshot().thread?.last_seq === listed.last_seq);
    await eventually(() => thread.getSnapshot().pinned.length === pinned.length);
    const { messages, pinned: shown } = thread.getSnapshot();
    expect(messages.at(-1)).toEqual({ ...message, state: 'sent' });
    expect(shown).toEqual(pinned.map((one) => ({ ...one, state: 'sent' })));
    expect(thread.getSnapshot().thread?.last_message).toEqual(message);
    expect(chat.threads.getSnapshot().find((one) => one.id === id)?.last_message).toEqual(message);
  };
  await ann.ok('PUT', reactionUrl(id, last, '👍'));
  await ben.ok('PUT', reactionUrl(id, last, '👍'));
  await ann.ok('PUT', myMessageUrl(id, last, '/pin'));
  await ann.ok('PUT', myMessageUrl(id, old, '/pin'));
  await ben.ok('PUT', reactionUrl(id, old, '🎉'));
  await isRight();
  expect(thread.getSnapshot().pinned).toMatchObject([
    { seq: old, reactions: [{ key: '🎉', count: 1, mine: true }] },
    { seq: last, reactions: [{ key: '👍', count: 2, mine: true }] },
  ]);
  way.isDown = true;
  way.sever();
  await ben.ok('DELETE', reactionUrl(id, last, '👍'));
  await ann.ok('PUT', reactionUrl(id, old, '🎉'));
  await ann.ok('DELETE', myMessageUrl(id, last, '/pin'));
  await ann.ok('DELETE', myMessageUrl(id, old, '/pin'));
  await ann.ok('PUT', myMessageUrl(id, old, '/pin'));
  way.isDown = false;
  chat.reconnect();
  await isRight();
  expect(thread.getSnapshot().pinned).toMatchObject([
    { seq: old, reactions: [{ key: '🎉', count: 2, mine: true }] },
  ]);
});

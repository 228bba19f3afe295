import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BOTS, MESSAGES, userUrl } from '../../server/test/harness/api.ts';
import {
  at,
  myMemberUrl,
  myMessageUrl,
  reactionUrl,
  type SignedIn,
} from '../../server/test/harness/client-api.ts';
import { connect } from '../../server/test/harness/realtime.ts';
import { severable } from '../../server/test/harness/severable.ts';
import { PalaverError, type ShownMessage, type ThreadState } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';
import { expectFresh } from './harness/fresh-state.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
let cid: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(3);
  [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
});
afterAll(() => chats.close());

async function ready(who: SignedIn) {
  const chat = chats.connect(who);
  await chat.ready();
  return chat;
}

const group = (...members: SignedIn[]) => chats.server.group(members.map(({ userId }) => userId));
const texts = (messages: readonly ShownMessage[]) => messages.map(({ body }) => body.text);

describe('messages', () => {
  test('are shown at once, and to the others when they are there', async () => {
    const [anns, bens] = await Promise.all([ready(ann), ready(ben)]);
    const thread = await anns.openDirect(ben.userId);
    await thread.loaded();
    thread.send('hello');
    expect(thread.getSnapshot().messages).toMatchObject([{ state: 'sending', body: { text: 'hello' } }]);
    await eventually(() => thread.getSnapshot().messages.every(({ state }) => state === 'sent'));
    await eventually(() => bens.threads.getSnapshot()[0]?.unread_count === 1);
    const his = bens.open(thread.id);
    expect(texts((await his.loaded()).messages)).toEqual(['hello']);
  });

  test('are edited, reacted to, pinned and deleted', async () => {
    const id = await group(ann, ben);
    const [anns, bens] = await Promise.all([ready(ann), ready(ben)]);
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

  test('that are refused say why, and can be sent again or forgotten', async () => {
    const id = await group(ann, ben);
    const bens = await ready(ben);
    const thread = bens.open(id);
    await thread.loaded();
    await ann.ok('POST', myMemberUrl(id, ben.userId, 'mute'), { body: {} });
    const [first, second] = [thread.send('one'), thread.send('two')];
    const states = () => thread.getSnapshot().messages.map(({ state }) => state);
    await eventually(() => states().every((state) => state === 'failed'));
    expect(at(thread.getSnapshot().messages, 0)).toMatchObject({
      error: { code: 'M40304', retryable: false },
    });
    await ann.ok('POST', myMemberUrl(id, ben.userId, 'unmute'));
    thread.retry(first);
    thread.discard(second);
    await eventually(() => states().join() === 'sent');
    expect(texts(thread.getSnapshot().messages)).toEqual(['one']);
  });

  test('that are refused stand where they were sent, before what has come since', async () => {
    const id = await group(ann, ben);
    const bens = await ready(ben);
    const thread = bens.open(id);
    await thread.loaded();
    const shown = () => texts(thread.getSnapshot().messages);
    const says = async (text: string) => {
      await ann.say(id, text);
      await eventually(() => shown().includes(text));
    };
    await says('before');
    await ann.ok('POST', myMemberUrl(id, ben.userId, 'mute'), { body: {} });
    const [first] = [thread.send('one'), thread.send('two')];
    await eventually(
      () => thread.getSnapshot().messages.filter(({ state }) => state === 'failed').length === 2,
    );
    await says('after');
    expect(shown()).toEqual(['before', 'one', 'two', 'after']);
    // Tried again, it is the last one; refused again, it stands where it was tried.
    thread.retry(first);
    expect(shown()).toEqual(['before', 'two', 'after', 'one']);
    await eventually(() => thread.getSnapshot().messages.every(({ state }) => state !== 'sending'));
    await says('later');
    expect(shown()).toEqual(['before', 'two', 'after', 'one', 'later']);
    expect(thread.getSnapshot().messages.filter(({ state }) => state === 'failed')).toMatchObject([
      { canRetry: true },
      { canRetry: true },
    ]);
  });

  test.each([9_999, 10_000, 10_001])(
    'a text of %i code points: one too many is not sent at all',
    async (count) => {
      const sent: string[] = [];
      class Watched extends WebSocket {
        override send(data: string): void {
          sent.push(data);
          super.send(data);
        }
      }
      const bens = chats.connect(ben, { WebSocket: Watched });
      await bens.ready();
      const thread = bens.open(await group(ann, ben));
      await thread.loaded();
      expect(bens.limits.getSnapshot()).toEqual({ text_chars: 10_000 });
      // Each is two UTF-16 units.
      const text = '🌍'.repeat(count);
      thread.send(text);
      const message = () => at(thread.getSnapshot().messages, 0);
      await eventually(() => message().state !== 'sending');
      expect(message().state).toBe(count > 10_000 ? 'failed' : 'sent');
      expect(sent.some((frame) => frame.includes('🌍'))).toBe(count <= 10_000);
      if (message().state === 'sent') return;
      expect(message()).toMatchObject({
        error: { code: 'M40004', status: 400, fields: [{ field: 'body.text', rule: 'max_length' }] },
        canRetry: false,
      });
    },
  );

  test('the server says no other thing of a text that is too long than the SDK', async () => {
    const bens = await ready(ben);
    const thread = bens.open(await group(ann, ben));
    await thread.loaded();
    const text = 'x'.repeat(10_001);
    const id = thread.send(text);
    await eventually(() => at(thread.getSnapshot().messages, 0).state === 'failed');
    const [message] = thread.getSnapshot().messages;
    const { error } = message as Extract<ShownMessage, { state: 'failed' | 'sending' }>;
    const answer = await ben.call('POST', `/client/v1.0/threads/${thread.id}/messages`, {
      body: { body: { text } },
    });
    expect(answer.body).toMatchObject({ message_code: error?.code, errors: error?.fields });
    expect(answer.status).toBe(error?.status);
    expect(thread.discard(id)).toEqual({ body: { text } });
    thread.send('short');
    await eventually(() => at(thread.getSnapshot().messages, 0).state === 'sent');
    const edited = thread.edit(at(await ben.messages(thread.id), 0).seq, { text });
    await expect(edited).rejects.toMatchObject({ code: 'M40004', fields: error?.fields });
  });

  test('that are answers quote what they answer, loaded or not, as it is now', async () => {
    const id = await group(ann, ben);
    const { seq } = await ann.say(id, 'Lunch?');
    for (let line = 0; line < 60; line += 1) await ann.say(id, `line ${line}`);
    const bens = await ready(ben);
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

  test('too large for a frame are sent by a call, and keep nobody from the connection', async () => {
    const bens = await ready(ben);
    const thread = bens.open(await group(ann, ben));
    await thread.loaded();
    const states: string[] = [];
    const stop = bens.connection.subscribe(({ state }) => states.push(state));
    thread.send('x'.repeat(100_000));
    const payload = JSON.stringify('y'.repeat(65_440));
    thread.send({ body: { metadata: [{ type: 'custom_defined', custom_name: 'large', payload }] } });
    const messages = () => thread.getSnapshot().messages;
    await eventually(() =>
      messages().every(({ state }, _, { length }) => length === 2 && state !== 'sending'),
    );
    expect(messages().map(({ state }) => state)).toEqual(['failed', 'sent']);
    expect(messages().at(0)).toMatchObject({ error: { code: 'M40004' } });
    stop();
    expect(states).toEqual(['online']);
  });

  test('of bots have buttons: to press one posts its label, once', async () => {
    const id = await group(ann, ben);
    const [anns, bens] = await Promise.all([ready(ann), ready(ben)]);
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

  test('before the latest are fetched when they are asked for', async () => {
    const id = await group(ann, ben);
    for (let count = 1; count <= 120; count += 1) await ann.say(id, String(count));
    const thread = (await ready(ben)).open(id);
    const counts = [(await thread.loaded()).messages.length];
    while (await thread.loadOlder()) counts.push(thread.getSnapshot().messages.length);
    expect(counts).toEqual([50, 100, 120]);
    expect(thread.getSnapshot().hasOlder).toBe(false);
  });

  test('that are large come in shorter pages: none is missed, and of those that are pinned none either', async () => {
    const id = await group(ann, ben);
    const payload = JSON.stringify('x'.repeat(60_000));
    const body = { metadata: [{ type: 'custom_defined', custom_name: 'large', payload }] };
    const sent: number[] = [];
    for (let count = 1; count <= 40; count += 1) sent.push((await ann.say(id, { body })).seq);
    for (const seq of sent) await ann.ok('PUT', myMessageUrl(id, seq, '/pin'));
    const thread = (await ready(ben)).open(id);
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
});

describe('the chat list', () => {
  test('has the latest first, and counts what is unread', async () => {
    const [one, two] = [await group(ann, cid), await group(ann, cid)];
    const chat = await ready(cid);
    const first = () => chat.threads.getSnapshot()[0];
    await ann.say(one, 'in one');
    await eventually(() => first()?.id === one && first()?.unread_count === 1);
    await ann.say(two, 'in two');
    await eventually(() => first()?.id === two);
    const { seq } = await ann.say(two, 'again');
    await eventually(() => first()?.unread_count === 2);
    await ann.ok('DELETE', `/client/v1.0/threads/${two}/messages/${seq}`);
    await eventually(() => first()?.unread_count === 1);
    const thread = chat.open(two);
    await thread.markRead();
    await eventually(() => first()?.unread_count === 0);
    expect(chat.threads.getSnapshot()).toEqual(
      (await cid.threads('limit=100')).map((shown) => ({ ...shown, list_position: '' })),
    );
  });

  test('counts what is left when an earlier message is read', async () => {
    const id = await group(ann, ben);
    for (let count = 0; count < 5; count += 1) await ann.say(id, String(count));
    const chat = await ready(ben);
    const thread = chat.open(id);
    await thread.markRead(4);
    await eventually(() => thread.getSnapshot().thread?.unread_count === 2);
  });

  test('knows threads that come and go', async () => {
    const chat = await ready(cid);
    const made = await chat.createGroup({ name: 'Mine', user_ids: [ann.userId] });
    expect(chat.threads.getSnapshot().map(({ id }) => id)).toContain(made.id);
    const id = await group(ann, cid);
    await eventually(() => chat.threads.getSnapshot().some((thread) => thread.id === id));
    await ann.ok('DELETE', myMemberUrl(id, cid.userId));
    await eventually(() => !chat.threads.getSnapshot().some((thread) => thread.id === id));
    expect(chat.open(id).getSnapshot().thread).toBeUndefined();
  });
});

test('members come, go and change', async () => {
  const id = await group(ann, ben);
  const [hers, his] = [(await ready(ann)).open(id), (await ready(ben)).open(id)];
  await Promise.all([hers.loaded(), his.loaded()]);
  await hers.addMembers([cid.userId]);
  await hers.setRole(ben.extUserId, 'admin');
  await hers.mute(cid.extUserId);
  const statusOf = (who: SignedIn) =>
    his.getSnapshot().members.find(({ ext_user_id }) => ext_user_id === who.extUserId)?.status;
  await eventually(() => statusOf(cid) === 'muted');
  await hers.unmute(cid.extUserId);
  await hers.ban(cid.extUserId);
  await eventually(() => statusOf(cid) === 'banned');
  await hers.unban(cid.extUserId);
  await hers.update({ name: 'Renamed' });
  await hers.transferOwnership(ben.extUserId);
  await eventually(() => his.getSnapshot().thread?.me.role === 'owner');
  expect(his.getSnapshot()).toMatchObject({
    thread: { name: 'Renamed', member_count: 2 },
    members: await ben.ok('GET', `/client/v1.0/threads/${id}/members`),
  });
  await his.deleteThread();
  await eventually(() => hers.getSnapshot().thread === undefined);
});

test('who types and who is online is told', async () => {
  const id = await group(ann, ben);
  const [anns, bens] = await Promise.all([ready(ann), ready(ben)]);
  const [hers, his] = [anns.open(id), bens.open(id)];
  await ann.say(id);
  await eventually(() => hers.getSnapshot().messages.length === 1);
  const { messages, members } = await hers.loaded();
  const isOnline = anns.presence(ben.extUserId);
  await eventually(() => isOnline.getSnapshot());
  his.setTyping();
  await eventually(() => hers.getSnapshot().typing.includes(ben.extUserId));
  expect(hers.getSnapshot().messages).toBe(messages);
  expect(hers.getSnapshot().members).toBe(members);
  his.setTyping(false);
  await eventually(() => hers.getSnapshot().typing.length === 0);
  bens.close();
  await eventually(() => !isOnline.getSnapshot());
});

test('typing ends for the others when nothing comes of it', async () => {
  const id = await group(ann, ben);
  const [hers, bens] = await Promise.all([connect(chats.server, ann), ready(ben)]);
  const thread = bens.open(id);
  await thread.loaded();
  // (After six seconds a client forgets who types by itself: that is not told by a frame.)
  const isTold = (wanted: boolean) => hers.next('typing', ({ is_typing }) => is_typing === wanted);
  const types = async () => {
    thread.setTyping();
    await isTold(true);
  };
  await types();
  const refused = thread.send('x'.repeat(10_001));
  await isTold(false);
  await types();
  thread.discard(refused);
  await isTold(false);
  await types();
  thread.close();
  await isTold(false);
  await hers.close();
});

test('a refusal is an error with its code and fields', async () => {
  const id = await group(ann, ben);
  await ann.say(id, 'hers');
  const thread = (await ready(ben)).open(id);
  const error = await thread.edit(2, { text: 'not his' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PalaverError);
  expect(error).toMatchObject({ code: 'M40306', retryable: false, fields: [{ rule: 'role' }] });
});

describe('state', () => {
  test('is the same object until it changes, and subscribers are told once for what comes together', async () => {
    const id = await group(ann, ben);
    const thread = (await ready(ben)).open(id);
    await thread.loaded();
    expect(thread.getSnapshot()).toBe(thread.getSnapshot());
    const seen: number[] = [];
    const stop = thread.subscribe(({ messages }) => seen.push(messages.length));
    for (let count = 0; count < 10; count += 1) thread.send(String(count));
    expect(seen).toEqual([0]);
    await eventually(() => thread.getSnapshot().messages.every(({ state }) => state === 'sent'));
    stop();
    const { length } = seen;
    thread.send('unseen');
    await eventually(() => thread.getSnapshot().messages.length === 11);
    expect(seen).toHaveLength(length);
  });

  test('is what React asks of a store: to look at it tells nobody, and who subscribes is told of each value once', async () => {
    const thread = (await ready(ann)).open(await group(ann, ben));
    await thread.loaded();
    const seen: ThreadState[] = [];
    thread.subscribe((state) => seen.push(state));
    thread.send('hello');
    const looked = thread.getSnapshot();
    expect(looked.messages).toHaveLength(1);
    expect(seen).toHaveLength(1);
    const late: ThreadState[] = [];
    thread.subscribe((state) => late.push(state));
    await eventually(() => seen.length > 1);
    expect(seen[1]).toBe(looked);
    await eventually(() => late.at(-1)?.messages[0]?.state === 'sent');
    expect(new Set(seen).size).toBe(seen.length);
    expect(late).toEqual(seen.slice(1));
  });
});

test('what is pinned is known, wherever it stands, and kept right', async () => {
  const id = await group(ann, ben);
  const { seq: old } = await ann.say(id, 'the rules');
  for (let count = 0; count < 55; count += 1) await ben.say(id);
  await ann.ok('PUT', myMessageUrl(id, old, '/pin'));
  const chat = await ready(ben);
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

test('reactions and pins of any message show, as they happen and after the connection was lost', async () => {
  const id = await group(ann, ben);
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

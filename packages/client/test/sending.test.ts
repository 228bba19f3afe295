import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, myMemberUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { PalaverError, type ShownMessage } from '../src/index.ts';
import { type ChatServer, eventually, HeldAnswers, startChatServer, texts } from './chat-server.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** A connection on which the entries of logs do not arrive. */
class WithoutEntries extends WebSocket {
  constructor(url: string) {
    super(url);
    this.addEventListener('message', (event) => {
      const { type } = JSON.parse(String(event.data)) as { type: string };
      if (type === 'entry') event.stopImmediatePropagation();
    });
  }
}

test('a sent message appears at once, and reaches the other members', async () => {
  const [anns, bens] = await Promise.all([chats.ready(ann), chats.ready(ben)]);
  const thread = await anns.openDirect(ben.userId);
  await thread.loaded();
  thread.send('hello');
  expect(thread.getSnapshot().messages).toMatchObject([{ state: 'sending', body: { text: 'hello' } }]);
  await eventually(() => thread.getSnapshot().messages.every(({ state }) => state === 'sent'));
  await eventually(() => bens.threads.getSnapshot()[0]?.unread_count === 1);
  const his = bens.open(thread.id);
  expect(texts((await his.loaded()).messages)).toEqual(['hello']);
});

test('a refused message has the error, and can be retried or discarded', async () => {
  const id = await chats.group(ann, ben);
  const bens = await chats.ready(ben);
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

test('a user cannot customise notifications: the type has no such field, and the server refuses it', async () => {
  const id = await chats.group(ann, ben);
  const thread = (await chats.ready(ann)).open(id);
  await thread.loaded();
  // @ts-expect-error: only back ends take `custom_notify`.
  thread.send({ body: { text: 'hello', custom_notify: { title: 'Your bank' } } });
  await eventually(() => thread.getSnapshot().messages.some(({ state }) => state === 'failed'));
  expect(at(thread.getSnapshot().messages, 0)).toMatchObject({
    error: { code: 'M40003', fields: [{ field: 'body.custom_notify', rule: 'not_taken' }] },
  });
});

test('a refused message keeps its place, before messages that arrived later', async () => {
  const id = await chats.group(ann, ben);
  const bens = await chats.ready(ben);
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

test('a refused message is after one whose answer came before its entry', async () => {
  const chat = chats.connect(ann, { WebSocket: WithoutEntries });
  const thread = chat.open(await chats.group(ann, ben));
  await Promise.all([chat.ready(), thread.loaded()]);
  thread.send('one');
  await eventually(() => thread.getSnapshot().messages[0]?.state === 'sent');
  thread.send('x'.repeat(10_001));
  await eventually(() => thread.getSnapshot().messages.some(({ state }) => state === 'failed'));
  expect(thread.getSnapshot().messages.map(({ state }) => state)).toEqual(['sent', 'failed']);
});

test('a message stays when a load ends that began before it, though its entry has not come', async () => {
  const loads = new HeldAnswers(/messages\?/);
  const chat = chats.connect(ann, { WebSocket: WithoutEntries, fetch: loads.fetch });
  await chat.ready();
  const id = await chats.group(ann, ben);
  // (Joining loads an open thread, so it is opened afterwards: there is one load.)
  await eventually(() => chat.threads.getSnapshot().some((thread) => thread.id === id));
  const thread = chat.open(id);
  await eventually(() => loads.count > 0);
  thread.send('one');
  await eventually(() => thread.getSnapshot().messages[0]?.state === 'sent');
  loads.release();
  expect(texts((await thread.loaded()).messages)).toEqual(['one']);
});

test.each([9_999, 10_000, 10_001])(
  'a text of %i code points is sent unless it is too long',
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
    const thread = bens.open(await chats.group(ann, ben));
    await thread.loaded();
    expect(bens.limits.getSnapshot()).toEqual({
      text_chars: 10_000,
      ...{ image_side: 20_000, image_pixels: 120_000_000, avif_pixels: 32_000_000 },
    });
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

test('a text that is too long has the same error as from the server', async () => {
  const bens = await chats.ready(ben);
  const thread = bens.open(await chats.group(ann, ben));
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

test('a message that is too large for a frame is sent by HTTP, and the connection stays open', async () => {
  const bens = await chats.ready(ben);
  const thread = bens.open(await chats.group(ann, ben));
  await thread.loaded();
  const states: string[] = [];
  const stop = bens.connection.subscribe(({ state }) => states.push(state));
  thread.send('x'.repeat(100_000));
  const payload = JSON.stringify('y'.repeat(65_440));
  thread.send({ body: { metadata: [{ type: 'custom_defined', custom_name: 'large', payload }] } });
  const messages = () => thread.getSnapshot().messages;
  await eventually(() => messages().every(({ state }, _, { length }) => length === 2 && state !== 'sending'));
  expect(messages().map(({ state }) => state)).toEqual(['failed', 'sent']);
  expect(messages().at(0)).toMatchObject({ error: { code: 'M40004' } });
  stop();
  expect(states).toEqual(['online']);
});

test('a refused edit rejects with the code and the fields', async () => {
  const id = await chats.group(ann, ben);
  await ann.say(id, 'hers');
  const thread = (await chats.ready(ben)).open(id);
  const error = await thread.edit(2, { text: 'not his' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PalaverError);
  expect(error).toMatchObject({ code: 'M40306', retryable: false, fields: [{ rule: 'role' }] });
});

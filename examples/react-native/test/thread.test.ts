import type { Chat, Thread } from '@palaver/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ChatServer, eventually, startChatServer } from '../../../packages/client/test/chat-server.ts';
import type { SignedIn } from '../../../packages/server/test/harness/client-api.ts';
import { png } from '../../../packages/server/test/harness/sticker-pack.ts';
import { until } from '../../../packages/server/test/harness/until.ts';
import { attend, followAppState } from '../src/chat/app-state';
import { chatRow } from '../src/chat/chat-row';
import { excessOf, sendText, takeBack } from '../src/chat/composing';
import { messageRows } from '../src/chat/message-row';
import { typingLine } from '../src/chat/words';
import { Device } from './device';

/** What the screens show, on a real server. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** Ann and Ben, each with the same thread open. */
async function openBoth() {
  const id = await chats.group(ann, ben);
  const [anns, bens] = [await chats.ready(ann), await chats.ready(ben)];
  const [mine, theirs] = [anns.open(id), bens.open(id)];
  await Promise.all([mine.loaded(), theirs.loaded()]);
  return { id, anns, bens, mine, theirs };
}

const rowsOf = (chat: Chat, thread: Thread) =>
  messageRows(thread.getSnapshot(), {
    me: chat.me.getSnapshot()?.ext_user_id ?? '',
    urls: chat.fileUrls.getSnapshot(),
  });
const listed = (chat: Chat, id: string) => {
  const thread = chat.threads.getSnapshot().find((one) => one.id === id);
  return thread && chatRow(thread, chat.me.getSnapshot()?.ext_user_id ?? '');
};

test('messages from sending to being seen, newest first', async () => {
  const { id, anns, bens, mine, theirs } = await openBoth();
  expect(sendText(mine, '   ')).toBe(false);
  expect(sendText(mine, ' one ')).toBe(true);
  expect(rowsOf(anns, mine)).toMatchObject([{ text: 'one', state: 'sending', isMine: true, seq: undefined }]);
  const [{ key } = { key: '' }] = rowsOf(anns, mine);
  await eventually(() => rowsOf(anns, mine)[0]?.state === 'sent');
  expect(rowsOf(anns, mine)[0]?.key).toBe(key);

  await eventually(() => rowsOf(bens, theirs).length === 1);
  const seq = rowsOf(bens, theirs)[0]?.seq ?? 0;
  sendText(theirs, 'two', seq);
  await theirs.markRead();
  await eventually(() => rowsOf(anns, mine).length === 2 && rowsOf(anns, mine)[1]?.state === 'seen');
  const [two, one] = rowsOf(anns, mine);
  expect(two).toMatchObject({
    text: 'two',
    isMine: false,
    sender: 'USER2',
    quote: { name: 'USER1', text: 'one' },
  });
  expect(one).toMatchObject({ text: 'one', isMine: true, sender: '' });
  expect(listed(anns, id)).toMatchObject({ line: 'USER2: two', unread: '1', peerId: undefined });
  await eventually(() => listed(bens, id)?.line === 'You: two' && listed(bens, id)?.unread === '');

  await mine.delete(seq);
  await eventually(() => rowsOf(bens, theirs)[1]?.isDeleted === true);
  expect(rowsOf(bens, theirs)[1]).toMatchObject({ text: 'Message deleted', attachment: undefined });
  expect(rowsOf(bens, theirs)[0]?.quote?.text).toBe('Message deleted');
});

test('pictures, files and kinds that are only named', { tags: 'thorough' }, async () => {
  const { anns, mine } = await openBoth();
  mine.sendFile(new File([new Uint8Array(png())], 'dot.png', { type: 'image/png' }));
  mine.sendFile(new File(['Buy bread'], 'notes.txt', { type: 'text/plain' }));
  mine.send({ body: { metadata: [{ type: 'custom_defined', custom_name: 'poll', payload: '{}' }] } });
  await eventually(() => rowsOf(anns, mine).filter(({ state }) => state === 'sent').length === 3);
  const attachments = rowsOf(anns, mine).map(({ attachment }) => attachment);
  expect(attachments).toEqual(
    expect.arrayContaining([
      { type: 'image', url: expect.stringContaining(chats.url), aspectRatio: 1, name: 'dot.png' },
      { type: 'file', url: expect.stringContaining('/notes.txt?ticket='), name: 'notes.txt' },
      { type: 'other', name: 'Message' },
    ]),
  );
  for (const attachment of attachments) {
    if (attachment?.type === 'other' || attachment === undefined) continue;
    expect((await fetch(attachment.url)).status).toBe(200);
  }
});

test('a refused message says why, and can be sent again or taken back', async () => {
  const { bens, mine, theirs } = await openBoth();
  await mine.mute(ben.extUserId);
  await eventually(() => theirs.getSnapshot().thread?.me.status === 'muted');
  sendText(theirs, 'Hello?');
  const failedRow = () => rowsOf(bens, theirs).find(({ state }) => state === 'failed');
  await eventually(() => failedRow() !== undefined);
  expect(failedRow()).toMatchObject({ canRetry: true, failure: expect.stringMatching(/./) });
  await mine.unmute(ben.extUserId);
  theirs.retry(failedRow()?.clientMessageId ?? '');
  await eventually(() => rowsOf(bens, theirs)[0]?.state === 'sent');

  const most = bens.limits.getSnapshot()?.text_chars ?? 0;
  const tooLong = 'x'.repeat(most + 1);
  expect(excessOf(tooLong, most)).toBe(1);
  sendText(theirs, tooLong);
  await eventually(() => failedRow() !== undefined);
  expect(failedRow()?.canRetry).toBe(false);
  expect(takeBack(theirs, failedRow()?.clientMessageId ?? '')).toBe(tooLong);
  expect(rowsOf(bens, theirs)).toHaveLength(1);
});

test('who is typing', async () => {
  const { mine, theirs } = await openBoth();
  theirs.setTyping();
  await eventually(() => typingLine(mine.getSnapshot(), ann.extUserId) === 'USER2 is typing…');
  expect(typingLine(mine.getSnapshot(), ben.extUserId)).toBe('');
});

test('a thread is read, and open for the server, while the app is in front', async () => {
  const { id, anns, bens, mine, theirs } = await openBoth();
  const device = new Device();
  onTestFinished(followAppState(anns, device));
  onTestFinished(attend(mine, device));
  const isOpen = async () => (await chats.server.database.sql('select from open_threads')).length === 1;
  await until(async () => (await isOpen()) || undefined);
  sendText(theirs, 'one');
  await eventually(() => rowsOf(bens, theirs)[0]?.state === 'seen');

  device.become('inactive');
  device.become('background');
  await eventually(() => anns.connection.getSnapshot().state === 'offline');
  expect(await isOpen()).toBe(false);
  sendText(theirs, 'two');
  await eventually(() => rowsOf(bens, theirs)[0]?.state === 'sent');
  expect((await ann.thread(id)).unread_count).toBe(1);

  device.become('active');
  await eventually(() => rowsOf(bens, theirs)[0]?.state === 'seen');
  await until(async () => (await isOpen()) || undefined);
  await eventually(() => listed(anns, id)?.unread === '');
  expect(listed(anns, id)?.line).toBe('USER2: two');
});

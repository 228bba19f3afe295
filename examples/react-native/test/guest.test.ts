import { connect } from '@palaver/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../packages/client/test/chat-server.ts';
import { startWorld, type World } from '../../integrator-backend/test/world.ts';
import { BackEnd } from '../src/chat/back-end';
import { sendText } from '../src/chat/composing';
import { Storage } from './device';

/** The app beside the example back end and Palaver, as `npm run example` starts them. */

let world: World;
beforeAll(async () => {
  world = await startWorld({ HTTPS: 'off', TRUSTED_PROXIES: '' });
});
afterAll(() => world.close());

function start(storage: Storage) {
  const { chatToken } = new BackEnd(world.backend.url, storage);
  const chat = connect({ url: world.environment.PALAVER_URL ?? '', tokenProvider: chatToken, storage });
  onTestFinished(() => chat.close());
  return chat;
}

test('a new user is a guest, who stays the same when the app starts again', async () => {
  const storage = new Storage();
  const chat = start(storage);
  await chat.ready();
  const thread = await chat.openDirect('agent');
  sendText(thread, 'Is it in stock?');
  await eventually(() => thread.getSnapshot().messages[0]?.state === 'sent');
  chat.close();

  const again = start(storage);
  await again.ready();
  expect(again.me.getSnapshot()).toEqual(chat.me.getSnapshot());
  expect(again.threads.getSnapshot().map(({ last_message }) => last_message?.body.text)).toEqual([
    'Is it in stock?',
  ]);
});

test('a message that was not sent when the app was ended is sent by the next start', async () => {
  const storage = new Storage();
  const chat = start(storage);
  await chat.ready();
  const thread = await chat.openDirect('agent');
  chat.disconnect();
  await eventually(() => chat.connection.getSnapshot().state === 'offline');
  sendText(thread, 'Hello?');
  await eventually(() => [...storage.items.values()].some((kept) => kept.includes('Hello?')));
  chat.close();

  const again = start(storage);
  await eventually(() => again.threads.getSnapshot()[0]?.last_message?.body.text === 'Hello?');
});

test('when the session has ended, the next one is that of a new guest', async () => {
  const storage = new Storage();
  storage.items.set('session', 'x'.repeat(43));
  const chat = start(storage);
  await chat.ready();
  expect(storage.items.get('session')).not.toBe('x'.repeat(43));
});

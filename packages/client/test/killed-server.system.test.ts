import { expect, onTestFinished, test } from 'vitest';
import { Random } from '../../server/test/faults/random.ts';
import { at, signInAll } from '../../server/test/harness/client-api.ts';
import { newDataDir, startPalaver } from '../../server/test/harness/palaver.ts';
import { seedOfRun } from '../../server/test/harness/seed.ts';
import { urlOf } from '../../server/test/harness/test-database.ts';
import { startTestServer } from '../../server/test/harness/test-server.ts';
import { connect } from '../src/index.ts';
import { eventually } from './chat-server.ts';
import { expectFresh, historyOf } from './harness/fresh-state.ts';

const CLIENTS = 5;
/** Messages of each client: before the kill, while there is no server, and in total. */
const BEFORE = 60;
const MEANWHILE = 10;
const MESSAGES_OF_EACH = 100;

test('messages of 5 clients arrive once although the server is killed, and every client shows the right state', async () => {
  // Creates users and a group in the database of the server that will be killed.
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const people = await signInAll(server, CLIENTS);
  const threadId = await server.group(people.map(({ userId }) => userId));
  const dataDir = newDataDir();
  const settings = {
    DATABASE_URL: urlOf(server.database.connection),
    PALAVER_LOG_LEVEL: 'fatal',
    PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  };
  const palaver = await startPalaver(settings, dataDir);
  const { url } = palaver;
  const chats = people.map(({ token }) => connect({ url, token }));
  onTestFinished(() => {
    for (const chat of chats) chat.close();
  });
  const threads = chats.map((chat) => chat.open(threadId));
  await Promise.all(threads.map((thread) => thread.loaded()));

  const sending = () =>
    threads.flatMap((thread) => thread.getSnapshot().messages).filter(({ state }) => state === 'sending')
      .length;
  const send = (from: number, to: number) => {
    for (let count = from; count < to; count += 1)
      for (const [index, thread] of threads.entries()) thread.send(`${index}: ${count}`);
  };
  const seed = seedOfRun();
  send(0, BEFORE);
  const left = CLIENTS * BEFORE - new Random(seed).between(1, (CLIENTS * BEFORE) / 2);
  await eventually(() => sending() <= left);
  palaver.process.kill('SIGKILL');
  await palaver.exited;
  expect(sending(), `all were sent before the kill, seed ${seed}`).toBeGreaterThan(0);
  send(BEFORE, BEFORE + MEANWHILE);
  await startPalaver({ ...settings, PORT: new URL(url).port }, dataDir);
  send(BEFORE + MEANWHILE, MESSAGES_OF_EACH);
  await eventually(() => sending() === 0);

  const texts = (await historyOf(at(people, 0), threadId)).map(({ body }) => body.text);
  for (let index = 0; index < CLIENTS; index += 1) {
    const own = texts.filter((text) => text.startsWith(`${index}: `));
    expect(own, `seed ${seed}`).toEqual(
      Array.from({ length: MESSAGES_OF_EACH }, (_, count) => `${index}: ${count}`),
    );
  }
  for (const [index, thread] of threads.entries()) await expectFresh(thread, at(people, index));
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, type onTestFinished, test } from 'vitest';
import { MESSAGES } from '../../server/test/harness/api.ts';
import {
  myMemberUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signIn,
} from '../../server/test/harness/client-api.ts';
import { cleanEnvironment } from '../../server/test/harness/command.ts';
import { textTo } from '../../server/test/harness/population.ts';
import { connectionsTo } from '../../server/test/harness/realtime.ts';
import { until } from '../../server/test/harness/until.ts';
import type { ThreadState } from '../src/index.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';
import { freshState, historyOf, shownState } from './harness/fresh-state.ts';

/** Number of messages that others send while the laptop sleeps. */
const MISSED = 30;
const SCRIPT = fileURLToPath(new URL('harness/laptop.ts', import.meta.url));

/** Starts a chat in a separate process, which ends with the test. */
async function openLaptop(
  atEnd: typeof onTestFinished,
  { url, server }: ChatServer,
  { userId }: SignedIn,
  threadId: string,
) {
  const child = fork(SCRIPT, [url, server.key, userId, threadId], {
    env: cleanEnvironment(),
    execArgv: [],
  });
  atEnd(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return {
    send: (text: string) => child.send({ send: text }),
    show: async () => {
      child.send({});
      const [state] = (await once(child, 'message')) as [ThreadState];
      return state;
    },
    sleep: () => child.kill('SIGSTOP'),
    wake: () => child.kill('SIGCONT'),
  };
}

describe.concurrent('a laptop that sleeps until the server has closed its connection', () => {
  test('sends its pending messages and shows all changes when it wakes', async ({ onTestFinished }) => {
    await sleepAndWake(onTestFinished, { PALAVER_HEARTBEAT_MS: '1000' });
  });

  test('does so with an expired token, and with more missed entries than a resume sends', async ({
    onTestFinished,
  }) => {
    await sleepAndWake(onTestFinished, { PALAVER_TOKEN_TTL_SECONDS: '3', PALAVER_RESUME_ENTRIES: '10' });
  });
});

async function sleepAndWake(atEnd: typeof onTestFinished, settings: Record<string, string>): Promise<void> {
  const chats = await startChatServer(3, settings);
  atEnd(() => chats.close());
  const { server } = chats;
  const [ann, ben, cid] = chats.people as [SignedIn, SignedIn, SignedIn];
  const threadId = await server.group([ann.userId, ben.userId]);
  const say = (text: string) => server.ok('POST', MESSAGES, { body: textTo(threadId, ann.userId, text) });
  await say('good night');
  const laptop = await openLaptop(atEnd, chats, ben, threadId);

  for (const text of ['one', 'two', 'three']) laptop.send(text);
  laptop.sleep();
  await until(async () => (await connectionsTo(server)) === 0 || undefined);
  for (let count = 0; count < MISSED; count += 1) await say(`missed ${count}`);
  // (Tokens expire soon here, so each request signs in again.)
  const anns = await signIn(server, ann.userId);
  await anns.ok('PATCH', myMessageUrl(threadId, 2), { body: { body: { text: 'good morning' } } });
  await anns.ok('PUT', reactionUrl(threadId, 2, '☕'));
  await anns.ok('POST', myThreadUrl(threadId, '/members'), {
    body: { member_ids: [cid.userId], id_type: 2 },
  });
  await anns.ok('POST', myMemberUrl(threadId, cid.userId, 'mute'), { body: {} });
  laptop.wake();

  const own = async () => {
    const all = await historyOf(await signIn(server, ben.userId), threadId);
    return all.filter(({ sender }) => sender.user_id === ben.userId).map(({ body }) => body.text);
  };
  await until(async () => (await own()).length === 3 || undefined);
  expect(await own()).toEqual(['one', 'two', 'three']);
  const fresh = await freshState(await signIn(server, ben.userId), threadId);
  const state = await until(async () => {
    const now = await laptop.show();
    const isThere = now.thread?.last_seq === fresh.thread?.last_seq && !now.isLoading;
    return isThere && now.messages.every((message) => message.state === 'sent') ? now : undefined;
  });
  expect(shownState(state)).toEqual(fresh);
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { cleanEnvironment } from '../../server/test/harness/command.ts';
import { connectionsTo } from '../../server/test/harness/realtime.ts';
import { until } from '../../server/test/harness/until.ts';
import { connect } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';
import { badWayTo, refusal } from './harness/trouble.ts';

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

const hasConnections = (count: number) =>
  until(async () => (await connectionsTo(chats.server)) === count || undefined);

describe('a tokenProvider', () => {
  test('that fails is called again, and meanwhile the state has its error', async () => {
    const answers = [new Error('the back end is away'), new Error('still'), ann.token];
    const chat = connect({
      url: chats.url,
      tokenProvider: async () => {
        const answer = answers.shift() ?? '';
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    await eventually(() => chat.connection.getSnapshot().state === 'offline');
    expect(chat.connection.getSnapshot()).toMatchObject({
      error: { code: 'token', retryable: true, cause: { message: 'the back end is away' } },
    });
    await chat.ready();
    chat.close();
    await hasConnections(0);
  });

  test('that fails while the connection ends blocks neither calls nor the reconnect', async () => {
    const way = await badWayTo(chats.url);
    const asked: PromiseWithResolvers<string>[] = [];
    const chat = connect({
      url: chats.url,
      fetch: (address, init) => fetch(new Request(address).url.replace(chats.url, way.url), init),
      tokenProvider: () => {
        const answer = Promise.withResolvers<string>();
        asked.push(answer);
        return answer.promise;
      },
    });
    asked[0]?.resolve(await chats.server.token(ben.userId));
    await chat.ready();
    // A refused request makes the SDK call the provider. Before the token comes, the connection ends as well.
    way.misfortunes.push(refusal(401, 'M40111'));
    const profile = chat.getProfile();
    await eventually(() => asked.length === 2);
    await chats.server.ok('DELETE', `/user/v1.0/user/${ben.userId}/tokens`);
    await hasConnections(0);
    asked[1]?.reject(new Error('the back end is away'));
    await eventually(() => asked.length === 3);
    asked[2]?.resolve(await chats.server.token(ben.userId));
    await eventually(() => chat.connection.getSnapshot().state === 'online');
    expect((await profile).user_id).toBe(ben.userId);
    chat.close();
    await hasConnections(0);
  });
});

test('a chat that is closed while the tokenProvider runs stays closed', async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  let asked = 0;
  const chat = chats.connect(ann, {
    tokenProvider: () => {
      asked += 1;
      return promise;
    },
  });
  const states: string[] = [];
  chat.connection.subscribe(({ state }) => states.push(state));
  await eventually(() => asked === 1);
  chat.close();
  reject(new Error('the caller is no longer signed in'));
  await expect(chat.ready()).rejects.toThrow('closed');
  await expect(chat.getProfile()).rejects.toMatchObject({ code: 'token' });
  expect(states).toEqual(['connecting', 'closed']);
});

test('reconnect() opens no second connection while one is being opened', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chat = chats.connect(ann, { tokenProvider: () => promise });
  for (let count = 0; count < 3; count += 1) chat.reconnect();
  resolve(ann.token);
  await chat.ready();
  expect(await connectionsTo(chats.server)).toBe(1);
  chat.close();
  await hasConnections(0);
});

test('a chat tells the address of its server, however it was written', () => {
  const chat = chats.connect(ann, { url: `${chats.url}//` });
  expect(chat.url).toBe(chats.url);
  chat.close();
});

test('connect() refuses an invalid address', () => {
  expect(() => connect({ url: 'chat.example.com', token: ann.token })).toThrow(TypeError);
  expect(() => connect({ url: 'localhost:7700', token: ann.token })).toThrow(TypeError);
});

test('ids are escaped in paths', async () => {
  const chat = chats.connect(ann);
  const thread = chat.open(await chats.server.group([ann.userId, ben.userId]));
  await expect(thread.removeMember(`${ben.extUserId}?`)).rejects.toMatchObject({ code: 'M40003' });
  chat.close();
  await hasConnections(0);
});

/** Like Node before 22. */
function runWithoutWebSocket(script: string) {
  const entry = fileURLToPath(new URL('../src/index.ts', import.meta.url));
  return promisify(execFile)(
    process.execPath,
    [
      '--no-experimental-websocket',
      '--input-type=module',
      '--eval',
      `import { connect } from '${entry}'; const [url, token] = process.argv.slice(1); ${script}`,
      chats.url,
      ann.token,
    ],
    { env: cleanEnvironment(), cwd: import.meta.dirname },
  );
}

describe('without a global WebSocket', () => {
  test('connect() names the missing option', async () => {
    await expect(runWithoutWebSocket('connect({ url, token })')).rejects.toThrow(
      'TypeError: connect() needs the option WebSocket on Node before 22: use the package ws',
    );
  });

  test('the WebSocket of the package ws works', { tags: 'thorough' }, async () => {
    const { stdout } = await runWithoutWebSocket(`
      import { WebSocket } from 'ws';
      const chat = connect({ url, token, WebSocket });
      await chat.ready();
      console.log(chat.connection.getSnapshot().state);
      chat.close();
    `);
    expect(stdout).toBe('online\n');
  });
});

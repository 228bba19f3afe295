import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { at, myThreadUrl, reactionUrl, type SignedIn } from '../../server/test/harness/client-api.ts';
import { connect } from '../../server/test/harness/realtime.ts';
import { promote } from '../../server/test/realtime/rest-twin.ts';
import { type ClientMessage, PalaverError, type Thread } from '../src/index.ts';
import { type ChatServer, eventually, startChatServer } from './chat-server.ts';

/** What a user does goes over the connection if there is one, and by HTTP otherwise. */

let chats: ChatServer;
let ann: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  chats = await startChatServer(2);
  [ann, ben] = chats.people as [SignedIn, SignedIn];
});
afterAll(() => chats.close());

/** The network of a device. */
class Network {
  /** The requests that write: `PUT /read`. */
  readonly writes: string[] = [];
  /** Frames of the device are lost, without notice. */
  isDead = false;
  /** The connection ends before its next answer arrives. */
  losesAnswer = false;
  onWrite = () => {};
  readonly WebSocket = socketOn(this);
  readonly fetch: typeof fetch = (address, init) => {
    const { method, url } = new Request(address, { method: init?.method ?? 'GET' });
    if (method !== 'GET') {
      this.writes.push(`${method} ${url.replace(/^.*?\/threads\/\d+/, '')}`);
      this.onWrite();
    }
    return fetch(address, init);
  };
}

function socketOn(network: Network) {
  return class extends WebSocket {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener('message', (event) => {
        if (!network.losesAnswer || !String(event.data).includes('"type":"answer"')) return;
        network.losesAnswer = false;
        event.stopImmediatePropagation();
        this.close();
      });
    }

    override send(data: string): void {
      if (!network.isDead) super.send(data);
    }
  };
}

/** The `seq` of what is in each group: a message of Ann, with a reaction of Ben; one of his; a promotion. */
const [HERS, HIS, PROMOTION] = [2, 3, 5];

/** Ben's device in a new group. */
async function open({ people, ...from } = chats, silenceMs = 15_000) {
  const [her, him] = [at(people, 0), at(people, 1)];
  const id = await from.group(her, him);
  await her.say(id, 'hello');
  await him.say(id, 'helo');
  await him.ok('PUT', reactionUrl(id, HERS, '🎉'));
  expect(await promote(from.server, id)).toBe(PROMOTION);
  const network = new Network();
  const chat = from.connect(him, { fetch: network.fetch, WebSocket: network.WebSocket, silenceMs });
  const thread = chat.open(id);
  await Promise.all([chat.ready(), thread.loaded()]);
  return { network, chat, thread };
}

interface Action {
  run: (thread: Thread) => Promise<unknown>;
  /** The request of the same effect. */
  request: string;
  /** The entry that it makes. */
  entry?: string;
  /** The same action, of which the server refuses what is named. */
  refused: (thread: Thread) => Promise<unknown>;
}

const ACTIONS: [name: string, action: Action][] = [
  [
    'edit',
    {
      run: (thread) => thread.edit(HIS, { text: 'hello' }),
      request: 'PATCH /messages/3',
      entry: 'message.updated',
      refused: (thread) => thread.edit(HERS, { text: 'not his' }),
    },
  ],
  [
    'react',
    {
      run: (thread) => thread.react(HERS, '👍'),
      request: 'PUT /messages/2/reactions/%F0%9F%91%8D',
      entry: 'reaction.added',
      refused: (thread) => thread.react(HERS, 'x'.repeat(33)),
    },
  ],
  [
    'unreact',
    {
      run: (thread) => thread.unreact(HERS, '🎉'),
      request: 'DELETE /messages/2/reactions/%F0%9F%8E%89',
      entry: 'reaction.removed',
      refused: (thread) => thread.unreact(99, '🎉'),
    },
  ],
  [
    'press',
    {
      run: (thread) => thread.press(PROMOTION, 0),
      request: 'POST /messages/5/press',
      entry: 'message.created',
      refused: (thread) => thread.press(HERS, 0),
    },
  ],
  [
    'markRead',
    {
      run: (thread) => thread.markRead(HIS),
      request: 'PUT /read',
      refused: (thread) => thread.markRead(99),
    },
  ],
];

/** What has happened in the thread since Ben's device opened it. */
async function happened({ id }: Thread) {
  const socket = await connect(chats.server, ann, { threads: [{ thread_id: id, seq: PROMOTION }] });
  onTestFinished(() => socket.close());
  return socket.entries(id).map(({ type }) => type);
}

async function expectDone(thread: Thread, { entry }: Action, data: unknown): Promise<void> {
  expect(await happened(thread)).toEqual(entry === undefined ? [] : [entry]);
  if (entry === undefined) expect((await ben.thread(thread.id)).me.read_seq).toBe(HIS);
  else expect(data).toEqual(await ben.message(thread.id, (data as ClientMessage).seq));
}

describe.each(ACTIONS)('%s', (_name, action) => {
  test('takes no request over a connection', async () => {
    const { network, thread } = await open();
    const data = await action.run(thread);
    expect(network.writes).toEqual([]);
    await expectDone(thread, action, data);
  });

  test('is a request without a connection', async () => {
    const { network, chat, thread } = await open();
    chat.disconnect();
    await eventually(() => chat.connection.getSnapshot().state === 'offline');
    const data = await action.run(thread);
    expect(network.writes).toEqual([action.request]);
    await expectDone(thread, action, data);
  });

  test('has its effect once if the connection ends before the answer', async () => {
    const { network, thread } = await open();
    network.losesAnswer = true;
    const data = await action.run(thread);
    expect(network.losesAnswer).toBe(false);
    expect(network.writes).toEqual([action.request]);
    await expectDone(thread, action, data);
  });

  test('is refused with the same error both ways', async () => {
    const { network, chat, thread } = await open();
    const errorOf = async () => {
      const reason = await action.refused(thread).catch((error: unknown) => error);
      expect(reason).toBeInstanceOf(PalaverError);
      const { message, requestId, ...error } = reason as PalaverError;
      return { shown: { ...error, message }, requestId };
    };
    const bySocket = await errorOf();
    expect(network.writes).toEqual([]);
    chat.disconnect();
    await eventually(() => chat.connection.getSnapshot().state === 'offline');
    const byRequest = await errorOf();
    expect(network.writes).toHaveLength(1);
    expect(bySocket.shown).toEqual(byRequest.shown);
    expect(bySocket.shown).toMatchObject({ code: expect.stringMatching(/^M40/), retryable: false });
    expect([bySocket.requestId, byRequest.requestId]).toEqual(['', expect.stringMatching(/./)]);
    expect(await happened(thread)).toEqual([]);
  });
});

test('an action does not wait until a connection that died without notice counts as lost', async () => {
  const { network, chat, thread } = await open(chats, 3_000);
  network.isDead = true;
  const states: string[] = [];
  network.onWrite = () => states.push(chat.connection.getSnapshot().state);
  await thread.react(HERS, '👍');
  expect(network.writes).toEqual(['PUT /messages/2/reactions/%F0%9F%91%8D']);
  expect(states).toEqual(['online']);
});

test('an action beyond the rate limit is repeated as a request, and succeeds', async () => {
  const limited = await startChatServer(2, { PALAVER_CLIENT_RATE_LIMIT_WRITES: '5' });
  onTestFinished(() => limited.close());
  const { network, thread } = await open(limited);
  const reads = () =>
    Array.from({ length: 10 }, () => at(limited.people, 1).call('PUT', myThreadUrl(thread.id, '/read')));
  // (On a very slow machine, the first round may stay below the limit.)
  while (network.writes.length === 0) {
    await Promise.all(reads());
    expect(await thread.react(HERS, '👍')).toMatchObject({ seq: HERS });
  }
});

test('a deletion is a request, which outlives its page', async () => {
  const { network, thread } = await open();
  await thread.delete(HIS);
  expect(network.writes).toEqual(['DELETE /messages/3']);
  expect(await happened(thread)).toEqual(['message.deleted']);
});

test('what the user does comes after the message that they have just sent', async () => {
  const { network, thread } = await open();
  thread.send('one');
  await thread.react(HERS, '👍');
  expect(await happened(thread)).toEqual(['message.created', 'reaction.added']);
  expect(network.writes).toEqual([]);
});

test('an edit that is too large for a frame is a request, and the connection stays open', async () => {
  const { network, chat, thread } = await open();
  const states: string[] = [];
  chat.connection.subscribe(({ state }) => states.push(state));
  const custom = (payload: string) => ({
    metadata: [{ type: 'custom_defined', custom_name: 'large', payload: JSON.stringify(payload) }],
  });
  const { seq } = await ben.say(thread.id, { body: custom('small') });
  const { body } = await thread.edit(seq, custom('y'.repeat(65_440)) as never);
  expect(body.metadata).toMatchObject(custom('y'.repeat(65_440)).metadata);
  expect(network.writes).toEqual([`PATCH /messages/${seq}`]);
  expect(states).toEqual(['online']);
});

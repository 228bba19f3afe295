import type { AddressInfo } from 'node:net';
import type { ClientThread } from '@palaver/protocol/client-threads';
import type { LogEntry } from '@palaver/protocol/log';
import type { ClientMember } from '@palaver/protocol/members';
import type { ClientMessage } from '@palaver/protocol/messages';
import { REALTIME_PATH, type ServerFrame } from '@palaver/protocol/realtime';
import { expect, onTestFinished, test } from 'vitest';
import { Random } from '../faults/random.ts';
import {
  MY_THREADS,
  myMemberUrl,
  myMessageUrl,
  myThreadUrl,
  reactionUrl,
  type SignedIn,
  signInAll,
} from '../harness/client-api.ts';
import { realtimeUrl } from '../harness/realtime.ts';
import { severable } from '../harness/severable.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { change } from './client-state.ts';

/*
 * A client written from docs/realtime.md alone, with Node's built-in WebSocket instead of the server's implementation.
 * It keeps the state of its threads from frames, and uses REST for history only.
 */

/** The client's state of a thread. */
interface Copy {
  thread: ClientThread;
  last: number;
  messages: Map<number, ClientMessage>;
  members: Map<string, ClientMember>;
  /** Entries that arrived since the history was requested. */
  since: LogEntry[];
  /** Resolves when the history has arrived. */
  loaded: Promise<void>;
}

class AnotherClient {
  readonly #url: string;
  readonly #user: SignedIn;
  #socket: WebSocket | undefined;
  readonly copies = new Map<string, Copy>();
  /** The number of received frames by type. */
  readonly counts = new Map<string, number>();
  /** Violations of the page's promises. */
  readonly broken: string[] = [];
  #resumed = Promise.withResolvers<void>();
  #fetching = Promise.resolve();

  constructor(url: string, user: SignedIn) {
    this.#url = url;
    this.#user = user;
  }

  /** Connects, and resolves when everything missing has arrived. */
  async connect(): Promise<void> {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#resumed = Promise.withResolvers();
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as ServerFrame));
    socket.addEventListener('error', () => {});
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve);
    });
    const known = [...this.copies].map(([thread_id, { last }]) => ({ thread_id, seq: last }));
    const half = Math.ceil(known.length / 2);
    this.send({ type: 'authenticate', token: this.#user.token });
    this.send({ type: 'resume', threads: known.slice(0, half), more: true });
    this.send({ type: 'resume', threads: known.slice(half) });
    await this.#resumed.promise;
  }

  send(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #receive(frame: ServerFrame): void {
    this.counts.set(frame.type, (this.counts.get(frame.type) ?? 0) + 1);
    if (frame.type === 'thread.joined' || frame.type === 'reset') this.#take(frame.thread);
    else if (frame.type === 'thread.left') this.copies.delete(frame.thread_id);
    else if (frame.type === 'entry') this.#apply(frame.entry);
    else if (frame.type === 'read') this.#read(frame.thread_id, frame.ext_user_id, frame.read_seq);
    else if (frame.type === 'unread')
      this.#fetching = this.#fetching.then(() => this.#fetchPosition(frame.thread_id));
    else if (frame.type === 'resumed') {
      for (const { thread_id, read_seq } of frame.read_positions) {
        const copy = this.copies.get(thread_id);
        if (copy !== undefined) copy.thread.me.read_seq = read_seq;
      }
      this.#resumed.resolve();
    }
  }

  #take(thread: ClientThread): void {
    const copy: Copy = {
      thread,
      last: thread.last_seq,
      messages: new Map(),
      members: new Map(),
      since: [],
      loaded: Promise.resolve(),
    };
    this.copies.set(thread.id, copy);
    copy.loaded = this.#load(copy);
  }

  /** Entries that arrived meanwhile are newer than the requested history. */
  async #load({ thread, messages, members, since }: Copy): Promise<void> {
    const history = await this.#user.call('GET', myThreadUrl(thread.id, '/messages?after_seq=0&limit=100'));
    for (const message of (history.body.data ?? []) as ClientMessage[])
      messages.set(message.seq, messages.get(message.seq) ?? message);
    for (const entry of since) changeTouched(messages, entry);
    const list = await this.#user.call('GET', myThreadUrl(thread.id, '/members?limit=100'));
    for (const member of (list.body.data ?? []) as ClientMember[])
      members.set(member.ext_user_id, members.get(member.ext_user_id) ?? member);
  }

  #apply(entry: LogEntry): void {
    const copy = this.copies.get(entry.thread_id);
    if (copy === undefined || entry.seq !== copy.last + 1) {
      this.broken.push(`entry ${entry.thread_id}.${entry.seq} came after ${copy?.last}`);
      return;
    }
    copy.last = entry.seq;
    if (this.#isOurEnd(entry)) {
      this.copies.delete(entry.thread_id);
      return;
    }
    const { message, members = [], thread, counters } = entry;
    Object.assign(copy.thread, thread, counters, { last_seq: entry.seq, last_at: entry.at });
    copy.since.push(entry);
    changeTouched(copy.messages, entry);
    if (copy.thread.last_message) change(copy.thread.last_message, entry);
    if (message !== undefined) {
      copy.messages.set(message.seq, message);
      if (message.seq >= (copy.thread.last_message?.seq ?? 0)) copy.thread.last_message = message;
    }
    for (const member of members) {
      copy.members.set(member.ext_user_id, member);
      if (member.ext_user_id === this.#user.extUserId) {
        const status = member.status as ClientThread['me']['status'];
        copy.thread.me = { ...copy.thread.me, role: member.role, status };
      }
    }
  }

  #isOurEnd({ type, change }: LogEntry): boolean {
    const named = (change?.members ?? []) as { ext_user_id: string }[];
    const isNamed = named.some(({ ext_user_id }) => ext_user_id === this.#user.extUserId);
    return type === 'thread.deleted' || ((type === 'member.removed' || type === 'member.banned') && isNamed);
  }

  #read(threadId: string, user: string, seq: number): void {
    const me = this.copies.get(threadId)?.thread.me;
    if (me !== undefined && user === this.#user.extUserId) me.read_seq = Math.max(me.read_seq, seq);
  }

  /** The user has set the position back. */
  async #fetchPosition(threadId: string): Promise<void> {
    const before = this.counts.get('read');
    const { body } = await this.#user.call('GET', myThreadUrl(threadId));
    const me = this.copies.get(threadId)?.thread.me;
    if (me === undefined || body.data === undefined) return;
    // A `read` that came since may be of a later change.
    if (this.counts.get('read') === before) me.read_seq = body.data.me.read_seq;
    else await this.#fetchPosition(threadId);
  }

  /** Its whole state in the form of REST. */
  async state(): Promise<unknown> {
    await Promise.all([this.#fetching, ...[...this.copies.values()].map(({ loaded }) => loaded)]);
    return sorted(
      [...this.copies.values()].map(({ thread, messages, members }) => {
        const unread = [...messages.values()].filter(
          ({ seq, sender, deleted_at }) =>
            seq > thread.me.read_seq && deleted_at === null && sender.ext_user_id !== this.#user.extUserId,
        );
        return {
          thread: { ...thread, unread_count: unread.length, list_position: '' },
          messages: [...messages.values()].toSorted((a, b) => a.seq - b.seq),
          members: [...members.values()].toSorted((a, b) => Number(a.ext_user_id) - Number(b.ext_user_id)),
        };
      }),
    );
  }
}

/** Applies an entry that shows reactions or a pin, and nothing else of its message. */
function changeTouched(messages: ReadonlyMap<number, ClientMessage>, entry: LogEntry): void {
  const message = messages.get(entry.message_seq ?? 0);
  if (message !== undefined) change(message, entry);
}

function sorted<T extends { thread: ClientThread }>(states: T[]): T[] {
  return states.toSorted((a, b) => Number(a.thread.id) - Number(b.thread.id));
}

async function fetchAll(user: SignedIn): Promise<unknown> {
  const threads = await user.threads('limit=100');
  return sorted(
    await Promise.all(
      threads.map(async (thread) => ({
        thread: { ...thread, list_position: '' },
        messages: await user.messages(thread.id, 'after_seq=0&limit=100'),
        members: (await user.ok('GET', myThreadUrl(thread.id, '/members?limit=100'))) as ClientMember[],
      })),
    ),
  );
}

test('an independent client, disconnected repeatedly, ends with the state that REST shows', {
  tags: 'thorough',
}, async () => {
  const server = await startTestServer({ PALAVER_RESUME_ENTRIES: '20' });
  onTestFinished(() => server.close());
  const [ann, ben, cid] = await signInAll(server, 3);
  const people = [ann.userId, ben.userId, cid.userId];
  const groups = await Promise.all([1, 2, 3].map(() => server.group(people)));
  await realtimeUrl(server);
  const way = await severable((server.app.server.address() as AddressInfo).port);
  onTestFinished(() => way.close());
  const client = new AnotherClient(`ws://127.0.0.1:${way.port}${REALTIME_PATH}`, ben);
  await client.connect();

  const random = new Random(7);
  /** One action of a user. Some are refused because of other users' actions. */
  const act = async () => {
    const thread = random.pick(groups);
    const who = random.pick([ann, ann, ben, cid]);
    const seq = random.between(2, 30);
    const url = myMessageUrl(thread, seq);
    const deeds = [
      () => who.call('POST', myThreadUrl(thread, '/messages'), { body: { body: { text: `text ${seq}` } } }),
      () =>
        who.call('POST', myThreadUrl(thread, '/messages'), {
          body: { body: { text: 'hey' }, reply_to: seq },
        }),
      () => who.call('PATCH', url, { body: { body: { text: `edited ${random.next()}` } } }),
      () => who.call('PUT', reactionUrl(thread, seq, random.pick(['👍', '🎉']))),
      () => who.call('DELETE', reactionUrl(thread, seq, '👍')),
      () => who.call(random.pick(['PUT', 'DELETE']), `${url}/pin`),
      () =>
        random.chance(0.3)
          ? who.call('DELETE', url)
          : ben.call('PUT', myThreadUrl(thread, '/read'), { body: { seq } }),
      () => ben.call('PUT', myThreadUrl(thread, '/unread'), { body: { seq } }),
      () => ann.call('PATCH', myThreadUrl(thread), { body: { name: `Name ${seq}`, metadata: `${seq}` } }),
      () => ann.call('POST', myMemberUrl(thread, cid.userId, random.pick(['mute', 'unmute'])), {}),
      () =>
        ann.call('PATCH', myMemberUrl(thread, random.pick(people)), {
          body: { role: random.pick(['admin', 'member']) },
        }),
      async () => client.send({ type: 'react', thread_id: thread, seq, key: '❤️' }),
      async () => client.send({ type: 'send', thread_id: thread, body: { text: 'by frame' } }),
    ];
    await random.pick(deeds)();
  };
  const acts = async (count: number) => {
    await Promise.all(Array.from({ length: count }, act));
  };
  const removed = random.pick(groups);
  for (let round = 0; round < 6; round += 1) {
    const busy = acts(40);
    if (round === 2) await ann.call('DELETE', myMemberUrl(removed, ben.userId));
    if (round === 3)
      await ann.call('POST', myThreadUrl(removed, '/members'), {
        body: { member_ids: [ben.userId], id_type: 2 },
      });
    way.sever();
    // Sometimes it reconnects midway, and sometimes it lacks more than a resume sends.
    if (round % 2 === 0) await busy;
    if (round === 4) await ann.call('POST', MY_THREADS, { body: { type: 'direct', user_id: ben.userId } });
    if (round === 4) for (let more = 0; more < 21; more += 1) await ann.say(removed);
    await client.connect();
    await busy;
  }
  await ben.ok('PUT', myThreadUrl(removed, '/read'), { body: {} });
  await ben.ok('PUT', myThreadUrl(removed, '/unread'), { body: { seq: 3 } });
  const direct = (await ben.threads('limit=100')).find(({ type }) => type === 'direct');
  await ann.say(direct?.id ?? '', 'psst');

  const threads = await ben.threads('limit=100');
  await until(async () => {
    const isThere = threads.every(({ id, last_seq }) => client.copies.get(id)?.last === last_seq);
    return isThere || undefined;
  });
  expect(client.broken).toEqual([]);
  expect(await client.state()).toEqual(await fetchAll(ben));
  for (const type of ['thread.joined', 'reset', 'entry', 'read', 'unread', 'resumed'])
    expect(client.counts.get(type), type).toBeGreaterThan(0);
});

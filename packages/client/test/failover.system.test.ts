import { REALTIME_PATH } from '@palaver/protocol/realtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EVENTS, switchStream } from '../../server/test/events/stream.ts';
import { MESSAGES } from '../../server/test/harness/api.ts';
import { type SignedIn, signInAll } from '../../server/test/harness/client-api.ts';
import { textTo } from '../../server/test/harness/population.ts';
import { open, realtimeUrl } from '../../server/test/harness/realtime.ts';
import { recount } from '../../server/test/harness/recount.ts';
import {
  isReplicationMissing,
  type ReplicatedPostgres,
  startReplicatedPostgres,
} from '../../server/test/harness/replicated-postgres.ts';
import { startTestServer, type TestServer } from '../../server/test/harness/test-server.ts';
import { until } from '../../server/test/harness/until.ts';
import { connect } from '../src/index.ts';
import { eventually, texts } from './chat-server.ts';
import { expectFresh, historyOf } from './harness/fresh-state.ts';

const MESSAGES_BEFORE = 20;
const MESSAGES_AFTER = 20;

interface World {
  postgres: ReplicatedPostgres;
  server: TestServer;
  url: string;
  ann: SignedIn;
  ben: SignedIn;
  group: () => Promise<string>;
}

async function startWorld(isSynchronous: boolean): Promise<World> {
  const postgres = await startReplicatedPostgres(isSynchronous);
  onTestFinished(postgres.close);
  const server = await startTestServer({}, Promise.resolve(postgres.database));
  onTestFinished(() => server.close());
  const url = (await realtimeUrl(server)).replace('ws', 'http').replace(REALTIME_PATH, '');
  const [ann, ben] = await signInAll(server, 2);
  if (ann === undefined || ben === undefined) throw new Error('nobody has signed in');
  return { postgres, server, url, ann, ben, group: () => server.group([ann.userId, ben.userId]) };
}

/** Connects with the SDK. */
function chatOf({ token }: SignedIn, { url }: World) {
  const chat = connect({ url, token });
  onTestFinished(() => chat.close());
  return chat;
}

/** A connection that does not come back when it ends. */
async function connectOnce({ server }: World, { token }: SignedIn, resume: object) {
  const socket = await open(await realtimeUrl(server));
  onTestFinished(() => socket.close());
  socket.send({ type: 'authenticate', token });
  const { epoch } = await socket.next('authenticated');
  socket.send({ type: 'resume', ...resume });
  await socket.next('resumed');
  return { socket, epoch };
}

/** Sends by API key, again and again while the database is away. */
const send = ({ server }: World, threadId: string, text: string) =>
  until(async () => {
    const { status } = await server.call('POST', MESSAGES, { body: textTo(threadId, 'user1', text) });
    return status === 200 || undefined;
  }, 60);

describe.skipIf(isReplicationMissing)('a replica takes over (needs postgresql)', () => {
  test('that was synchronous: what was answered is there, and every message arrives once and in order', async () => {
    const world = await startWorld(true);
    const { postgres, ann, ben, server } = world;
    const threadId = await world.group();
    const [writer, reader] = [chatOf(ann, world), chatOf(ben, world)];
    const [sending, receiving] = [writer.open(threadId), reader.open(threadId)];
    await Promise.all([sending.loaded(), receiving.loaded()]);
    const known = await connectOnce(world, ben, { threads: [] });
    const written: string[] = [];
    const write = (count: number) => {
      for (let index = 0; index < count; index += 1) {
        written.push(`message ${written.length}`);
        sending.send(written.at(-1) ?? '');
      }
    };
    write(MESSAGES_BEFORE);
    await eventually(() => receiving.getSnapshot().messages.length > 3);
    await postgres.failOver();
    write(MESSAGES_AFTER);
    await eventually(() => sending.getSnapshot().messages.every(({ state }) => state === 'sent'));
    expect((await historyOf(ben, threadId)).map(({ body }) => body.text)).toEqual(written);
    await eventually(() => receiving.getSnapshot().messages.length === written.length);
    await expectFresh(receiving, ben);

    expect((await known.socket.ended).code).toBe(1012);
    const threads = known.socket
      .entries(threadId)
      .map(({ thread_id, seq, at: made }) => ({ thread_id, seq, at: made }));
    const again = await connectOnce(world, ben, { epoch: known.epoch, threads: threads.slice(-1) });
    expect(again.epoch).not.toBe(known.epoch);
    expect(again.socket.frames.filter(({ type }) => type === 'reset')).toEqual([]);
    expect(await recount(server.database)).toEqual([]);
  });

  test('that lacked the last changes: clients drop what is lost, and keep the rest', async () => {
    const world = await startWorld(false);
    const { postgres, ben, server } = world;
    const [changed, same] = [await world.group(), await world.group()];
    await switchStream(server, true);
    const chat = chatOf(ben, world);
    const [first, second] = [chat.open(changed), chat.open(same)];
    for (const threadId of [changed, same]) await send(world, threadId, 'kept');
    await eventually(() =>
      [first, second].every((thread) => texts(thread.getSnapshot().messages).includes('kept')),
    );
    await server.relayed();
    await postgres.caughtUp();
    const known = await connectOnce(world, ben, { threads: [] });
    const joined = new Map(
      known.socket.frames.flatMap((frame) =>
        frame.type === 'thread.joined' ? [[String(frame.thread.id), frame.thread] as const] : [],
      ),
    );
    await postgres.cutReplication();
    for (const text of ['lost 1', 'lost 2']) await send(world, changed, text);
    const lost = await world.group();
    await known.socket.next('thread.joined', ({ thread }) => thread.id === lost);
    await eventually(() => texts(first.getSnapshot().messages).includes('lost 2'));
    await server.relayed();
    const { next_after, epoch } = (await server.call('GET', `${EVENTS}?after=0`)).body as unknown as {
      next_after: number;
      epoch: string;
    };

    await postgres.failOver();
    for (const text of ['new 1', 'new 2', 'new 3']) await send(world, changed, text);
    const expected = ['kept', 'new 1', 'new 2', 'new 3'].join();
    await eventually(() => texts(first.getSnapshot().messages).join() === expected);
    expect(texts(second.getSnapshot().messages)).toEqual(['kept']);
    for (const thread of [first, second]) await expectFresh(thread, ben);
    const listed = chat.threads.getSnapshot().map(({ id }) => String(id));
    expect(new Set(listed)).toEqual(new Set([changed, same]));

    expect((await known.socket.ended).code).toBe(1012);
    const last = known.socket.entries(changed).at(-1);
    const kept = joined.get(same);
    const again = await connectOnce(world, ben, {
      epoch: known.epoch,
      threads: [
        { thread_id: changed, seq: last?.seq, at: last?.at },
        { thread_id: same, seq: kept?.last_seq, at: kept?.last_at },
        { thread_id: lost, seq: 1, at: last?.at },
      ],
    });
    const told = again.socket.frames.flatMap((frame) =>
      frame.type === 'reset'
        ? [`reset ${frame.thread.id}`]
        : frame.type === 'thread.left'
          ? [`left ${frame.thread_id}`]
          : [],
    );
    expect(told.toSorted()).toEqual([`left ${lost}`, `reset ${changed}`].toSorted());
    const later = await world.group();
    expect(Number(later) - Number(lost)).toBeGreaterThan(900_000);
    const pulled = await server.call('GET', `${EVENTS}?after=${next_after}&epoch=${epoch}`);
    expect(pulled.body.message_code).toBe('M41001');
    expect(await recount(server.database)).toEqual([]);
  });
});

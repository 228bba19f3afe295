import { expect, test } from 'vitest';
import { changeHistory } from '../events/stream.ts';
import { signInAll } from '../harness/client-api.ts';
import { open, realtimeUrl, type TestSocket } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

/** What clients notice of a database that was set back. With a real failover: failover.system.test.ts. */

const server = await useServer();
const [ann, ben] = await signInAll(server, 2);

interface Position {
  thread_id: string;
  seq: number;
  at?: number | undefined;
}

/** Ben's connection, and the epoch of its `authenticated` frame. */
async function connectBen(resume: { epoch?: string; threads: Position[] }) {
  const socket = await open(await realtimeUrl(server));
  socket.send({ type: 'authenticate', token: ben.token });
  const { epoch } = await socket.next('authenticated');
  socket.send({ type: 'resume', ...resume });
  await socket.next('resumed');
  return { socket, epoch };
}

const groupOf = () => server.group([ann.userId, ben.userId]);

async function positionOf(socket: TestSocket, thread_id: string): Promise<Position> {
  const { seq } = await ann.say(thread_id, 'hello');
  await socket.reaches(thread_id, seq);
  const { at: madeAt } = socket.entries(thread_id).at(-1) ?? expect.fail();
  return { thread_id, seq, at: madeAt };
}

/** The database forgets the last message of a thread, and another one gets its number. */
async function replaceLast({ thread_id, seq }: Position): Promise<void> {
  const { sql } = server.database;
  await sql(
    `update messages set text = 'another', created_at = created_at + interval '1 ms' where thread_id = $1 and seq = $2`,
    [thread_id, seq],
  );
}

/** As after a restore; `palaver epoch renew` does the same. */
const setBack = async () => {
  await server.database.sql(`update event_epoch set database = ''`);
  await server.database.sql('select keep_epoch()');
};

const resets = ({ frames }: TestSocket) =>
  frames.flatMap((frame) => (frame.type === 'reset' ? [frame.thread.id] : []));

test('while the database stays the same, clients resume without a comparison', async () => {
  const thread = await groupOf();
  const { socket, epoch } = await connectBen({ threads: [] });
  const position = await positionOf(socket, thread);
  await socket.close();
  const again = await connectBen({ epoch, threads: [{ ...position, at: 1 }] });
  expect(again.epoch).toBe(epoch);
  expect(resets(again.socket)).toEqual([]);
  await again.socket.close();
});

test('when it is set back, connections end with 1012, and only threads whose entries differ are reset', async () => {
  const [same, differing, shorter, unknown, snapshot] = [
    await groupOf(),
    await groupOf(),
    await groupOf(),
    await groupOf(),
    await groupOf(),
  ];
  const { socket, epoch } = await connectBen({ threads: [] });
  const positions: Position[] = [];
  for (const thread of [same, differing, shorter, unknown]) positions.push(await positionOf(socket, thread));
  const joined = socket.frames.flatMap((frame) =>
    frame.type === 'thread.joined' && frame.thread.id === snapshot ? [frame.thread] : [],
  );
  const { last_seq, last_at } = joined[0] ?? expect.fail();
  await replaceLast(positions[1] ?? expect.fail());
  await setBack();
  expect((await socket.ended).code).toBe(1012);
  const threads = positions.map((position, index) => ({
    ...position,
    seq: index === 2 ? position.seq + 1 : position.seq,
    ...(index === 3 ? { at: undefined } : {}),
  }));
  const again = await connectBen({
    epoch,
    threads: [...threads, { thread_id: snapshot, seq: last_seq, at: last_at }],
  });
  expect(again.epoch).not.toBe(epoch);
  expect(resets(again.socket).toSorted()).toEqual([differing, shorter, unknown].toSorted());
  const { seq } = await ann.say(same, 'goes on');
  await again.socket.reaches(same, seq);
  await again.socket.close();
});

test('an entry from after the branch changed, on a position of a former epoch, proves nothing about earlier ones', async () => {
  const thread = await groupOf();
  const { socket, epoch } = await connectBen({ threads: [] });
  await socket.close();
  await setBack();
  const later = await connectBen({ threads: [] });
  const position = await positionOf(later.socket, thread);
  await later.socket.close();
  const again = await connectBen({ epoch, threads: [position] });
  expect(resets(again.socket)).toEqual([thread]);
  await again.socket.close();
});

test('after a restore, positions of an epoch that the database does not know are compared too', async () => {
  const [same, differing, later] = [await groupOf(), await groupOf(), await groupOf()];
  const { socket } = await connectBen({ threads: [] });
  const positions = [await positionOf(socket, same), await positionOf(socket, differing)] as const;
  await replaceLast(positions[1]);
  await setBack();
  expect((await socket.ended).code).toBe(1012);
  const other = await connectBen({ threads: [] });
  // It may follow lost entries, which the client had before.
  const fromLater = await positionOf(other.socket, later);
  await other.socket.close();
  const lost = await connectBen({ epoch: 'lost', threads: [...positions, fromLater] });
  expect(resets(lost.socket).toSorted()).toEqual([differing, later].toSorted());
  const { seq } = await ann.say(same, 'goes on');
  await lost.socket.reaches(same, seq);
  await lost.socket.close();
});

test('a restart of PostgreSQL resets no thread', async () => {
  const thread = await groupOf();
  const { socket, epoch } = await connectBen({ threads: [] });
  const position = await positionOf(socket, thread);
  await socket.close();
  await changeHistory(server, 'start');
  await server.database.sql('select keep_epoch()');
  const { socket: open, epoch: next } = await connectBen({ epoch, threads: [position] });
  expect(next).not.toBe(epoch);
  expect(resets(open)).toEqual([]);
  await open.close();
});

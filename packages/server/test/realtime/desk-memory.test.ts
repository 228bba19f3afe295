import { expect, onTestFinished, test } from 'vitest';
import { deskUrl, THREADS, threadUrl } from '../harness/api.ts';
import { type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect, type TestSocket } from '../harness/realtime.ts';
import { useServer } from '../harness/use-server.ts';

/** A node remembers the groups that it has reported to the support desk, and does not look up again whose they are. */

const server = await useServer({ PALAVER_CLIENT_RATE_LIMIT_WRITES: '0' });
let serial = 0;

/** An agent who watches all groups of a tenant, and a group with one member, who is the agent. */
async function openDesk(): Promise<{ agent: SignedIn; socket: TestSocket; create: () => Promise<string> }> {
  serial += 1;
  const tenant = `tenant-${serial}`;
  const [agent] = await signInAll(server, 1, `agent-${serial}-`, { tenant });
  await server.ok('PUT', deskUrl(agent.userId), { tenant, body: {} });
  const socket = await connect(server, agent, { threads: null });
  onTestFinished(() => socket.close());
  await watch(socket, 'watch_all');
  const body = { name: 'Group', owner_id: agent.userId, member_ids: [], id_type: 2 };
  const create = async () => (await server.ok('POST', THREADS, { tenant, body })).thread_id as string;
  return { agent, socket, create };
}

async function watch(socket: TestSocket, type: 'watch_all' | 'unwatch_all'): Promise<void> {
  expect(await socket.command({ type })).toMatchObject({ message_code: 'M200' });
}

const reportsOf = ({ frames }: TestSocket, threadId: string) =>
  frames.filter((frame) => frame.type === 'activity' && frame.thread_id === threadId);

/** Says something in a group, and waits for the report of it. */
async function sayAndHear(agent: SignedIn, socket: TestSocket, threadId: string): Promise<object> {
  const { seq, created_at } = await agent.say(threadId);
  const report = await socket.next(
    'activity',
    (frame) => frame.thread_id === threadId && frame.last_seq >= seq,
  );
  expect(report).toMatchObject({ last_seq: seq, last_message_at: created_at });
  return report;
}

test('a group that was reported is reported no more once it is deleted', async () => {
  const { agent, socket, create } = await openDesk();
  const [group, deleted] = [await create(), await create()];
  await sayAndHear(agent, socket, deleted);
  const last = await sayAndHear(agent, socket, deleted);
  await server.ok('DELETE', threadUrl(deleted), { tenant: `tenant-${serial}` });
  // (A report of the deletion would come no later than this one.)
  await sayAndHear(agent, socket, group);
  expect(reportsOf(socket, deleted).at(-1)).toEqual(last);
});

test('groups are reported again to a tenant whose agents have left and come back', async () => {
  const [one, other] = [await openDesk(), await openDesk()];
  const [group, own] = [await one.create(), await other.create()];
  await sayAndHear(one.agent, one.socket, group);
  await watch(one.socket, 'unwatch_all');
  await one.agent.say(group);
  // (The report to the others has looked the group up, and nobody got it.)
  await sayAndHear(other.agent, other.socket, own);
  await watch(one.socket, 'watch_all');
  await sayAndHear(one.agent, one.socket, group);
  expect(reportsOf(other.socket, group)).toEqual([]);
});

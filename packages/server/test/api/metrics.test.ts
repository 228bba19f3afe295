import type { LogEntry } from '@palaver/protocol/log';
import { beforeAll, expect, test } from 'vitest';
import { at, type SignedIn, signInAll } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { connect } from '../harness/realtime.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

const server = await useServer({
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '3',
  PALAVER_ANONYMOUS_RATE_LIMIT: '3',
});
let people: SignedIn[];
let thread: string;
beforeAll(async () => {
  people = await signInAll(server, 2, 'counted');
  thread = await server.group(people.map(({ userId }) => userId));
});

/** The sum of a metric over all labels that are not given. */
async function metric(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { payload } = await server.app.inject('/metrics');
  return payload
    .split('\n')
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    .filter((line) => Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Metrics are recorded around the answer, so they may follow it. */
const becomes = (read: () => Promise<number>, value: number) =>
  until(async () => (await read()) === value || undefined);

test('sends are counted by what came of them, with their batches and their time in the queue', async () => {
  const send = (to: string) =>
    server.call('POST', '/open-api/v1.0/chat/messages', { body: textTo(to, 'counted1') });
  await Promise.all(Array.from({ length: 5 }, () => send(thread)));
  expect((await send('4711')).body.message_code).toBe('M40401');
  expect(await metric('palaver_sends_total', { outcome: 'stored' })).toBe(5);
  expect(await metric('palaver_sends_total', { outcome: 'refused' })).toBe(1);
  expect(await metric('palaver_send_wait_seconds_count')).toBe(6);
  expect(await metric('palaver_send_batch_size_sum')).toBe(6);
  const batches = await metric('palaver_send_batch_size_count');
  expect(batches).toBeLessThanOrEqual(6);
  await becomes(() => metric('palaver_send_batch_duration_seconds_count'), batches);
  await becomes(() => metric('palaver_sends_waiting'), 0);
});

test('refusals are counted by code and kind of caller, rate limits among them', async () => {
  const before = await metric('palaver_refusals_total', { code: 'M40401', caller: 'key' });
  await server.call('GET', '/open-api/v1.0/chat/threads/4711');
  expect(await metric('palaver_refusals_total', { code: 'M40401', caller: 'key' })).toBe(before + 1);
  const calls = Array.from({ length: 20 }, () => server.call('GET', '/nowhere', { key: null }));
  const codes = (await Promise.all(calls)).map(({ body }) => body.message_code);
  for (const code of ['M40406', 'M42900']) {
    const count = codes.filter((one) => one === code).length;
    expect(count, code).toBeGreaterThan(0);
    expect(await metric('palaver_refusals_total', { code, caller: 'none' }), code).toBe(count);
  }
  const socket = await connect(server, at(people, 1));
  const read = () => socket.command({ type: 'read', thread_id: thread, seq: 1 });
  await Promise.all(Array.from({ length: 20 }, read));
  await becomes(() => metric('palaver_command_duration_seconds_count', { command: 'read' }), 20);
  expect(await metric('palaver_refusals_total', { code: 'M42900', caller: 'user' })).toBeGreaterThan(0);
  await socket.close();
});

test('resumes and deliveries to connections are counted', async () => {
  const resumes = await metric('palaver_resume_duration_seconds_count');
  const sockets = await Promise.all([connect(server, at(people, 0)), connect(server, at(people, 1))]);
  await becomes(() => metric('palaver_resume_duration_seconds_count'), resumes + 2);
  // (That of the test before may be closing.)
  await becomes(() => metric('palaver_connections'), 2);
  const entries = await metric('palaver_fan_out_entries_total');
  await server.ok('POST', '/open-api/v1.0/chat/messages', { body: textTo(thread, 'counted1', 'counted') });
  const isCounted = ({ entry }: { entry: LogEntry }) => entry.message?.body?.text === 'counted';
  await Promise.all(sockets.map((socket) => socket.next('entry', isCounted)));
  await becomes(() => metric('palaver_fan_out_entries_total'), entries + 2);
  expect(await metric('palaver_fan_out_delay_seconds_count')).toBeGreaterThan(0);
  await Promise.all(sockets.map((socket) => socket.close()));
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { MESSAGES } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { pause } from '../harness/waits.ts';
import { switchStream } from './stream.ts';

const NODES = 3;

test('a rolling restart that adds a consumer: from its first event on it has every event, and the older nodes never relay again', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { sql, connection } = server.database;
  await server.stopRelay();
  await sql('delete from leases');
  await sql('create table before (position bigint)');
  await sql('create table added (position bigint)');
  await switchStream(server, true);
  const running = new Set<ChildProcess>();
  onTestFinished(() => {
    for (const node of running) node.kill('SIGKILL');
  });
  const start = (consumers: string) => {
    const env = { ...process.env, CONNECTION: JSON.stringify(connection), CONSUMERS: consumers };
    const node = spawn(process.execPath, [`${import.meta.dirname}/relay-process.ts`], {
      env,
      stdio: 'inherit',
    });
    running.add(node);
    return node;
  };
  const end = async (node: ChildProcess, signal: 'SIGTERM' | 'SIGKILL') => {
    const exited = once(node, 'exit');
    node.kill(signal);
    await exited;
    running.delete(node);
  };
  const last = async () => {
    const [row] = await sql<{ last: number }>('select coalesce(max(position), 0)::int as last from events');
    return row?.last ?? 0;
  };
  /** Waits until events go on after the relay may have changed. */
  const goesOn = async () => {
    const reached = await last();
    await until(async () => (await last()) > reached + 20 || undefined, 30);
  };

  const users = await server.users(2);
  const threadId = await server.group(users);
  let isSending = true;
  onTestFinished(() => {
    isSending = false;
  });
  const sending = (async () => {
    while (isSending) {
      await server.ok('POST', MESSAGES, { body: textTo(threadId, users[0] ?? '') });
      await pause(5);
    }
  })();
  let nodes = Array.from({ length: NODES }, () => start('before'));
  await goesOn();
  // Each older node stops only when a new one runs; one is killed, and one comes back, as after a crash of its machine.
  for (const [index, older] of nodes.entries()) {
    start('before,added');
    await goesOn();
    await end(older, index === 1 ? 'SIGKILL' : 'SIGTERM');
    await goesOn();
  }
  const back = start('before');
  nodes = [...running].filter((node) => node !== back);
  for (const node of nodes) {
    await end(node, 'SIGKILL');
    if (running.size > 1) await goesOn();
  }
  const reached = await last();
  // Only the older node is left, and looks for a free lease twice a second.
  const free = `select from leases where name = 'events' and expires_at < clock_timestamp() - interval '2 seconds'`;
  await until(async () => (await sql(free))[0], 30);
  expect(await last()).toBe(reached);
  start('added,before');
  await goesOn();
  isSending = false;
  await sending;
  await until(async () => (await sql('select from outbox limit 1')).length === 0 || undefined, 30);

  const positions = async (table: string) => {
    const rows = await sql<{ position: string }>(`select position from ${table} order by position`);
    return rows.map(({ position }) => Number(position));
  };
  const events = await positions('events');
  const added = await positions('added');
  expect(events).toEqual(Array.from(events, (_, index) => index + 1));
  expect(await positions('before')).toEqual(events);
  expect(added.length).toBeGreaterThan(100);
  expect(added).toEqual(events.slice(events.length - added.length));
});

import { randomUUID, type UUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { BusEvent } from '../../src/bus/bus.ts';
import { openNetworkBus } from '../../src/bus/network.ts';
import { openPostgresTransport } from '../../src/bus/postgres.ts';
import { createLog } from '../../src/platform/log.ts';
import { connect, createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { testBus } from './conformance.ts';
import { testNetworkBus } from './network-conformance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const log = createLog('silent');
const open = (probeMs?: number) =>
  openNetworkBus({
    log,
    service: 'PostgreSQL',
    openTransport: (listener) => openPostgresTransport(database.connection, listener),
    ...(probeMs !== undefined && { probeMs }),
  });
const cut = async () => {
  await database.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name in ('palaver listener', 'palaver notifier')`,
  );
};

/** Everything that nodes send from now on. */
async function overhear(): Promise<string[]> {
  const client = await connect(database.connection);
  const texts: string[] = [];
  client.on('notification', ({ payload = '' }) => texts.push(payload));
  await client.query('listen palaver');
  return texts;
}

describe('on one node', () => {
  testBus(
    async () => {
      const bus = open();
      const listening = Promise.withResolvers<void>();
      const leave = bus.subscribe(({ type }) => {
        if (type === 'gap') listening.resolve();
      });
      await listening.promise;
      leave();
      return bus;
    },
    async () => {
      await nextTurn();
    },
  );
});

describe('on several nodes', () => testNetworkBus({ open, cut }));

test('a node without others sends nothing but probes', async () => {
  const bus = open(50);
  onTestFinished(() => bus.close());
  const texts = await overhear();
  const outbox: BusEvent = { type: 'outbox' };
  // (A node whose own probe is late, on a busy machine, cannot know that there is no other one, and sends. So it may take a while.)
  await until(async () => {
    const before = texts.length;
    for (let count = 0; count < 100; count += 1) bus.publish(outbox);
    await until(async () => texts.length > before + 2 || undefined);
    return texts.slice(before).every((text) => !text.includes('outbox')) || undefined;
  });

  const other = open(50);
  onTestFinished(() => other.close());
  await until(async () => {
    bus.publish(outbox);
    return texts.some((text) => text.includes('outbox')) || undefined;
  });
});

test('texts that no node has sent are harmless', async () => {
  const [here, there] = [open(), open()];
  const arrived: BusEvent[] = [];
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
  there.subscribe((event) => arrived.push(event));
  const node = '00000000-0000-4000-8000-000000000000';
  const texts = [
    '',
    '\n\n',
    'x'.repeat(7_900),
    `${node}\n{`,
    `${node}\n${'['.repeat(7_000)}`,
    `${node}\n{"type":"__proto__"}\n{"type":"constructor"}\nnull\n[]\n"x"\n1`,
    `${node}\n{"type":"entries","threadId":1,"seq":2}\n{"type":"entries","threadId":"1","seq":"2"}`,
    `${node}\n{"type":"joined","threadId":"1","users":[1]}\n{"type":"joined","threadId":"1","users":"2"}`,
    `${node}\n{"type":"an event of a later version"}`,
    `${node}\n{"type":"presence.heartbeat","node":"${'x'.repeat(7_000)}","count":1,"digest":1}`,
    `${node}\n{"type":"presence.end","node":"not of a node"}`,
    `${node}\n{"type":"typing","threadId":"${'1'.repeat(7_000)}","user":"1","isTyping":true}`,
  ];
  await until(async () => {
    here.publish({ type: 'outbox' });
    return arrived.some(({ type }) => type === 'outbox') || undefined;
  });
  await database.sql(`select pg_notify('palaver', text) from unnest($1::text[]) text`, [texts]);
  await database.sql(`select pg_notify('palaver', $1)`, [`${node}\n{"type":"deliveries"}`]);
  await until(async () => arrived.some(({ type }) => type === 'deliveries') || undefined);
  expect(new Set(arrived.map(({ type }) => type))).toEqual(new Set(['gap', 'outbox', 'deliveries']));
});

test('a listener that the network silently cut off is replaced', async () => {
  const [here, there] = [open(100), open(100)];
  const arrived: BusEvent[] = [];
  onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
  there.subscribe((event) => arrived.push(event));
  const isHeard = async () => {
    arrived.length = 0;
    await until(async () => {
      here.publish({ type: 'outbox' });
      return arrived.some(({ type }) => type === 'outbox') || undefined;
    });
  };
  await isHeard();
  const listeners = await database.sql<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'palaver listener'`,
  );
  // Their connections stay open, and nothing arrives.
  for (const { pid } of listeners) process.kill(pid, 'SIGSTOP');
  onTestFinished(() => {
    for (const { pid } of listeners) process.kill(pid, 'SIGCONT');
  });
  await isHeard();
});

test('a text brings no entries: any client that may notify could forge messages', async () => {
  const bus = open();
  onTestFinished(() => bus.close());
  const arrived: BusEvent[] = [];
  bus.subscribe((event) => arrived.push(event));
  const forged = { type: 'entries', threadId: '1', seq: 2, entries: [{ seq: 2 }], more: 1 };
  await until(async () => {
    await database.sql(`select pg_notify('palaver', $1)`, [
      `00000000-0000-4000-8000-000000000000\n${JSON.stringify(forged)}`,
    ]);
    return arrived.some(({ type }) => type === 'entries') || undefined;
  });
  expect(arrived.find(({ type }) => type === 'entries')).toEqual({ type: 'entries', threadId: '1', seq: 2 });
});

test('ten thousand strangers cost a node few texts', async () => {
  const bus = open();
  onTestFinished(() => bus.close());
  const arrived: BusEvent[] = [];
  bus.subscribe((event) => arrived.push(event));
  await until(async () => arrived.length > 0 || undefined);
  const texts = await overhear();
  const ids = new Set(Array.from({ length: 10_000 }, () => randomUUID()));
  await database.sql(`select pg_notify('palaver', id) from unnest($1::text[]) id`, [[...ids]]);
  await database.sql(`select pg_notify('palaver', $1)`, [`${randomUUID()}\n{"type":"deliveries"}`]);
  await until(async () => arrived.some(({ type }) => type === 'deliveries') || undefined);
  expect(
    texts.filter((text) => !ids.has(text.slice(0, 36) as UUID) && !text.includes('deliveries')).length,
  ).toBeLessThan(20);
});

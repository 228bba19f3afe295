import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Load, measure, median, processorMicroseconds, type Row, ratio } from '../harness.ts';
import type { Palaver } from '../palaver.ts';
import { prepareSends } from './sends.ts';

const ROUNDS = 7;
const SECONDS = 3;
const BACKLOG = 200_000;
/** Sends a second, for how long. */
const PACE = 500;
const PACED_SECONDS = Number(process.env.PACED_SECONDS ?? 30);
/** The relay truncates an outbox that is larger. */
const LARGE_OUTBOX_BYTES = 16 * 1024 * 1024;
const SNAPSHOT_SECONDS = Number(process.env.SNAPSHOT_SECONDS ?? 60);

const switchStream = (palaver: Palaver, enabled: boolean) => palaver.put('/event/v1.0/stream', { enabled });

/** What the event stream costs sends, and how well the relay, in the same process, keeps pace. */
export async function events(palaver: Palaver): Promise<Row[]> {
  const load = await prepareSends(palaver);
  const client = new pg.Client(palaver.connection);
  await client.connect();
  try {
    return [
      ...(await sendsWithStream(palaver, load, client)),
      ...(await capacity(palaver, client)),
      ...(await besideSnapshot(palaver, load, client)),
      ...(await withEndpoint(palaver, load, client)),
    ];
  } finally {
    await client.end();
  }
}

async function drained(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select from outbox limit 1');
    if (rowCount === 0) return;
    await sleep(10);
  }
}

async function sendsWithStream(palaver: Palaver, load: Load, client: pg.Client): Promise<Row[]> {
  const [off, on]: [number[], number[]] = [[], []];
  await measure(palaver.subject, load, SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await switchStream(palaver, false);
    off.push((await measure(palaver.subject, load, SECONDS)).perSecond);
    await switchStream(palaver, true);
    on.push((await measure(palaver.subject, load, SECONDS)).perSecond);
    await drained(client);
  }
  return [
    { figure: 'sends/s with the stream on', value: median(on).toFixed(0), target: '' },
    ratio('sends with the stream on ÷ off', median(on), median(off), '≥ 0.85'),
  ];
}

/** Relays a backlog of events of messages. */
async function capacity(palaver: Palaver, client: pg.Client): Promise<Row[]> {
  const postgres = () => processorMicroseconds(palaver.postgresPids());
  const before = await size(client);
  const [spentBefore, startedAt] = [postgres(), performance.now()];
  await client.query(
    `insert into outbox (app_id, tenant_id, thread_id, seq, type)
     select t.app_id, t.tenant_id, m.thread_id, m.seq, 'message.created'
     from (select * from messages limit $1) m join threads t on t.id = m.thread_id`,
    [BACKLOG],
  );
  const insertedAt = performance.now();
  await drained(client);
  const seconds = (performance.now() - insertedAt) / 1_000;
  const after = await size(client);
  const count = after.events - before.events;
  return [
    { figure: 'events relayed/s', value: (count / seconds).toFixed(0), target: '' },
    {
      figure: 'processor time of PostgreSQL, µs an event',
      value: ((postgres() - spentBefore) / count).toFixed(0),
      target: `(with its insertion, ${(((insertedAt - startedAt) / count) * 1_000).toFixed(0)} µs)`,
    },
    {
      figure: 'bytes of an event without its body',
      value: ((after.bytes - before.bytes) / count).toFixed(0),
      target: '',
    },
  ];
}

async function size(client: pg.Client): Promise<{ events: number; bytes: number }> {
  const { rows } = await client.query<{ events: number; bytes: number }>(
    `select (select count(*) from events)::int as events,
       (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'events'::regclass)::float8 as bytes`,
  );
  return rows[0] ?? { events: 0, bytes: 0 };
}

async function lagSince(client: pg.Client, position = '0'): Promise<{ p50: number; p99: number }> {
  const lags = await client.query<{ p50: number; p99: number }>(
    `select percentile_cont(0.5) within group (order by lag) as p50, percentile_cont(0.99) within group (order by lag) as p99
     from (
       select extract(epoch from e.at - m.created_at)::float8 * 1000 as lag
       from events e join messages m on m.thread_id = e.thread_id and m.seq = e.seq where e.position > $1
     ) measured`,
    [position],
  );
  return lags.rows[0] ?? { p50: 0, p99: 0 };
}

/** Sends at full speed while a transaction keeps an old snapshot, as a dump does. */
async function besideSnapshot(palaver: Palaver, load: Load, client: pg.Client): Promise<Row[]> {
  const reader = new pg.Client(palaver.connection);
  await reader.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from outbox');
  const { rows } = await client.query<{ last: string }>('select max(position) as last from events');
  const { perSecond } = await measure(palaver.subject, load, SNAPSHOT_SECONDS);
  await drained(client);
  const { p99 } = await lagSince(client, rows[0]?.last);
  const grown = await outboxBytes(client);
  await reader.end();
  const endedAt = performance.now();
  while ((await outboxBytes(client)) > LARGE_OUTBOX_BYTES) await sleep(500);
  const seconds = (performance.now() - endedAt) / 1_000;
  const during = `beside an open snapshot, ${SNAPSHOT_SECONDS} s`;
  return [
    { figure: `sends/s ${during}`, value: perSecond.toFixed(0), target: '' },
    { figure: `lag ${during}, p99, ms`, value: p99.toFixed(0), target: '≤ 1000' },
    { figure: 'outbox then, MB', value: (grown / 1e6).toFixed(0), target: '' },
    { figure: 'seconds until it is below 16 MiB again', value: seconds.toFixed(0), target: '' },
  ];
}

async function outboxBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_total_relation_size('outbox')::float8 as bytes`,
  );
  return rows[0]?.bytes ?? 0;
}

/** An endpoint that gets every message: its first calls when nothing else waits, and the backlog at a pace. */
async function withEndpoint(palaver: Palaver, load: Load, client: pg.Client): Promise<Row[]> {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  await palaver.post('/webhook/v1.0/endpoint', {
    url: `http://127.0.0.1:${port}`,
    event_types: ['message.created'],
  });
  try {
    return [...(await firstCalls(palaver, load, receiver)), ...(await atPace(palaver, load, client))];
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
}

const CALLS = 300;

/** From the response of a send to the call of the endpoint. */
async function firstCalls(palaver: Palaver, load: Load, receiver: Server): Promise<Row[]> {
  const times: number[] = [];
  for (let sent = 0; sent < CALLS; sent += 1) {
    const call = once(receiver, 'request');
    await palaver.post(load.path, JSON.parse(load.bodies?.[sent] ?? ''));
    const sentAt = performance.now();
    await call;
    times.push(performance.now() - sentAt);
  }
  const [p50, p99] = [median(times), times.toSorted((a, b) => a - b)[Math.floor(CALLS * 0.99)]];
  return [
    { figure: 'from a send to its webhook call, median, ms', value: p50.toFixed(0), target: '' },
    { figure: 'from a send to its webhook call, p99, ms', value: p99?.toFixed(0) ?? '', target: '≤ 50' },
  ];
}

/** From the commit of a message to its position, and what waits to be relayed or delivered, while messages are sent at a pace. */
async function atPace(palaver: Palaver, load: Load, client: pg.Client): Promise<Row[]> {
  const bodies = load.bodies ?? [];
  const { rows } = await client.query<{ last: string }>('select max(position) as last from events');
  const backlogs: { outbox: number; deliveries: number }[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const counts = await client.query<{ outbox: number; deliveries: number }>(
        `select (select count(*) from outbox)::int as outbox,
           (select count(*) from webhook_deliveries where state = 'pending')::int as deliveries`,
      );
      backlogs.push(...counts.rows);
      await sleep(1_000);
    }
  })();
  const sends: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < PACE * PACED_SECONDS; sent += 1) {
    await sleep(Math.max(0, startedAt + (sent * 1_000) / PACE - performance.now()));
    sends.push(palaver.post(load.path, JSON.parse(bodies[sent % bodies.length] ?? '')));
  }
  await Promise.all(sends);
  isOver = true;
  await watching;
  await drained(client);
  const { p50, p99 } = await lagSince(client, rows[0]?.last);
  const half = Math.ceil(backlogs.length / 2);
  const most = (of: 'outbox' | 'deliveries') =>
    [backlogs.slice(0, half), backlogs.slice(half)]
      .map((some) => Math.max(...some.map((counts) => counts[of])))
      .join(', then ');
  const during = `at ${PACE} sends/s for ${PACED_SECONDS} s`;
  return [
    { figure: `lag ${during}, median, ms`, value: p50.toFixed(0), target: '' },
    { figure: `lag ${during}, p99, ms`, value: p99.toFixed(0), target: '≤ 100' },
    { figure: `most events to relay ${during}, in each half`, value: most('outbox'), target: '' },
    { figure: `most deliveries to make ${during}, in each half`, value: most('deliveries'), target: '' },
  ];
}

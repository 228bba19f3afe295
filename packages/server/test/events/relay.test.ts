// @module-tag database
import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { switchStreamOn } from '../../src/domain/records/event-streams.ts';
import { eraseMessage } from '../../src/domain/records/messages.ts';
import { addToOutbox } from '../../src/domain/records/outbox.ts';
import type { Consumer, RelayedEvent } from '../../src/events/consumer.ts';
import { dropOldPartitions } from '../../src/events/partitions.ts';
import { Relay } from '../../src/events/relay.ts';
import { createLog } from '../../src/platform/log.ts';
import { Leases } from '../../src/storage/lease.ts';
import { messageUrl } from '../harness/api.ts';
import { at } from '../harness/client-api.ts';
import { textTo } from '../harness/population.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { momentComes, pause, periodPasses } from '../harness/waits.ts';

/** The relay with consumers of the test, on a real database with a server that writes the outbox. */

const log = createLog('fatal');
const APP = 'test' as AppId;
const SPACE = { appId: APP, tenantId: '' as TenantId };
const DAY_MS = 86_400_000;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await server.stopRelay();
  // (The lease remembers the consumers of the server, which those of the tests are not.)
  await server.database.sql(`delete from leases where name = 'events'`);
  await server.db.transaction((tx) => switchStreamOn(tx, APP));
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await server.close();
});

const closers: (() => Promise<void>)[] = [];

/**
 * Remembers what it takes; fails for events that `fails` names. Tests poll `taken`: another connection can see a commit before the relay
 * has the response of its own.
 */
class Recorder implements Consumer {
  readonly taken: RelayedEvent[] = [];
  readonly name: string;
  fails: (event: RelayedEvent) => boolean = () => false;

  constructor(name = 'recorder') {
    this.name = name;
  }

  expand: Consumer['expand'] = async (tx, events) => {
    if (events.some((event) => this.fails(event))) await tx.query('select 1 / 0');
    tx.afterCommit(() => this.taken.push(...events));
  };
}

const positionsOf = ({ taken }: Recorder) => taken.map(({ position }) => position);

/** Relays until the test ends. */
function relayTo(...consumers: Consumer[]): () => Promise<void> {
  const bus = openInProcessBus(log);
  const relay = new Relay({ db: server.db, bus, consumers, keptMs: 30 * DAY_MS, upkeepMs: 60_000, log });
  const stop = new Leases({ db: server.db, log }).whileHolding('events', (lease) => relay.run(lease));
  closers.push(stop);
  return stop;
}

interface EventRow {
  app_id: string;
  position: string;
  type: string;
  thread_id: string | null;
  seq: string | null;
  at: Date;
}
const events = () => server.database.sql<EventRow>('select * from events order by app_id, position');
const add = (...types: ('user.created' | 'user.updated')[]) =>
  server.db.transaction((tx) =>
    addToOutbox(
      tx,
      SPACE,
      types.map((type) => ({ type, data: {} })),
    ),
  );
const say = (threadId: string, text: string) =>
  server.ok('POST', '/open-api/v1.0/chat/messages', { body: textTo(threadId, 'user1', text) });
/** A connection of its own, for a transaction that stays open. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client(server.database.connection);
  await client.connect();
  closers.push(() => client.end());
  return client;
}
const range = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

describe('positions', () => {
  test('of concurrent changes have no gap, follow the log of each thread, and reach each consumer once', async () => {
    const recorder = new Recorder();
    relayTo(recorder);
    await server.users(1);
    const threads = await Promise.all([1, 2, 3].map(() => server.group(['user1'])));
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => say(at(threads, index % 3), `text ${index}`)),
    );
    await server.relayed();
    const stored = await events();
    expect(stored.map(({ position }) => position)).toEqual(range(stored.length));
    for (const thread of threads) {
      const seqs = stored.filter(({ thread_id }) => thread_id === thread).map(({ seq }) => seq);
      expect(seqs).toEqual(range(41));
    }
    await expect.poll(() => positionsOf(recorder)).toEqual(range(stored.length));
  });

  test('count for each application by itself', async () => {
    const other = 'other' as AppId;
    await server.database.sql(`insert into applications (id, name) values ('other', 'Other')`);
    await server.db.transaction((tx) => switchStreamOn(tx, other));
    for (let round = 0; round < 3; round += 1) {
      await add('user.created');
      await server.db.transaction((tx) =>
        addToOutbox(tx, { ...SPACE, appId: other }, [{ type: 'user.created', data: {} }]),
      );
    }
    relayTo();
    await server.relayed();
    expect((await events()).map(({ app_id, position }) => `${app_id} ${position}`)).toEqual([
      ...range(3).map((position) => `other ${position}`),
      ...range(3).map((position) => `test ${position}`),
    ]);
  });

  test('go on after the relay was replaced, and after all events were removed', async () => {
    const stop = relayTo();
    await add('user.created', 'user.created');
    await server.relayed();
    await stop();
    await server.db.transaction((tx) => dropOldPartitions(tx, -2 * DAY_MS));
    expect(await events()).toEqual([]);
    expect(await server.database.sql('select dropped_through from event_streams')).toEqual([
      { dropped_through: '2' },
    ]);
    await add('user.created');
    relayTo();
    await server.relayed();
    expect((await events()).map(({ position }) => position)).toEqual(['3']);
  });
});

test('a change whose transaction commits late is not lost, and has a later position', async () => {
  relayTo();
  const late = await connect();
  await late.query('begin');
  await late.query(`insert into outbox (app_id, tenant_id, type, body) values ('test', '', 'late', '{}')`);
  // The relay passes it many times.
  for (let round = 0; round < 5; round += 1) {
    await add('user.created');
    await until(async () => (await events()).length === round + 1 || undefined);
  }
  await late.query('commit');
  await until(async () => (await events()).length === 6 || undefined);
  expect((await events()).at(-1)).toMatchObject({ type: 'late', position: '6' });
  await add('user.updated');
  await server.relayed();
  expect(await events()).toHaveLength(7);
});

test('nor is one that began after all that had ended when the relay looked', {
  tags: 'thorough',
}, async () => {
  relayTo();
  await add('user.created');
  await until(async () => (await events()).length === 1 || undefined);
  // The relay waits for its lease, as it may pause anywhere.
  const pause = await connect();
  await pause.query('begin');
  await pause.query(`select from leases where name = 'events' for update`);
  await add('user.created');
  const late = await connect();
  await late.query('begin');
  await late.query(`insert into outbox (app_id, tenant_id, type, body) values ('test', '', 'late', '{}')`);
  await pause.query('rollback');
  for (let round = 0; round < 4; round += 1) {
    await until(async () => (await events()).length === round + 2 || undefined);
    await add('user.created');
  }
  await until(async () => (await events()).length === 6 || undefined);
  await late.query('commit');
  await until(async () => (await events()).length === 7 || undefined);
  expect((await events()).at(-1)).toMatchObject({ type: 'late', position: '7' });
});

test('while somebody reads an old state, the relay does not read again what it has removed', {
  tags: 'thorough',
}, async () => {
  const reader = await connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query('select count(*) from outbox');
  relayTo();
  const many = Array.from({ length: 200 }, () => 'user.created' as const);
  for (let round = 0; round < 20; round += 1) await add(...many);
  await server.relayed();
  await add('user.updated');
  await server.relayed();
  await add('user.updated');
  await server.relayed();
  const [stat] = await server.database.sql<{ reads: string }>(
    `select pg_stat_get_tuples_returned('outbox'::regclass) as reads`,
  );
  await add('user.updated');
  await server.relayed();
  await periodPasses(1_200);
  const [later] = await server.database.sql<{ reads: string }>(
    `select pg_stat_get_tuples_returned('outbox'::regclass) as reads`,
  );
  expect(Number(later?.reads) - Number(stat?.reads)).toBeLessThan(1_000);
  expect(await events()).toHaveLength(4_003);
  await reader.query('commit');
});

describe('a consumer that fails', () => {
  test('for one event gets all others; the event is parked, and offered to it again', {
    tags: 'thorough',
  }, async () => {
    const [failing, other] = [new Recorder('failing'), new Recorder('other')];
    failing.fails = ({ position }) => position === '2';
    const stop = relayTo(failing, other);
    await add('user.created', 'user.created', 'user.created');
    await server.relayed();
    await expect.poll(() => positionsOf(failing)).toEqual(['1', '3']);
    await expect.poll(() => positionsOf(other)).toEqual(['1', '2', '3']);
    const parked = () => server.database.sql('select consumer, position, tries, error from parked_events');
    expect(await parked()).toEqual([
      { consumer: 'failing', position: '2', tries: 1, error: 'error: division by zero' },
    ]);

    await stop();
    const due = `update parked_events set next_try_at = now()`;
    await server.database.sql(due);
    const again = relayTo(failing, other);
    await until(async () => ((await parked())[0] as { tries: number }).tries === 2 || undefined);
    await again();
    failing.fails = () => false;
    await server.database.sql(due);
    relayTo(failing, other);
    await until(async () => (await parked()).length === 0 || undefined);
    await expect.poll(() => positionsOf(failing)).toEqual(['1', '3', '2']);
    expect(other.taken).toHaveLength(3);
  });

  test('always holds up nobody else', async () => {
    const [failing, other] = [new Recorder('failing'), new Recorder('other')];
    failing.fails = () => true;
    relayTo(failing, other);
    await add(...Array.from({ length: 60 }, () => 'user.created' as const));
    await server.relayed();
    await expect.poll(() => other.taken).toHaveLength(60);
    expect(await server.database.sql('select from parked_events')).toHaveLength(60);
  });
});

describe('a stream that is off', () => {
  test('records nothing but the deletion of messages', async () => {
    relayTo();
    await server.users(1);
    const threadId = await server.group(['user1']);
    await say(threadId, 'to be deleted');
    await server.relayed();
    const before = await events();
    await server.database.sql('update event_streams set is_on = false');
    await say(threadId, 'unheard');
    await server.users(1, 'unheard');
    await server.ok('DELETE', messageUrl(threadId, 2));
    await server.relayed();
    expect((await events()).slice(before.length)).toMatchObject([{ type: 'message.deleted' }]);
  });

  test('that never was on costs nothing: its outbox stays empty', async () => {
    await server.database.sql('delete from event_streams');
    await server.users(1);
    const threadId = await server.group(['user1']);
    await say(threadId, 'a');
    await server.ok('DELETE', messageUrl(threadId, 2));
    expect(await server.database.sql('select from outbox')).toEqual([]);
  });
});

test('events do not wait for as long as one deletion follows the other', { tags: 'thorough' }, async () => {
  await server.users(1);
  const threadId = (await server.group(['user1'])) as ThreadId;
  const seqs = [2, 3, 4, 5];
  for (const seq of seqs) await say(threadId, `text ${seq}`);
  let isOver = false;
  const deleting = seqs.map(async (seq) => {
    await momentComes(seq * 30);
    while (!isOver)
      await server.db.transaction(async (tx) => {
        await eraseMessage(tx, threadId, seq);
        await pause(100);
      });
  });
  await momentComes(300);
  relayTo();
  try {
    await server.relayed();
    expect((await events()).length).toBeGreaterThan(4);
  } finally {
    isOver = true;
    await Promise.all(deleting);
  }
});

describe('partitions', () => {
  const names = () =>
    server.database.sql<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1`,
    );
  // (The database that tests clone has those of today and tomorrow.)
  beforeEach(async () => {
    for (const { name } of await names()) await server.database.sql(`drop table ${name}`);
  });

  test('of today and tomorrow are created when they are needed, and old ones dropped', async () => {
    const stop = relayTo();
    await add('user.created');
    await server.relayed();
    // (It drops old ones, too.)
    await stop();
    expect(await names()).toHaveLength(2);
    await server.database.sql(
      `create table events_20200101 partition of events for values from ('2020-01-01Z') to ('2020-01-02Z')`,
    );
    await server.db.transaction((tx) => dropOldPartitions(tx, 30 * DAY_MS));
    expect(await names()).toHaveLength(2);
    expect((await events()).map(({ position }) => position)).toEqual(['1']);
  });

  test('are attached while somebody reads events for long', async () => {
    const reader = await connect();
    await reader.query('begin');
    await reader.query('select count(*) from events');
    relayTo();
    await add('user.created');
    await server.relayed();
    expect(await events()).toHaveLength(1);
    await reader.query('commit');
  });
});

// @module-tag database
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepEpoch } from '../../src/domain/records/epochs.ts';
import { dropOldPartitions } from '../../src/events/partitions.ts';
import { BATCH } from '../harness/api.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { pull, STREAM, setBack, switchStream } from './stream.ts';

/** Pulls after a position whose events are gone, or that the stream cannot continue from. */

let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

describe('events that are gone', () => {
  /** Makes the planted events 100 days old, and removes them as the relay does. */
  const dropAll = async () => {
    await server.database.sql(`create table events_20200101 (like events including defaults)`);
    await server.database.sql(
      `with moved as (delete from events returning *)
       insert into events_20200101 select * from moved`,
    );
    await server.database.sql(`update events_20200101 set at = '2020-01-01 12:00Z'`);
    await server.database.sql(
      `alter table events attach partition events_20200101 for values from ('2020-01-01Z') to ('2020-01-02Z')`,
    );
    await server.db.transaction(async (tx) => {
      // (The relay might drop it at the same time.)
      await tx.query(`select from leases where name = 'events' for update`);
      await dropOldPartitions(tx, 24 * 60 * 60_000);
    });
  };

  test('are M41000 with the first position that is left; 0 starts there', { tags: 'thorough' }, async () => {
    await switchStream(server, true);
    await server.users(5);
    await server.relayed();
    await dropAll();
    await server.ok('POST', BATCH, { body: { users: [{ user_id: 'new' }] } });
    for (const after of [1, 4]) {
      const { status, body } = await pull(server, `after=${after}`);
      expect([status, body.message_code, body.first_position]).toEqual([410, 'M41000', 6]);
    }
    for (const after of [0, 5]) {
      const { body } = await pull(server, `after=${after}`);
      expect(body).toMatchObject({
        data: [{ position: 6, data: { user: { user_id: 'new' } } }],
        next_after: 6,
      });
    }
    expect(await server.ok('GET', STREAM)).toMatchObject({ first_position: 6, last_position: 6 });
  });

  test('leave a stream whose positions continue', async () => {
    await switchStream(server, true);
    await server.users(2);
    await server.relayed();
    await dropAll();
    expect((await pull(server)).body).toMatchObject({ data: [], next_after: 2 });
    expect(await server.ok('GET', STREAM)).toMatchObject({ first_position: 3, last_position: 2 });
  });
});

describe('a database that was set back', () => {
  const refusedAt = async (query: string) => {
    const { status, body } = await pull(server, query);
    expect([status, body.message_code]).toEqual([410, 'M41001']);
    return body.first_position;
  };
  const positionsOf = async (query: string) => {
    const { status, body } = await pull(server, query);
    expect(status).toBe(200);
    expect(body.epoch).toBe((await server.ok('GET', STREAM)).epoch);
    return body.data.map(({ position }) => position);
  };
  /** Adds events; returns the epoch in which they are pulled. */
  const add = async (count: number) => {
    const users = Array.from({ length: count }, (_, n) => ({ user_id: `user${n}-${randomUUID()}` }));
    if (count > 0) await server.ok('POST', BATCH, { body: { users } });
    return (await pull(server)).body.epoch;
  };

  test('is M41001 to those who have seen lost events, with the position to continue at', async () => {
    await switchStream(server, true);
    const former = await add(6);
    expect(await positionsOf(`after=3&epoch=${former}`)).toEqual([4, 5, 6]);
    await setBack(server, 4);
    expect(await refusedAt(`after=6&epoch=${former}`)).toBe(5);
    const epoch = await add(2);
    expect(epoch).not.toBe(former);
    expect(await refusedAt(`after=6&epoch=${former}`)).toBe(5);
    expect(await refusedAt(`after=5&epoch=${former}`)).toBe(5);
    // These events are the same.
    expect(await positionsOf(`after=4&epoch=${former}`)).toEqual([5, 6]);
    expect(await positionsOf(`after=0&epoch=${former}`)).toEqual([1, 2, 3, 4, 5, 6]);
    // An epoch of which nothing is known.
    expect(await refusedAt('after=1&epoch=unknown')).toBe(1);
    expect(await refusedAt('after=0&epoch=unknown')).toBe(1);
    expect(await refusedAt('after=0&epoch=%00')).toBe(1);
    for (const query of ['after=4', 'after=4&epoch=', `after=4&epoch=${epoch}`])
      expect(await positionsOf(query)).toEqual([5, 6]);

    await server.database.sql('delete from events where position <= 5');
    await server.database.sql('update event_streams set dropped_through = 5');
    expect(await refusedAt(`after=5&epoch=${former}`)).toBe(6);
    expect(await refusedAt('after=6&epoch=unknown')).toBe(6);
    expect((await pull(server, `after=4&epoch=${former}`)).body.message_code).toBe('M41000');
  });

  test('is compared with each later epoch in which the application had events', async () => {
    await switchStream(server, true);
    const epochs: string[] = [];
    // The last two epochs have no events of this application.
    for (const [last, count] of [
      [0, 3],
      [3, 2],
      [4, 3],
      [7, 0],
      [7, 0],
    ] as const) {
      await setBack(server, last);
      await server.db.transaction(keepEpoch);
      epochs.push(await add(count));
    }
    expect(new Set(epochs).size).toBe(5);
    const [a, b, c, d, e] = epochs;
    for (const [epoch, after, first] of [
      [a, 3, null],
      [a, 4, 4],
      [b, 4, null],
      [b, 5, 5],
      [c, 7, null],
      [c, 8, 8],
      [d, 7, null],
      [d, 8, 8],
      [e, 7, null],
      [e, 8, 8],
    ] as const) {
      const query = `after=${after}&epoch=${epoch}`;
      if (first === null) expect(await positionsOf(query)).toHaveLength(7 - after);
      else expect(await refusedAt(query)).toBe(first);
    }
  });

  test('has lost an event at a position after its last one, also for those who give no epoch', async () => {
    await switchStream(server, true);
    const epoch = await add(2);
    expect(await positionsOf(`after=2&epoch=${epoch}`)).toEqual([]);
    for (const query of ['after=3', `after=3&epoch=${epoch}`, 'after=999999999999999&wait_seconds=30'])
      expect(await refusedAt(query)).toBe(3);
    await switchStream(server, false);
    expect(await refusedAt('after=3')).toBe(3);
  });
});

describe('a stream that is off', () => {
  test('is M40903, once nothing is left', async () => {
    const off = async (query = '') => {
      const { status, body } = await pull(server, query);
      expect([status, body.message_code]).toEqual([409, 'M40903']);
      expect(body.errors).toMatchObject([{ field: 'stream', rule: 'enabled' }]);
    };
    await off();
    await off('wait_seconds=30');
    await switchStream(server, true);
    await server.users(2);
    await server.relayed();
    await switchStream(server, false);
    expect((await pull(server)).body.data).toHaveLength(2);
    expect((await pull(server, 'types=user.updated')).body).toMatchObject({ data: [], next_after: 2 });
    await off('after=2');
  });
});

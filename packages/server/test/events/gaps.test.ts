import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dropOldPartitions } from '../../src/events/partitions.ts';
import { BATCH } from '../harness/api.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { pull, STREAM, switchStream } from './stream.ts';

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

  test('are M41000 with the first position that is left; 0 starts there', async () => {
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

  test('after another epoch has begun, are M41001 with the position to continue at', async () => {
    await switchStream(server, true);
    await server.users(6);
    const { body } = await pull(server);
    const isSame = await pull(server, `after=3&epoch=${body.epoch}`);
    expect(isSame.body.data.map(({ position }) => position)).toEqual([4, 5, 6]);
    await server.database.sql(`update event_epoch set previous = epoch, epoch = 'next'`);
    await server.database.sql('update event_streams set epoch_begins = 5');
    const firstOf = async (query: string) => {
      const answer = await pull(server, query);
      expect([answer.status, answer.body.message_code]).toEqual([410, 'M41001']);
      return answer.body.first_position;
    };
    expect(await firstOf(`after=6&epoch=${body.epoch}`)).toBe(5);
    expect(await firstOf(`after=4&epoch=${body.epoch}`)).toBe(5);
    expect(await firstOf(`after=2&epoch=${body.epoch}`)).toBe(3);
    expect(await firstOf(`after=0&epoch=${body.epoch}`)).toBe(1);
    // An earlier epoch, of which nothing is known.
    expect(await firstOf('after=6&epoch=long-ago')).toBe(1);
    await server.database.sql('delete from events where position <= 3');
    await server.database.sql('update event_streams set dropped_through = 3');
    expect(await firstOf(`after=2&epoch=${body.epoch}`)).toBe(4);
    expect((await pull(server, 'after=4')).body).toMatchObject({ next_after: 6, epoch: 'next' });
    expect((await pull(server, 'after=4&epoch=next')).body.data).toHaveLength(2);
    expect((await pull(server, 'after=4&epoch=')).body.data).toHaveLength(2);
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
    await off('after=3');
  });
});

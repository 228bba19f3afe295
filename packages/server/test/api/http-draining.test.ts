// @module-tag database
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type RunningApp, startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createLog } from '../../src/platform/log.ts';
import { bytesOf, WAYS, type Way } from '../harness/both-ways.ts';
import { SECRETS_KEY } from '../harness/command.ts';
import { lockThread } from '../harness/locked-thread.ts';
import { textTo } from '../harness/population.ts';
import { RawConnection, rawRequest } from '../harness/raw-http.ts';
import { recount } from '../harness/recount.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';

/** A stop, from its first moment to the last connection, of the whole app beside a test server. */

const MESSAGES = '/open-api/v1.0/chat/messages';

let server: TestServer;
let threadId: string;
let app: RunningApp | undefined;
let port: number;

async function start(environment: Record<string, string> = {}): Promise<RunningApp> {
  const { config } = loadConfig({
    PORT: '0',
    DATA_DIR: server.dataDir,
    PALAVER_SECRETS_KEY: SECRETS_KEY,
    PALAVER_LOG_LEVEL: 'fatal',
    ...environment,
  });
  const { connection } = server.database;
  const link = { connection, isPooled: false, prepares: true };
  app = await startApp({
    config,
    log: createLog(config.logLevel),
    storage: { connection, link, clusterDir: undefined, wal: undefined, close: async () => {} },
  });
  port = Number(new URL(app.url).port);
  return app;
}

beforeEach(async () => {
  server = await startTestServer();
  threadId = await server.group(await server.users(2));
});
afterEach(async () => {
  await app?.stop();
  await server.close();
});

const GET_LIVE = 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n';

function send(text: string, way: Way = 'short'): string {
  return bytesOf(way, { key: server.key, body: textTo(threadId, 'user1', text) }).toString('latin1');
}

async function texts(): Promise<string[]> {
  const rows = await server.database.sql<{ text: string }>('select text from messages order by seq');
  return rows.map((row) => row.text);
}

describe('before a stop', () => {
  const READY = GET_LIVE.replace('live', 'ready');

  test.each(WAYS)(
    'readiness is 503, other requests (%s way) are served, and each response closes its connection',
    async (way) => {
      port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port);
      const [kept, silent] = [await RawConnection.open(port), await RawConnection.open(port)];
      kept.write(READY);
      expect((await kept.next())?.headers.connection).toBe('keep-alive');
      server.leave();
      const seen: unknown[] = [];
      for (const [connection, request] of [
        [kept, send('kept', way)],
        [await RawConnection.open(port), send('new', way)],
        [await RawConnection.open(port), READY],
        [await RawConnection.open(port), GET_LIVE],
      ] as const) {
        connection.write(request);
        const answer = await connection.next();
        seen.push([answer?.status, answer?.json.message_code, answer?.headers.connection]);
        expect(await connection.closed()).toBe('');
      }
      expect(seen).toEqual([
        [200, 'M200', 'close'],
        [200, 'M200', 'close'],
        [503, 'M50300', 'close'],
        [200, 'M200', 'close'],
      ]);
      // No new connections are accepted; existing idle ones are still served.
      server.stopAccepting();
      await expect(RawConnection.open(port)).rejects.toThrow('ECONNREFUSED');
      silent.write(send('silent', way));
      expect((await silent.next())?.json.message_code).toBe('M200');
      expect(await texts()).toEqual(['kept', 'new', 'silent']);
    },
  );
});

describe('a stop', () => {
  test.each(WAYS)(
    'finishes requests in progress (%s way), refuses new ones, and closes every connection',
    async (way) => {
      const { stop } = await start();
      const [idle, early, late, slow] = [
        await RawConnection.open(port),
        await RawConnection.open(port),
        await RawConnection.open(port),
        await RawConnection.open(port),
      ];
      idle.write(GET_LIVE);
      expect((await idle.next())?.headers.connection).toBe('keep-alive');
      // A request that has begun to arrive keeps its connection open.
      late.write(send('late', way).slice(0, 20));
      slow.write(send('slow', way).slice(0, -1));
      const thread = await lockThread(server.database, threadId);
      early.write(send('early', way));
      await thread.hasWaiter();

      let isStopped = false;
      const stopped = stop().then(() => {
        isStopped = true;
      });
      expect(await idle.closed()).toBe('');
      await expect
        .poll(() =>
          RawConnection.open(port).then(
            () => 'open',
            () => 'refused',
          ),
        )
        .toBe('refused');
      late.write(send('late', way).slice(20));
      const refused = await late.next();
      expect([refused?.status, refused?.json.message_code]).toEqual([503, 'M50300']);
      expect(refused?.headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
      expect(await late.closed()).toBe('');

      // This request was accepted before: its body may still arrive, and it is answered.
      slow.write(send('slow', way).slice(-1));
      expect(isStopped).toBe(false);
      await thread.commit();
      for (const connection of [early, slow]) {
        const answer = await connection.next();
        expect([answer?.json.message_code, answer?.headers.connection]).toEqual(['M200', 'close']);
        expect(await connection.closed()).toBe('');
      }
      await stopped;
      expect((await texts()).toSorted()).toEqual(['early', 'slow']);
      expect(await recount(server.database)).toEqual([]);
    },
  );

  test('cuts requests that do not finish in time, whose effects are complete or absent', {
    tags: 'thorough',
  }, async () => {
    const { stop } = await start({ PALAVER_DRAIN_TIMEOUT_MS: '200' });
    const connection = await RawConnection.open(port);
    const thread = await lockThread(server.database, threadId);
    connection.write(send('cut'));
    await thread.hasWaiter();
    const stopped = stop();
    expect(await connection.closed()).toBe('');
    await thread.commit();
    await stopped;
    expect(['', 'cut']).toContain((await texts()).join());
    expect(await recount(server.database)).toEqual([]);
  });

  // (The connections of a pooler stay.)
  test.skipIf(inject('poolerPort') !== null)(
    'can be repeated, and releases its database connections',
    async () => {
      const { stop } = await start();
      expect((await rawRequest(port, send('before'))).json.message_code).toBe('M200');
      await Promise.all([stop(), stop()]);
      await stop();
      const left = async () =>
        (
          await server.database.sql(
            `select from pg_stat_activity
           where datname = current_database() and application_name = 'palaver' and pid <> pg_backend_pid()`,
          )
        ).length;
      // The test server keeps its own connections; PostgreSQL takes a moment to notice that the others are gone.
      await expect.poll(async () => (await left()) - server.countConnections()).toBe(0);
      expect((await server.call('POST', MESSAGES, { body: textTo(threadId, 'user1') })).status).toBe(200);
    },
  );
});

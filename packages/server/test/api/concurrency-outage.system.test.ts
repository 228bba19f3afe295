import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Answer } from '../harness/calls.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';

const MESSAGES = '/open-api/v1.0/chat/messages';
const THREADS = '/open-api/v1.0/chat/threads';

const server = await useServer();
/** A connection to a database that does not go away. */
let admin: pg.Client;
beforeAll(async () => {
  admin = new pg.Client(inject('connection'));
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
});

/** Ends every connection of the server, as a restart or a failover of PostgreSQL does. */
async function cutConnections(): Promise<void> {
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'palaver'`,
    [server.database.connection.database],
  );
}

async function allowConnections(yes: boolean): Promise<void> {
  await admin.query(`alter database ${server.database.connection.database} allow_connections ${yes}`);
}

test('during a database outage under load every answer is M200 or M50300, and no M200 is lost', async () => {
  const users = await server.users(16);
  const threads = await inParallel(8, () => server.group(users));
  const accepted: string[] = [];
  const unavailable = { count: 0 };
  const surprises: string[] = [];
  const note = ({ status, headers, body }: Answer): boolean => {
    if (body.message_code === 'M200') return true;
    unavailable.count += 1;
    const says = `${status} ${body.message_code}, retry after ${String(headers['retry-after'])}`;
    if (says !== '503 M50300, retry after 1') surprises.push(says);
    return false;
  };

  let isOver = false;
  const load = inParallel(16, async (lane) => {
    const user = users[lane] ?? '';
    for (let turn = 0; !isOver; turn += 1) {
      const text = `outage ${lane}.${turn}`;
      const toThread = textTo(threads[turn % 8] ?? '', user, text);
      const toUser = { ...toThread, target: { user_ids: [users[(lane + turn + 1) % 16]] } };
      const isDirect = turn % 3 === 0 && (lane + turn + 1) % 16 !== lane;
      if (note(await server.call('POST', MESSAGES, { body: isDirect ? toUser : toThread })))
        accepted.push(text);
      note(await server.call('GET', `${THREADS}?limit=5`));
      note(await server.call('PUT', `/user/v1.0/user/${user}`, { body: { display_name: text } }));
    }
  });
  const isSo = (condition: () => boolean) => until(async () => condition() || undefined, 200);

  try {
    await isSo(() => accepted.length > 100);
    // Connections cut during work: requests in a transaction fail, all others notice nothing.
    for (let cut = 0; cut < 3; cut += 1) {
      const before = accepted.length;
      await cutConnections();
      await isSo(() => accepted.length > before + 50);
    }
    // A longer outage: every request is refused, and none hangs.
    await allowConnections(false);
    await cutConnections();
    const whileAway = unavailable.count;
    await isSo(() => unavailable.count > whileAway + 200);
    const ready = await server.call('GET', '/health/ready', { key: null });
    expect([ready.status, ready.body.message_code]).toEqual([503, 'M50300']);
    expect((await server.call('GET', '/health/live', { key: null })).status).toBe(200);
    // After the outage the server recovers by itself.
    await allowConnections(true);
    const before = accepted.length;
    await isSo(() => accepted.length > before + 100);
    expect((await server.call('GET', '/health/ready', { key: null })).status).toBe(200);
  } finally {
    await allowConnections(true);
    isOver = true;
    await load;
  }

  expect(surprises).toEqual([]);
  const stored = await server.database.sql<{ text: string; copies: number }>(
    "select text, count(*)::int as copies from messages where text like 'outage %' group by text",
  );
  const storedTexts = new Set(stored.map((row) => row.text));
  expect(accepted.filter((text) => !storedTexts.has(text))).toEqual([]);
  expect(stored.filter((row) => row.copies !== 1)).toEqual([]);
  expect(await recount(server.database)).toEqual([]);
});

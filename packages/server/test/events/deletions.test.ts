import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventPlace, findEvents, storeBodies } from '../../src/domain/records/events.ts';
import { messageUrl } from '../harness/api.ts';
import { myMessagesUrl, type SignedIn, signInAll } from '../harness/client-api.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { EVENTS, type PullAnswer, pauseRelay, pull, switchStream } from './stream.ts';

/** The content of a deleted message in events. (That in webhook deliveries: test/webhooks/erasure.test.ts.) */

let server: TestServer;
let anna: SignedIn;
let threadId: string;

beforeEach(async () => {
  server = await startTestServer();
  await switchStream(server, true);
  [anna] = await signInAll(server, 1);
  threadId = await server.group([anna.userId]);
});
afterEach(() => server.close());

const send = async (text: string, replyTo?: number): Promise<number> => {
  const body = { body: { text }, ...(replyTo === undefined ? {} : { reply_to: replyTo }) };
  const { seq } = await anna.ok('POST', myMessagesUrl(threadId), { body });
  return seq;
};

/** How many of the events show a text, as pulled. */
async function shownIn(text: string): Promise<number> {
  let [found, after] = [0, 0];
  for (;;) {
    const { body } = (await server.call('GET', `${EVENTS}?after=${after}&limit=1000`)) as PullAnswer;
    found += body.data.filter((event) => JSON.stringify(event).includes(text)).length;
    if (body.next_after === after) return found;
    after = body.next_after;
  }
}

const storedWith = async (text: string) =>
  (await server.database.sql('select from events where strpos(body, $1) > 0', [text])).length;

test('it is not shown from the commit on, also if an event was stored and pulled during the deletion', async () => {
  let resume = await pauseRelay(server);
  const seq = await send('a secret');
  // The deletion waits to add its log entry, after it has erased what it found.
  const pause = new pg.Client(server.database.connection);
  await pause.connect();
  try {
    await pause.query('begin');
    await pause.query('lock table log_entries in share mode');
    const deleting = server.ok('DELETE', messageUrl(threadId, seq));
    const waiting = `select from pg_locks where not granted and relation = 'log_entries'::regclass`;
    await until(async () => (await server.database.sql(waiting)).length === 1 || undefined);
    // (The relay does not wait for the deletion.)
    await resume();
    expect(await shownIn('a secret')).toBe(1);
    expect(await storedWith('a secret')).toBe(1);
    resume = await pauseRelay(server);
    await pause.query('rollback');
    await deleting;
  } finally {
    await pause.end();
  }
  expect(await shownIn('a secret')).toBe(0);
  await resume();
  expect(await storedWith('a secret')).toBe(0);
  const { body } = await pull(server, 'types=message.created,message.deleted');
  expect(body.data.map(({ data }) => data.entry.message.body.text)).toEqual(['', '']);
  expect((await pull(server, 'types=message.created,message.deleted')).body.data).toEqual(body.data);
});

test('a body that was made before the deletion is not stored after it', async () => {
  const seq = await send('a secret');
  await server.relayed();
  const places = await server.database.sql<EventPlace & Record<string, unknown>>(
    `select app_id, position, at from events where type = 'message.created'`,
  );
  const late = (await findEvents(server.db, places)).map((event) => ({ event, body: 'a secret' }));
  expect(late).toHaveLength(1);
  await server.ok('DELETE', messageUrl(threadId, seq));
  expect(await storeBodies(server.db, late)).toEqual(new Set());
  await server.relayed();
  expect(await storeBodies(server.db, late)).toEqual(new Set());
  expect(await storedWith('a secret')).toBe(0);
});

test('it leaves the events of any number of replies, which quote it', { tags: 'thorough' }, async () => {
  const seq = await send('a secret');
  for (let round = 0; round < 14; round += 1)
    await Promise.all(Array.from({ length: 50 }, () => send('a reply', seq)));
  await server.relayed();
  expect(await shownIn('a secret')).toBe(701);
  const resume = await pauseRelay(server);
  await server.ok('DELETE', messageUrl(threadId, seq));
  expect(await storedWith('a secret')).toBeGreaterThan(400);
  expect(await shownIn('a secret')).toBe(0);
  await resume();
  expect(await storedWith('a secret')).toBe(0);
  expect(await server.database.sql('select from erasures')).toEqual([]);
});

test('a reply keeps what it says, and loses the quote once', async () => {
  const quoted = await send('a secret');
  const seq = await send('a reply', quoted);
  await pull(server);
  await server.ok('DELETE', messageUrl(threadId, quoted));
  const replies = async () =>
    (await pull(server, 'types=message.created')).body.data
      .map(({ data }) => data.entry.message)
      .filter((message) => message.seq === seq);
  expect(await replies()).toMatchObject([{ body: { text: 'a reply' }, reply_preview: { text: '' } }]);
  await server.ok('DELETE', messageUrl(threadId, seq));
  expect(await replies()).toMatchObject([{ body: { text: '' }, reply_preview: null }]);
});

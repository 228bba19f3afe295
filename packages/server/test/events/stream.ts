import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createPartitions } from '../../src/events/partitions.ts';
import { MESSAGES } from '../harness/api.ts';
import type { Answer, CallOptions } from '../harness/calls.ts';
import type { TestServer } from '../harness/test-server.ts';

export const STREAM = '/event/v1.0/stream';
export const EVENTS = '/event/v1.0/events';

export const switchStream = (server: TestServer, enabled: boolean, options: CallOptions = {}) =>
  server.ok('PUT', STREAM, { ...options, body: { enabled } });

/** Makes another node relay, which does nothing, until the result is called. */
export async function pauseRelay(server: TestServer): Promise<() => Promise<void>> {
  const set = (assignments: string) =>
    server.database.sql(`update leases set ${assignments} where name = 'events'`);
  await set(`holder = 'another node', fence = fence + 1, expires_at = now() + interval '1 hour'`);
  return async () => {
    await set(`expires_at = '-infinity'`);
    await server.relayed();
  };
}

/** A pulled event, as tests see it. */
export interface Pulled {
  position: number;
  type: string;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
  data: any;
}

/** A page of events; other answers too. */
export type PullAnswer = Omit<Answer, 'body'> & {
  body: Omit<Answer['body'], 'data'> & {
    data: Pulled[];
    next_after: number;
    epoch: string;
    first_position?: number;
  };
};

/** Pulls when all events have their positions. */
export async function pull(server: TestServer, query = '', options: CallOptions = {}): Promise<PullAnswer> {
  await server.relayed();
  return (await server.call('GET', `${EVENTS}?${query}`, options)) as PullAnswer;
}

/** The same, of a server that listens: the bytes of the response. */
export async function pullText(
  url: string,
  key: string,
  query = '',
  signal = AbortSignal.timeout(60_000),
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { 'x-api-key': key };
  const sent = request(`${url}${EVENTS}?${query}`, { headers, signal, agent: false }, (response) => {
    text(response).then(resolve, reject);
  });
  sent.on('error', reject).end();
  return promise;
}

/** The texts of the elements of `data`, byte for byte. */
export function elementsOf(answer: string): string[] {
  const list = answer.slice(
    answer.indexOf('"data":[') + '"data":['.length,
    answer.lastIndexOf('],"next_after"'),
  );
  return list === '' ? [] : list.split(/,(?=\{"position":\d+,"type")/);
}

/** How many requests wait, by the gauge of `/metrics`. */
export async function countWaiting(server: TestServer): Promise<number> {
  const { body } = await server.app.inject('/metrics');
  return Number(/^palaver_waiting_pulls (\d+)$/m.exec(body)?.[1]);
}

/** Stores events in bulk, after the last position, with bodies. */
export async function plantEvents(
  server: TestServer,
  count: number,
  { type = 'user.updated', tenant = '' } = {},
): Promise<void> {
  await server.db.transaction(createPartitions);
  await server.database.sql(
    `insert into events (app_id, position, at, tenant_id, type, body)
     select 'test', last.position + n, date_trunc('milliseconds', now()), $2, $3, '{"type":"' || $3 || '","timestamp":"2026-01-02T09:00:00.000Z","data":'
       || '{"app_id":"test","tenant_id":"' || $2 || '","sticker_pack":{"id":"1","name":"n","status":"uploaded"}}}'
     from generate_series(1, $1) n,
       (select coalesce(max(position), 0) as position from events where app_id = 'test') last`,
    [count, tenant, type],
  );
}

/** Loses the events after a position, as a restored backup does. The next event begins another epoch. */
export async function setBack({ database: { sql } }: TestServer, last: number): Promise<void> {
  await sql('delete from events where position > $1', [last]);
  await sql(`update event_epoch set database = 'another'`);
}

/** The parts of the history of a database, in order (storage/epoch.ts). */
const HISTORY = ['cluster', 'timeline', 'start', 'database'] as const;

/** Makes the current epoch one of another history, which differs in one part. */
export async function changeHistory(
  { database: { sql } }: TestServer,
  part: (typeof HISTORY)[number],
): Promise<void> {
  const parts = HISTORY.map((name, index) =>
    name === part ? `'another'` : `split_part(database, '/', ${index + 1})`,
  );
  const writer = 'pg_current_xact_id()::xid';
  await sql(`update event_epoch set database = concat_ws('/', ${parts.join(', ')}, ${writer})`);
}

/** Sends a text of a user; returns its seq. */
export async function send(
  server: TestServer,
  threadId: string,
  userId: string,
  what = 'hello',
  options: CallOptions = {},
): Promise<number> {
  const { messages } = await server.ok('POST', MESSAGES, {
    ...options,
    headers: { prefer: 'return=representation' },
    body: {
      sender: { user_id: userId },
      target: { thread_id: threadId },
      body: { text: what, metadata: [{ type: 'text' }] },
    },
  });
  return messages[0].seq;
}

// @module-tag database
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { beforeAll, expect, test } from 'vitest';
import { type FoundSend, type Send, type StoredSend, storeSends } from '../../src/domain/records/sends.ts';
import { MESSAGES } from '../harness/api.ts';
import { textTo } from '../harness/population.ts';
import { recount } from '../harness/recount.ts';
import { useServer } from '../harness/use-server.ts';

/** The statement for a batch has only the parts that its sends need. With each combination of parts, they are stored and answered. */

const server = await useServer();
let threads: ThreadId[];
let annas: ExtUserId;
beforeAll(async () => {
  // Events stay in the outbox, where the test sees them.
  await server.stopRelay();
  await server.users(3);
  await server.ok('POST', '/bot/v1.0/bot', { body: { bot_id: 'robot', display_name: 'Robot' } });
  threads = [];
  for (let count = 0; count < 3; count += 1)
    threads.push((await server.group(['user1', 'user2'])) as ThreadId);
  annas = (await server.ok('GET', '/user/v1.0/user/user1')).ext_user_id as ExtUserId;
  await server.database.sql(
    "insert into event_streams (app_id, is_on) values ('test', true) on conflict (app_id) do update set is_on = true",
  );
});

const PARTS = ['repeats', 'keys', 'receipts', 'clientIds', 'extras', 'traces'] as const;
type Needs = Record<(typeof PARTS)[number], boolean>;
const COMBINATIONS = Array.from({ length: 2 ** PARTS.length }, (_, bits) => {
  const needs = Object.fromEntries(PARTS.map((part, bit) => [part, ((bits >> bit) & 1) === 1])) as Needs;
  return [PARTS.filter((part) => needs[part]).join(', ') || 'nothing', needs] as const;
});

function sendTo(thread: number, text: string, change: Partial<Send> = {}): Send {
  return {
    space: { appId: 'test', tenantId: '' } as Send['space'],
    threadId: threads[thread] ?? ('0' as ThreadId),
    sender: { kind: 'user', id: 'user1' },
    idempotency: undefined,
    content: contentOf(text),
    ...change,
  };
}

const contentOf = (text: string): Send['content'] => ({
  kind: 'text',
  text,
  metadata: '{"type":"text"}',
  fileId: null,
  customNotify: null,
  linkCount: 1,
  replyTo: null,
  mentions: [],
});

const FINGERPRINT = Buffer.alloc(32, 7);
const TRACE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };

/** A send with all that the batch needs. */
function richSend(text: string, { keys, receipts, clientIds, extras, traces }: Needs): Send {
  const content = contentOf(text);
  return sendTo(1, text, {
    sender: { kind: 'user', id: 'user1', ...(receipts && { extUserId: annas }) },
    idempotency: keys ? { key: text, fingerprint: FINGERPRINT, ttlMs: 60_000 } : undefined,
    clientMessageId: clientIds ? { id: `{"${text}"}`, fingerprint: FINGERPRINT } : undefined,
    content: extras ? { ...content, customNotify: '{"a":"null"}', replyTo: 1, mentions: [annas] } : content,
    ...(traces && { trace: TRACE }),
  });
}

const store = (sends: readonly Send[]) =>
  server.db.transactionAtOnce((tx) =>
    storeSends(tx, sends, 'skip locked', ({ sender }) => sender.extUserId !== undefined),
  );

function seqOf(outcome: StoredSend | undefined): number | undefined {
  if (typeof outcome === 'number') return outcome;
  return outcome !== undefined && 'seq' in outcome ? outcome.seq : undefined;
}

const stored = async (thread: number, seq: number | undefined) =>
  (
    await server.database.sql(
      `select m.text, m.metadata::text, m.custom_notify::text as notify, m.reply_to::int, m.mentions::text, m.link_count,
         m.client_message_id as client_id, m.sender_ext_user_id::text as sender, h.last_seq::int >= m.seq as is_counted,
         (select trace from outbox o where o.thread_id = m.thread_id and o.seq = m.seq) as trace,
         (select count(*)::int from outbox o where o.thread_id = m.thread_id and o.seq = m.seq) as events
       from messages m join thread_heads h using (thread_id) where m.thread_id = $1 and m.seq = $2`,
      [threads[thread], seq],
    )
  )[0];

test.each(COMBINATIONS)('a batch that needs %s', async (name, needs) => {
  const rich = richSend(`rich: ${name}`, needs);
  const sends = [
    sendTo(0, `plain: ${name}`),
    sendTo(2, 'of a stranger', { sender: { kind: 'user', id: 'user3' } }),
    rich,
    ...(needs.repeats
      ? [sendTo(0, `again: ${name}`, { sender: { kind: 'bot', id: 'robot' } }), sendTo(1, 'third')]
      : []),
    ...(needs.extras
      ? [sendTo(2, 'no file', { content: { ...contentOf('no file'), fileId: 'nothing' as never } })]
      : []),
  ];
  const { outcomes, has_events, counters } = await store(sends);
  expect(outcomes).toHaveLength(sends.length);
  const [plain, stranger, richOutcome] = outcomes;
  const seq = seqOf(richOutcome);
  expect(has_events).toBe(true);
  expect(plain).toEqual(expect.any(Number));
  expect(stranger).toMatchObject({
    has_thread: true,
    has_head: true,
    has_key: true,
    has_file: true,
    status: null,
  });
  const usual = { metadata: '{"type":"text"}', link_count: 1, sender: annas, is_counted: true, events: 1 };
  const none = { notify: null, reply_to: null, mentions: null, client_id: null, trace: null };
  expect(await stored(0, seqOf(plain))).toEqual({ text: `plain: ${name}`, ...usual, ...none });
  expect(await stored(1, seq)).toEqual({
    text: rich.content.text,
    ...usual,
    notify: needs.extras ? '{"a":"null"}' : null,
    reply_to: needs.extras ? 1 : null,
    mentions: needs.extras ? `{${annas}}` : null,
    client_id: needs.clientIds ? `{"${rich.content.text}"}` : null,
    trace: needs.traces ? `00-${TRACE.traceId}-${TRACE.spanId}-01` : null,
  });
  if (needs.receipts) {
    expect(richOutcome).toMatchObject({ ext_user_id: annas, display_name: 'USER1' });
    expect(Object.keys(counters ?? {})).toContain(threads[1]);
  } else {
    expect(richOutcome).toEqual(expect.any(Number));
    expect(counters).toBeNull();
  }
  if (needs.repeats) {
    expect(outcomes[3]).toBe(Number(plain) + 1);
    expect(outcomes[4]).toBe(Number(seq) + 1);
  }
  if (needs.extras) expect(outcomes.at(-1)).toMatchObject({ has_thread: true, has_file: false });
  // A repeat finds the first one.
  const [repeat] = (await store([rich])).outcomes;
  if (needs.keys || needs.clientIds) {
    const { remembered, twin } = repeat as FoundSend;
    const data = [{ id: `${threads[1]}.${seq}`, thread_id: threads[1], seq }];
    expect(remembered).toEqual(needs.keys ? { is_same: true, data } : null);
    expect(twin).toEqual(needs.clientIds ? { seq, is_same: true } : null);
  } else {
    expect(Number(seqOf(repeat))).toBeGreaterThan(Number(seq));
  }
});

test('ids and texts that mean something to PostgreSQL are stored as they are', async () => {
  const marks = ['null', '"', '\\', '{a,b}', "'; --", ' ', '\\"', '$1', '👩', '"}, {"'];
  const users = marks.map((mark) => ({ user_id: `id${mark}id` }));
  await server.ok('POST', '/user/v1.0/users/batch', { tenant: 'te"nt\\{},', body: { users } });
  const owner = users.map(({ user_id }) => user_id);
  const thread = await server.group(owner, { tenant: 'te"nt\\{},' });
  const texts = [...marks, 'a\nb', '\r\n', '\t', '\u0001', '{', '}', 'NULL'];
  await Promise.all(
    texts.map((text, index) =>
      server.ok('POST', MESSAGES, {
        tenant: 'te"nt\\{},',
        headers: { 'idempotency-key': `"\\{},${index}` },
        body: textTo(thread, owner[index % owner.length] ?? '', text),
      }),
    ),
  );
  const found = await server.database.sql<{ text: string; user_id: string }>(
    `select m.text, u.user_id from messages m join users u on u.ext_user_id = m.sender_ext_user_id where thread_id = $1`,
    [thread],
  );
  const sent = texts.map((text, index) => ({ text, user_id: owner[index % owner.length] }));
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(sorted(found)).toEqual(sorted(sent));
});

test('all of it is counted', async () => {
  expect(await recount(server.database)).toEqual([]);
});

import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import type { Message, SentMessages } from '@palaver/protocol/messages';
import { getOrInsert } from '../../platform/get-or-insert.ts';
import type { SpanContext } from '../../platform/tracing/span-context.ts';
import { type Column, Columns, toArray, toBytea } from '../../storage/columns.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Locks } from '../../storage/group-commit.ts';
import { USE_INDEXES } from '../../storage/plan-settings.ts';
import type { Space } from '../context.ts';
import { COUNTERS, type Counter } from '../rules/counters.ts';
import { COUNTER_CHANGES } from '../rules/message-content.ts';
import { MAY_SEND } from '../rules/role-permissions.ts';
import { lockFiles, settleFiles } from './files.ts';
import {
  type IdempotencyKey,
  LOCKED_KEYS,
  lockKeysOfBatch,
  rememberedOf,
  rememberFrom,
} from './idempotency-keys.ts';
import { STATUS } from './members.ts';
import { isSameAs, MESSAGE_COLUMNS, type NewMessage, replyPreviewOf } from './messages.ts';
import { entriesToOutbox, HAS_EVENTS, storedTrace } from './outbox.ts';

/**
 * Sends to existing threads, stored in batches: the hot path. One statement does what `messages.ts`, `thread-log.ts` and
 * `idempotency-keys.ts` do separately for other changes, so it writes their tables, too.
 */

/** A send to one existing thread. */
export interface Send extends NewMessage {
  space: Space;
  threadId: ThreadId;
  sender: SendingParty;
  idempotency: IdempotencyKey | undefined;
  /** The span that it belongs to, if it is traced. */
  trace?: SpanContext | undefined;
}

/** The sender: the id that the request names; a signed-in user is known by `extUserId` as well. */
export interface SendingParty {
  kind: 'user' | 'bot';
  id: string;
  extUserId?: ExtUserId;
}

/** The outcome of a send: the `seq` or {@link Receipt} of the stored message, or what was found instead. */
export type StoredSend = number | Receipt | FoundSend;

/** What a signed-in sender and subscribers need to know of the stored message, beside what was sent. */
export interface Receipt {
  seq: number;
  created_at: number;
  ext_user_id: ExtUserId;
  display_name: string;
  avatar_url: string;
  reply_preview: Message['reply_preview'];
}

/** The outcome of a batch: one outcome per send, in order, and the counters of the threads with receipts. */
export interface StoredBatch {
  outcomes: StoredSend[];
  /** The batch has added to the outbox. */
  has_events: boolean;
  counters: Record<ThreadId, Record<Counter, number>> | null;
}

/** What was found for a send that was not stored; `operations/messages/send-verdict.ts` explains why. */
export interface FoundSend {
  /** The batch has locked its key, or it has none. */
  has_key: boolean;
  /** The message that its sender sent before with the same `client_message_id`. */
  twin: { seq: number; is_same: boolean } | null;
  /** The stored answer of its key. */
  remembered: { is_same: boolean; data: SentMessages['messages'] } | null;
  has_thread: boolean;
  /** The file that it names is stored, or it names none. */
  has_file: boolean;
  /** The batch has locked the head of the thread. */
  has_head: boolean;
  sender: { kind: 'user' | 'bot'; is_active: boolean } | null;
  status: MemberStatus | null;
}

/**
 * Stores a batch of sends; all statements leave in one write. The first ones lock. The last one, on a snapshot newer than the
 * locks, finds what each send names, stores the permitted ones, and returns an outcome for each, in order: the `seq` (a
 * {@link Receipt} if `wantsReceipt`), or what was found instead.
 */
export async function storeSends(
  tx: Transaction,
  sends: readonly Send[],
  locks: Locks,
  wantsReceipt: (send: Send) => boolean,
): Promise<StoredBatch> {
  const distinct = new Set(sends.map(({ threadId }) => threadId));
  const threadIds = toArray([...distinct]);
  const rows = sends.map((send) => ({ ...send, wantsReceipt: wantsReceipt(send) }));
  const keys = sends.map(({ space, idempotency }) => idempotency && { space, ...idempotency });
  const files = [...new Set(sends.flatMap(({ content }) => content.fileId ?? []))];
  const needs = needsOf(rows, distinct.size);
  const { statement, send } = getOrInsert(STATEMENTS, JSON.stringify(needs), () => storeStatement(needs));
  const [, , , [stored]] = await Promise.all([
    tx.query(locks === 'skip locked' ? LOCK_FREE_HEADS : LOCK_HEADS, [threadIds]),
    needs.keys && lockKeysOfBatch(tx, keys, locks),
    lockFiles(tx, files),
    tx.query<StoredBatch>(statement, [threadIds, ...send.parameters(rows)]),
    settleFiles(tx, files),
  ]);
  return stored ?? { outcomes: [], has_events: false, counters: null };
}

type SendRow = Send & { wantsReceipt: boolean };

/** What the statement for a batch needs: every part of it costs time in each batch, even if no send uses it. */
interface Needs {
  /** Several sends to one thread. */
  repeats: boolean;
  keys: boolean;
  /** Receipts, and senders who are signed in. */
  receipts: boolean;
  clientIds: boolean;
  /** What few messages have. */
  extras: boolean;
  traces: boolean;
}

function needsOf(rows: readonly SendRow[], threads: number): Needs {
  const extras = rows.some(
    ({ asSupport, content: { customNotify, fileId, replyTo, mentions } }) =>
      asSupport === true ||
      customNotify !== null ||
      fileId !== null ||
      replyTo !== null ||
      mentions.length > 0,
  );
  const traces = rows.some(({ trace }) => trace !== undefined);
  // (Each connection keeps the plans of the statements that it has met, half a megabyte each. So rare needs share theirs.)
  const isRare = extras || traces;
  return {
    repeats: threads < rows.length,
    keys: isRare || rows.some(({ idempotency }) => idempotency !== undefined),
    receipts:
      isRare || rows.some(({ wantsReceipt, sender }) => wantsReceipt || sender.extUserId !== undefined),
    clientIds: isRare || rows.some(({ clientMessageId }) => clientMessageId !== undefined),
    extras,
    traces,
  };
}

const STATEMENTS = new Map<string, ReturnType<typeof storeStatement>>();

const SEND: readonly Column<SendRow>[] = [
  { name: 'thread_id', type: 'bigint', encode: ({ threadId }) => threadId },
  { name: 'app_id', type: 'text', encode: ({ space }) => space.appId },
  { name: 'tenant_id', type: 'text', encode: ({ space }) => space.tenantId },
  { name: 'sender_id', type: 'text', encode: ({ sender }) => sender.id },
  { name: 'sender_kind', type: 'text', encode: ({ sender }) => sender.kind },
];

const RECEIVER: readonly Column<SendRow>[] = [
  { name: 'sender_ext_user_id', type: 'bigint', encode: ({ sender }) => sender.extUserId },
  { name: 'wants_receipt', type: 'boolean', encode: ({ wantsReceipt }) => wantsReceipt },
];

const KEY: readonly Column<SendRow>[] = [
  { name: 'key', type: 'text', encode: ({ idempotency: own }) => own?.key },
  { name: 'fingerprint', type: 'bytea', encode: ({ idempotency: own }) => own && toBytea(own.fingerprint) },
  { name: 'ttl_ms', type: 'bigint', encode: ({ idempotency: own }) => own?.ttlMs },
];

const TRACE: readonly Column<SendRow>[] = [
  { name: 'trace', type: 'text', encode: ({ trace }) => storedTrace(trace) },
];

/**
 * Locks the heads in ascending order; with `skip locked` it leaves out heads that others have locked. It passes the heads to
 * later statements of the same write, through a setting of the transaction. It also makes those statements reuse the plans of
 * the connection: planning the statement below takes as long as running it, and PostgreSQL would plan it for every batch.
 */
const lockHeads = (skip: 'skip locked' | '') => `
  select set_config('plan_cache_mode', 'force_generic_plan', true), ${USE_INDEXES},
    set_config('palaver.heads', coalesce(json_object_agg(thread_id, last_seq)::text, '{}'), true)
  from (
    select thread_id, last_seq from thread_heads where thread_id = any($1)
    order by thread_id for no key update ${skip}
  ) head`;
const LOCK_HEADS = lockHeads('');
const LOCK_FREE_HEADS = lockHeads('skip locked');

/** The `data` of the response, as `toSentMessage` builds it. */
const ANSWER = `json_build_array(
  json_build_object('id', thread_id || '.' || seq, 'thread_id', thread_id::text, 'seq', seq))`;

/** A {@link Receipt}, of a row of `judged`. */
const receiptWith = ({
  extras,
}: Needs) => `json_build_object('seq', seq, 'created_at', (extract(epoch from at) * 1000)::bigint,
  'ext_user_id', actor::text, 'display_name', display_name, 'avatar_url', avatar_url,
  'reply_preview', ${extras ? replyPreviewOf('judged.thread_id', 'judged.reply_to') : 'null'})`;

/** A {@link StoredSend}, of a row of `judged`. */
const OUTCOME = `coalesce(to_json(seq), json_build_object('has_thread', has_thread, 'has_file', has_file, 'has_head', has_head,
  'has_key', has_key, 'remembered', remembered, 'twin', twin, 'status', status, 'sender',
  case when found_kind is not null then json_build_object('kind', found_kind, 'is_active', is_active) end))`;
const outcomeOrReceipt = (needs: Needs) =>
  `case when seq is not null and wants_receipt then ${receiptWith(needs)} else ${OUTCOME} end`;
const COUNTERS_OF_THREADS = `case when bool_or(wants_receipt) then (
    select json_object_agg(thread_id, json_build_object(${COUNTERS.map((counter) => `'${counter}', ${counter}`).join(', ')}))
    from advance
  ) end`;

function columnsOf({ keys, receipts, clientIds, extras, traces }: Needs) {
  const message = new Columns<NewMessage>([
    ...MESSAGE_COLUMNS.usual,
    ...(clientIds ? MESSAGE_COLUMNS.clientIds : []),
    ...(extras ? MESSAGE_COLUMNS.rare : []),
  ]);
  const send = new Columns<SendRow>([
    ...SEND,
    ...(receipts ? RECEIVER : []),
    ...message.list,
    ...(keys ? KEY : []),
    ...(traces ? TRACE : []),
  ]);
  return { message, send };
}

/**
 * A user of the support desk may write as such (`operations/desk/may-support.ts`), unless they are banned from the thread, or were muted when
 * their membership ended.
 */
const IS_SUPPORT = `(send.as_support and coalesce(member.status, 'removed') = 'removed')`;
const STATUS_OF_SUPPORT = `case when send.as_support and ${STATUS} = 'removed' and m.muted_until > now() then 'muted' else ${STATUS} end`;

/** The place of an accepted send among those of its thread. */
const PLACE =
  'count(*) filter (where accepted.yes) over (partition by thread.id order by n rows unbounded preceding)';

/** What changes in each head, if no two sends are to one thread; otherwise their sums. */
const CHANGE = `change as not materialized (
  select thread_id, seq, at, ${COUNTER_CHANGES.map(([counter, sql]) => `${sql} as ${counter}`).join(', ')} from accepted
)`;
const CHANGES = `change as (
  select thread_id, max(seq) as seq, max(at) as at,
    ${COUNTER_CHANGES.map(([counter, sql]) => `sum(${sql}) as ${counter}`).join(', ')}
  from accepted group by thread_id
)`;

/**
 * The last statement of a batch, and the columns of its sends. Its CTEs: `judged` finds what each send names and numbers the accepted ones; `change`
 * and `advance` write the heads, `outbox_rows` the events, `store` the messages, `remember` the idempotency keys.
 * `limit 1` makes each lookup a loop over an index, however few rows the tables had when the statement was planned. (The heads
 * are hashed, because JSON has no statistics; the planner took the length of an array from the first batch that it saw.)
 * The time is that of the statement, which begins when the heads are locked, so it never decreases along `seq`.
 */
function storeStatement(needs: Needs) {
  const { repeats, keys, receipts, clientIds, extras, traces } = needs;
  const { message, send } = columnsOf(needs);
  const ifKeys = (sql: string, otherwise = '') => (keys ? sql : otherwise);
  const ifReceipts = (sql: string, otherwise = '') => (receipts ? sql : otherwise);
  const ifClientIds = (sql: string, otherwise = '') => (clientIds ? sql : otherwise);
  const ifExtras = (sql: string, otherwise = '') => (extras ? sql : otherwise);
  const statement = `
with judged as materialized (
  select send.*, date_trunc('milliseconds', statement_timestamp()) as at,
    ${ifReceipts('sender.display_name, sender.avatar_url,')} sender.ext_user_id as actor, member.status,
    thread.id is not null as has_thread, ${ifExtras('file.is_there', 'true')} as has_file, head.thread_id is not null as has_head,
    sender.kind as found_kind, sender.is_active,
    ${ifClientIds('case when twin.seq is not null then to_json(twin) end', 'null')} as twin,
    ${ifKeys(`key is null or n = any(${LOCKED_KEYS})`, 'true')} as has_key,
    ${ifKeys('case when remembered.is_same is not null then to_json(remembered) end', 'null')} as remembered,
    case when accepted.yes then head.last_seq + ${repeats ? PLACE : '1'} end as seq
  from rows from (${send.rows(2)}) with ordinality as send (${send.names}, n)
  left join (
    select key::bigint as thread_id, value::bigint as last_seq from json_each_text(current_setting('palaver.heads')::json)
  ) head on head.thread_id = send.thread_id
  left join lateral (
    select id, app_id = send.app_id and tenant_id = send.tenant_id and deleted_at is null as is_here
    from threads t where t.id = send.thread_id limit 1
  ) thread on thread.is_here
  left join lateral (
    select u.ext_user_id, u.kind, u.deactivated_at is null as is_active, u.display_name, u.avatar_url from users u
    where u.app_id = send.app_id and u.tenant_id in (send.tenant_id, '') and u.user_id = send.sender_id
      and (u.tenant_id = send.tenant_id or u.kind = 'bot')
      ${ifReceipts('and u.ext_user_id = coalesce(send.sender_ext_user_id, u.ext_user_id)')} limit 1
  ) sender on true
  left join lateral (
    select ${ifExtras(STATUS_OF_SUPPORT, STATUS)} as status from members m
    where m.thread_id = thread.id and m.ext_user_id = sender.ext_user_id limit 1
  ) member on true
  ${ifClientIds(`left join lateral (
    select seq, ${isSameAs('send.client_fingerprint::bytea')} as is_same from messages m
    where m.thread_id = thread.id and m.sender_ext_user_id = sender.ext_user_id
      and m.client_message_id = send.client_message_id limit 1
  ) twin on true`)}
  ${ifKeys(`left join lateral (${rememberedOf('send')}) remembered on true`)}
  ${ifExtras(`cross join lateral (
    select send.file_id is null or exists (
      select from files f where f.id = send.file_id and f.state = 'stored'
    ) as is_there
  ) file`)}
  cross join lateral (
    select thread.id is not null and head.thread_id is not null and sender.is_active and sender.kind = send.sender_kind
      and ${ifExtras(`(${MAY_SEND} or ${IS_SUPPORT})`, MAY_SEND)} ${ifExtras('and file.is_there')} ${ifClientIds('and twin.seq is null')}
      ${ifKeys(`and (key is null or n = any(${LOCKED_KEYS})) and remembered.is_same is null`)} as yes
  ) accepted
), accepted as not materialized (
  select * from judged where seq is not null
), ${repeats ? CHANGES : CHANGE}, advance as (
  update thread_heads head set last_seq = change.seq, last_message_seq = change.seq, active_at = change.at,
    ${COUNTER_CHANGES.map(([counter]) => `${counter} = head.${counter} + change.${counter}`).join(', ')}
  from change where head.thread_id = change.thread_id and head.thread_id = any($1)
  ${ifReceipts(`returning head.thread_id, ${COUNTERS.map((counter) => `head.${counter}`).join(', ')}`)}
), ${entriesToOutbox('accepted', "'message.created'", undefined, traces ? 'entry.trace' : undefined)}, store as (
  insert into messages (thread_id, seq, created_at, sender_ext_user_id, ${message.names})
  select thread_id, seq, at, actor, ${message.values} from accepted
) ${ifKeys(`, ${rememberFrom('accepted', ANSWER)}`)}
select json_agg(${ifReceipts(outcomeOrReceipt(needs), OUTCOME)} order by n) as outcomes, ${HAS_EVENTS} as has_events,
  ${ifReceipts(COUNTERS_OF_THREADS, 'null')} as counters
from judged`;
  return { statement, send };
}

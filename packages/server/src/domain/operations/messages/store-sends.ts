import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { MemberStatus } from '@palaver/protocol/members';
import type { Message } from '@palaver/protocol/messages';
import { DOCUMENTS_OF, TEXTS_OF, toArray, toDocuments, toTexts } from '../../../storage/arrays.ts';
import type { Transaction } from '../../../storage/database.ts';
import type { Locks } from '../../../storage/group-commit.ts';
import type { Space } from '../../context.ts';
import { HAS_DELIVERIES } from '../../records/deliveries.ts';
import {
  type IdempotencyKey,
  LOCKED_KEYS,
  lockKeysOfBatch,
  rememberedOf,
  rememberFrom,
} from '../../records/idempotency-keys.ts';
import {
  type ClientMessageId,
  insertFrom,
  isSameAs,
  replyPreviewOf,
  toMentions,
} from '../../records/messages.ts';
import { appendMessagesFrom, CLOCK, LOCKED_HEADS, lockHeadsOfBatch } from '../../records/thread-log.ts';
import { COUNTERS, type Counter } from '../../rules/counters.ts';
import { COUNTER_SUMS, type Content } from '../../rules/message-content.ts';
import { SENT_MESSAGE, type SentMessage } from './send-answer.ts';

/** A send to one existing thread. */
export interface Send {
  space: Space;
  threadId: ThreadId;
  sender: SendingParty;
  content: Content;
  clientMessageId?: ClientMessageId | undefined;
  idempotency: IdempotencyKey | undefined;
}

/** Who sends: by the id that the request names, or signed in, and so known by `extUserId` as well. */
export interface SendingParty {
  kind: 'user' | 'bot';
  id: string;
  extUserId?: ExtUserId;
}

/** What became of a send: the `seq` of its message, or what was found in the place of one. */
export type StoredSend = number | Receipt | Found;

/** In the place of a number: what those are told of the message, beside what was sent, who have signed in or listen. */
export interface Receipt {
  seq: number;
  created_at: number;
  ext_user_id: ExtUserId;
  display_name: string;
  avatar_url: string;
  reply_preview: Message['reply_preview'];
}

/** What became of a batch: of each send, in order; and of the threads with receipts their counters. */
export interface StoredBatch {
  outcomes: StoredSend[];
  /** Webhooks are to be told of it. */
  has_deliveries: boolean;
  counters: Record<ThreadId, Record<Counter, number>> | null;
}

/** What a send that was not stored names. */
export interface Found {
  /** Its key is free of others' locks, or it has none. */
  has_key: boolean;
  /** What its sender has sent with the same `client_message_id`. */
  twin: { seq: number; is_same: boolean } | null;
  /** What is remembered of its key. */
  remembered: { is_same: boolean; data: SentMessage[] } | null;
  has_thread: boolean;
  /** The thread is free of others' locks. */
  has_head: boolean;
  sender: { kind: 'user' | 'bot'; is_active: boolean } | null;
  status: MemberStatus | null;
}

/**
 * The transaction of a batch of sends: all statements leave in one write. The first ones lock; the last one, on a
 * snapshot that is younger than the locks, finds what each send names, stores those that may be stored, and answers for
 * each, in order, its `seq`, or what was found in its place; a {@link Receipt} where `wantsReceipt`.
 */
export async function storeSends(
  tx: Transaction,
  sends: readonly Send[],
  locks: Locks,
  wantsReceipt: (send: Send) => boolean,
): Promise<StoredBatch> {
  const threadIds = [...new Set(sends.map(({ threadId }) => threadId))];
  const keys = sends.map(({ space, idempotency }) => idempotency && { space, ...idempotency });
  const ttlMs = keys.find((key) => key !== undefined)?.ttlMs;
  const withKeys = ttlMs !== undefined;
  const columns = [
    toArray(threadIds),
    toArray(sends.map(({ threadId }) => threadId)),
    toTexts(sends.map(({ space }) => space.appId)),
    toTexts(sends.map(({ space }) => space.tenantId)),
    toTexts(sends.map(({ sender }) => sender.id)),
    toTexts(sends.map(({ sender }) => sender.kind)),
    toTexts(sends.map(({ content }) => content.kind)),
    toTexts(sends.map(({ content }) => content.text)),
    toDocuments(sends.map(({ content }) => content.metadata)),
    toTexts(sends.map(({ content }) => content.customNotify)),
    toArray(sends.map(({ content }) => content.linkCount)),
    toArray(sends.map(({ sender }) => sender.extUserId ?? null)),
    toArray(sends.map(({ content }) => content.replyTo)),
    toTexts(sends.map(({ content }) => toMentions(content))),
    toTexts(sends.map(({ clientMessageId }) => clientMessageId?.id ?? null)),
    toTexts(sends.map(({ clientMessageId }) => clientMessageId?.fingerprint.toString('hex') ?? null)),
    toArray(sends.map(wantsReceipt)),
  ];
  const keyColumns = withKeys
    ? [
        toTexts(keys.map((key) => key?.key ?? null)),
        toTexts(keys.map((key) => key?.fingerprint.toString('hex') ?? null)),
        ttlMs,
      ]
    : [];
  const [, , [stored]] = await Promise.all([
    lockHeadsOfBatch(tx, threadIds, locks),
    withKeys ? lockKeysOfBatch(tx, keys, locks) : undefined,
    tx.query<StoredBatch>(withKeys ? STORE_WITH_KEYS : STORE, [...columns, ...keyColumns]),
  ]);
  return stored ?? { outcomes: [], has_deliveries: false, counters: null };
}

/** A send may be stored when this holds; send-verdict.ts says which code it gets otherwise. */
const IS_ACCEPTED = `head.thread_id is not null and sender.is_active and sender.kind = send.sender_kind
      and twin.seq is null
      and (sender.kind = 'bot' or member.status = 'active')`;

/**
 * The last statement of a batch. `limit 1` makes each look-up one of an index, however few rows the tables had when the
 * statement was planned.
 */
function storeStatement(keys: 'with keys' | 'without keys'): string {
  const ifKeys = (sql: string, otherwise = '') => (keys === 'with keys' ? sql : otherwise);
  return `
with ${CLOCK}, judged as materialized (
  select send.*, clock.at, sender.display_name, sender.avatar_url, sender.ext_user_id as actor, member.status,
    thread.id is not null as has_thread, thread.type as thread_type, head.thread_id is not null as has_head,
    case when sender.kind is not null then json_build_object('kind', sender.kind, 'is_active', sender.is_active) end
      as sender,
    case when twin.seq is not null then to_json(twin) end as twin,
    ${ifKeys(`key is null or n = any(${LOCKED_KEYS})`, 'true')} as has_key,
    ${ifKeys('case when remembered.is_same is not null then to_json(remembered) end', 'null')} as remembered,
    case when accepted.yes then head.last_seq + count(*) filter (where accepted.yes) over (
      partition by thread.id order by n rows unbounded preceding) end as seq
  from rows from (
    unnest($2::bigint[]), ${TEXTS_OF}($3), ${TEXTS_OF}($4), ${TEXTS_OF}($5), ${TEXTS_OF}($6), ${TEXTS_OF}($7),
    ${TEXTS_OF}($8), ${DOCUMENTS_OF}($9), ${TEXTS_OF}($10), unnest($11::int[]), unnest($12::bigint[]), unnest($13::bigint[]),
    ${TEXTS_OF}($14), ${TEXTS_OF}($15), ${TEXTS_OF}($16), unnest($17::boolean[])
    ${ifKeys(`, ${TEXTS_OF}($18), ${TEXTS_OF}($19)`)}
  ) with ordinality as send (thread_id, app_id, tenant_id, sender_id, sender_kind, kind,
    text, metadata, custom_notify, link_count, sender_ext_user_id, reply_to, mentions,
    client_message_id, client_fingerprint, wants_receipt ${ifKeys(', key, fingerprint')}, n)
  cross join clock
  left join lateral (
    select id, type from threads t
    where t.id = send.thread_id and t.app_id = send.app_id and t.tenant_id = send.tenant_id
      and t.deleted_at is null limit 1
  ) thread on true
  left join lateral (
    select u.ext_user_id, u.kind, u.deactivated_at is null as is_active, u.display_name, u.avatar_url from users u
    where u.app_id = send.app_id and u.tenant_id in (send.tenant_id, '') and u.user_id = send.sender_id
      and (u.tenant_id = send.tenant_id or u.kind = 'bot')
      and u.ext_user_id = coalesce(send.sender_ext_user_id, u.ext_user_id) limit 1
  ) sender on true
  left join lateral (
    select member_status(m.state, m.muted_until, m.banned_until) as status from members m
    where m.thread_id = thread.id and m.ext_user_id = sender.ext_user_id limit 1
  ) member on true
  left join lateral (
    select seq, ${isSameAs("decode(send.client_fingerprint, 'hex')")} as is_same from messages m
    where m.thread_id = thread.id and m.sender_ext_user_id = sender.ext_user_id
      and m.client_message_id = send.client_message_id limit 1
  ) twin on true
  left join ${LOCKED_HEADS} on head.thread_id = thread.id
  ${ifKeys(`left join lateral (${rememberedOf('send', '$20')}) remembered on true`)}
  cross join lateral (
    select ${IS_ACCEPTED} ${ifKeys(`and (key is null or n = any(${LOCKED_KEYS})) and remembered.is_same is null`)} as yes
  ) accepted
), accepted as (
  select * from judged where seq is not null
), ${appendMessagesFrom('accepted', '$1', COUNTER_SUMS)}, store as (
  ${insertFrom('accepted')}
) ${ifKeys(`, ${rememberFrom('accepted', `json_build_array(${SENT_MESSAGE})`)}`)}
select json_agg(case
  when seq is not null and wants_receipt then json_build_object('seq', seq,
    'created_at', (extract(epoch from at) * 1000)::bigint, 'ext_user_id', actor::text, 'display_name', display_name,
    'avatar_url', avatar_url, 'reply_preview', ${replyPreviewOf('judged.thread_id', 'judged.reply_to')})
  else coalesce(to_json(seq), json_build_object('has_thread', has_thread, 'has_head', has_head,
  'has_key', has_key, 'remembered', remembered, 'twin', twin, 'sender', sender, 'status', status)) end
  order by n) as outcomes, ${HAS_DELIVERIES} as has_deliveries, case when true = any($17::boolean[]) then (
    select json_object_agg(thread_id, json_build_object(${COUNTERS.map((counter) => `'${counter}', ${counter}`).join(', ')}))
    from advance
  ) end as counters
from judged`;
}

const STORE = storeStatement('without keys');
const STORE_WITH_KEYS = storeStatement('with keys');

import type { ExtUserId, MessageSeq, ThreadId } from '@palaver/protocol/ids';
import type { Metadata } from '@palaver/protocol/message-kinds';
import { type Message, REPLY_PREVIEW_CHARS } from '@palaver/protocol/messages';
import { parseKeepingNumbers } from '../../platform/json.ts';
import { Columns, toBytea } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { PAGE_BYTES, Page } from '../page.ts';
import type { Content } from '../rules/message-content.ts';
import { eraseFromDeliveries } from './deliveries.ts';
import { isSeenBy } from './members.ts';

/** The only module that writes `messages`, beside the batch of sends (`sends.ts`), and `reactions`. */

/** What somebody sends. */
export interface NewMessage {
  content: Content;
  clientMessageId?: ClientMessageId | undefined;
}

/** What a row of `messages` holds of a {@link NewMessage}: a new field is one line here, and its migration. */
export const MESSAGE = new Columns<NewMessage>([
  { name: 'kind', type: 'text', encode: ({ content }) => content.kind },
  { name: 'text', type: 'text', encode: ({ content }) => content.text },
  { name: 'metadata', type: 'json', encode: ({ content }) => content.metadata },
  { name: 'custom_notify', type: 'json or null', encode: ({ content }) => content.customNotify },
  { name: 'link_count', type: 'int', encode: ({ content }) => content.linkCount },
  { name: 'reply_to', type: 'bigint', encode: ({ content }) => content.replyTo },
  { name: 'mentions', type: 'bigint[]', encode: ({ content }) => toMentions(content) },
  { name: 'client_message_id', type: 'text', encode: ({ clientMessageId: own }) => own?.id },
  {
    name: 'client_fingerprint',
    type: 'bytea',
    encode: ({ clientMessageId: own }) => own && toBytea(own.fingerprint),
  },
]);

/** Where a message is stored: as the log of its thread has said. */
export interface NewPlace {
  threadId: ThreadId;
  seq: number;
  at: Date;
}

/** Stores a message, the same one in each place. (Sends to one thread are stored in batches, see `sends.ts`.) */
export async function insertMessage(
  tx: Transaction,
  places: readonly NewPlace[],
  sender: ExtUserId,
  message: NewMessage,
): Promise<void> {
  await tx.query(INSERT, [
    places.map(({ threadId }) => threadId),
    places.map(({ seq }) => seq),
    places.map(({ at }) => at),
    sender,
    ...MESSAGE.parameters([message]),
  ]);
}

const INSERT = `
  insert into messages (thread_id, seq, created_at, sender_ext_user_id, ${MESSAGE.names})
  select place.thread_id, place.seq, place.at, $4, ${MESSAGE.values}
  from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as place (thread_id, seq, at),
    rows from (${MESSAGE.rows(5)}) as message (${MESSAGE.names})`;

/** The literal of a `bigint[]`; null when nobody is mentioned. */
function toMentions({ mentions }: Pick<Content, 'mentions'>): string | null {
  return mentions.length === 0 ? null : `{${mentions.join()}}`;
}

/** Which messages of a thread: those around a number, just before it, or just after it; 'latest' is before the end. */
export interface MessagesPage {
  from: { before: string } | { after: string } | { around: string } | 'latest';
  limit: number;
  /** Of those that are pinned. */
  isPinned: boolean;
}

/**
 * Messages by ascending seq, deleted ones included, as many as fit; undefined when the thread is not in the space, or the
 * viewer may not see it. Around a number are as many before it as from it on, where there are as many.
 */
export async function pageMessages(
  db: Queryable,
  space: Space,
  threadId: ThreadId,
  { from, limit, isPinned }: MessagesPage,
  viewer: ExtUserId | null,
): Promise<Page<Message> | undefined> {
  const { BEFORE, AFTER } = isPinned ? PINNED_PAGE : PAGE;
  const page = async (statement: string, position: string, count: number) => {
    const values = [space.appId, space.tenantId, threadId, position, count, viewer];
    const rows = await db.query<(MessageRow & { found: number }) | { seq: null }>(statement, values);
    const messages = rows.filter((row) => row.seq !== null);
    const hasMore = messages.length < (messages[0]?.found ?? 0);
    return rows.length === 0 ? undefined : new Page(messages.map(toMessage), hasMore);
  };
  if (from === 'latest') return page(BEFORE, MAX_SEQ, limit);
  if ('before' in from) return page(BEFORE, from.before, limit);
  if ('after' in from) return page(AFTER, from.after, limit);
  const position = BigInt(from.around);
  const [before, since] = await Promise.all([
    page(BEFORE, from.around, limit),
    page(AFTER, String(position === 0n ? 0n : position - 1n), limit),
  ]);
  return before && since && middleOf(before, since, limit);
}

/** Of what is before and after a point, `limit` around it: where one side has too few, more of the other. */
function middleOf(before: Page<Message>, since: Page<Message>, limit: number): Page<Message> {
  const half = Math.floor(limit / 2);
  const left = Math.min(before.items.length, Math.max(half, limit - since.items.length));
  const items = [...before.items.slice(before.items.length - left), ...since.items.slice(0, limit - left)];
  const isAll = items.length === before.items.length + since.items.length;
  return new Page(items, !isAll || before.hasMore || since.hasMore);
}

/** A message, deleted or not, with what only we need of it. */
export interface StoredMessage {
  shown: Message;
  linkCount: number;
  /** JSON; null when there is none. */
  customNotify: string | null;
}

export async function findMessage(
  db: Queryable,
  threadId: ThreadId,
  seq: MessageSeq | number,
  viewer: ExtUserId | null,
): Promise<StoredMessage | undefined> {
  const [row] = await db.query<MessageRow & { link_count: number; custom_notify: string | null }>(
    `select ${shownTo('$3')}, m.link_count, m.custom_notify::text from messages m ${SENDER} where m.thread_id = $1 and m.seq = $2`,
    [threadId, seq, viewer],
  );
  return row && { shown: toMessage(row), linkCount: row.link_count, customNotify: row.custom_notify };
}

const MAX_SEQ = String(2n ** 63n - 1n);

/** A message in {@link shownTo}'s columns, as the driver or JSON hands it over: ids are text, times milliseconds. */
export interface MessageRow {
  thread_id: ThreadId;
  seq: string | number;
  kind: Message['kind'];
  text: string;
  /** JSON as it was sent: the driver would parse numbers that a double cannot hold. */
  metadata: string;
  sender_kind: 'user' | 'bot';
  user_id: string;
  ext_user_id: ExtUserId;
  display_name: string;
  avatar_url: string;
  client_message_id: string;
  reply_to: number | null;
  reply_preview: Message['reply_preview'];
  mentions: ExtUserId[];
  reactions: Message['reactions'];
  pinned_at: number | null;
  created_at: number;
  edited_at: number | null;
  deleted_at: number | null;
}

export const toMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

/** To aggregate nothing takes longer than all the rest, and most messages have no reaction. */
export const ifReacted = (aggregate: string, otherwise: string) => `case when exists (
    select from reactions r where r.thread_id = m.thread_id and r.message_seq = m.seq
  ) then ${aggregate} else ${otherwise} end`;

/**
 * What a message answers, as it is now, by its thread and `reply_to`. It is looked up where there is such a message only:
 * most are no answers.
 */
export const replyPreviewOf = (threadId: string, replyTo: string) => `case when ${replyTo} is not null then (
    select json_build_object('seq', quoted.seq, 'kind', quoted.kind, 'sender', json_build_object('type', author.kind,
      'ext_user_id', author.ext_user_id::text, 'display_name', author.display_name),
      'text', left(quoted.text, ${REPLY_PREVIEW_CHARS}), 'deleted_at', ${toMs('quoted.deleted_at')})
    from messages quoted join users author on author.ext_user_id = quoted.sender_ext_user_id
    where quoted.thread_id = ${threadId} and quoted.seq = ${replyTo} limit 1
  ) end`;

/** The reactions of a message `m`; `viewer` is the parameter of who sees them. */
export const reactionsTo = (viewer: string) =>
  ifReacted(
    `(
    select json_agg(json_build_object('key', key, 'count', count, 'mine', mine) order by first_at, key)
    from (
      select key, count(*) as count, coalesce(bool_or(ext_user_id = ${viewer}), false) as mine, min(created_at) as first_at
      from reactions r where r.thread_id = m.thread_id and r.message_seq = m.seq group by key
    ) reaction
  )`,
    "'[]'",
  );

/** The columns of a message `m` with its {@link SENDER}; `viewer` is the parameter of who sees it. */
export const shownTo = (
  viewer: string,
) => `m.thread_id::text, m.seq, m.kind, m.text, m.metadata::text as metadata,
  u.kind as sender_kind, u.user_id, u.ext_user_id::text, u.display_name, u.avatar_url,
  coalesce(m.client_message_id, '') as client_message_id, m.reply_to::float8,
  ${replyPreviewOf('m.thread_id', 'm.reply_to')} as reply_preview, coalesce(m.mentions, '{}')::text[] as mentions,
  ${toMs('m.pinned_at')} as pinned_at, ${toMs('m.created_at')} as created_at, ${toMs('m.edited_at')} as edited_at,
  ${toMs('m.deleted_at')} as deleted_at, ${reactionsTo(viewer)} as reactions`;
export const SENDER = 'join users u on u.ext_user_id = m.sender_ext_user_id';

/** What is large in a message. */
const BYTES = 'octet_length(text) + octet_length(metadata) + octet_length(avatar_url)';

// A thread without messages on this page has one row, of nulls.
const pageOf = (position: string, order: string, condition: string) => `
  select message.* from threads t
  left join lateral (
    select * from (
      select *, row_number() over nearest_first as place, count(*) over ()::int as found,
        sum(${BYTES}) over nearest_first - (${BYTES}) as bytes_before
      from (
        select ${shownTo('$6')} from messages m ${SENDER}
        where m.thread_id = t.id and m.seq ${position} ${condition} order by m.seq ${order} limit $5 + 1
      ) near window nearest_first as (order by seq ${order})
    ) counted where place <= $5 and bytes_before < ${PAGE_BYTES}
  ) message on true
  where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null and ${isSeenBy('t.id', '$6')}
  order by message.seq`;
const pagesOf = (condition: string) => ({
  BEFORE: pageOf('< $4', 'desc', condition),
  AFTER: pageOf('> $4', 'asc', condition),
});
const PAGE = pagesOf('');
const PINNED_PAGE = pagesOf('and m.pinned_at is not null');

export function toMessage(row: MessageRow): Message {
  const { sender_kind: type, user_id: id } = row;
  return {
    id: `${row.thread_id}.${row.seq}`,
    thread_id: row.thread_id,
    seq: Number(row.seq),
    kind: row.kind,
    sender: {
      type,
      user_id: type === 'user' ? id : '',
      ext_user_id: row.ext_user_id,
      bot_id: type === 'bot' ? id : '',
      display_name: row.display_name,
      avatar_url: row.avatar_url,
    },
    body: {
      text: row.text,
      metadata: row.deleted_at === null ? [parseKeepingNumbers(row.metadata) as Metadata] : [],
    },
    client_message_id: row.client_message_id,
    reply_to: row.reply_to,
    reply_preview: row.reply_preview,
    mentions: row.mentions,
    reactions: row.reactions,
    pinned_at: row.pinned_at,
    created_at: row.created_at,
    edited_at: row.edited_at,
    deleted_at: row.deleted_at,
  };
}

/**
 * Whether what is sent with a `client_message_id` is what the message `m` was sent as. Of a deleted one nobody knows any
 * more: it takes every repeat.
 */
export const isSameAs = (fingerprint: string) =>
  `coalesce(m.client_fingerprint = ${fingerprint}, m.deleted_at is not null)`;

/** The message that a sender has sent with this id of their own. */
export async function findByClientMessageId(
  db: Queryable,
  threadId: ThreadId,
  sender: ExtUserId,
  { id, fingerprint }: ClientMessageId,
): Promise<{ seq: number; is_same: boolean } | undefined> {
  const [found] = await db.query<{ seq: string; is_same: boolean }>(
    `select seq, ${isSameAs('$4')} as is_same from messages m
     where thread_id = $1 and sender_ext_user_id = $2 and client_message_id = $3`,
    [threadId, sender, id, fingerprint],
  );
  return found && { ...found, seq: Number(found.seq) };
}

/** The id that a client gives to a message before it sends it, and the SHA-256 of all that it sends with it. */
export interface ClientMessageId {
  id: string;
  fingerprint: Buffer;
}

/** Adds a reaction; false when it is there already. */
export async function addReaction(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  user: ExtUserId,
  key: string,
): Promise<boolean> {
  const added = await tx.query(
    `insert into reactions (thread_id, message_seq, ext_user_id, key) values ($1, $2, $3, $4)
     on conflict do nothing returning key`,
    [threadId, seq, user, key],
  );
  return added.length > 0;
}

/** Takes a reaction away; false when it is not there. */
export async function removeReaction(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  user: ExtUserId,
  key: string,
): Promise<boolean> {
  const removed = await tx.query(
    `delete from reactions where thread_id = $1 and message_seq = $2 and ext_user_id = $3 and key = $4 returning key`,
    [threadId, seq, user, key],
  );
  return removed.length > 0;
}

export async function setContent(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  content: Pick<Content, 'text' | 'metadata' | 'linkCount'>,
): Promise<void> {
  await tx.query(
    `update messages set text = $3, metadata = $4, link_count = $5, edited_at = clock_timestamp()
     where thread_id = $1 and seq = $2`,
    [threadId, seq, content.text, content.metadata, content.linkCount],
  );
}

/**
 * Takes out what the message said, for good, wherever it is stored: only that it was there remains, and how its sender
 * has called it.
 */
export async function eraseMessage(tx: Transaction, threadId: ThreadId, seq: number): Promise<void> {
  await tx.query(
    `update messages set text = '', metadata = '{}', custom_notify = null, link_count = 0, reply_to = null,
       mentions = null, pinned_at = null, client_fingerprint = null, deleted_at = clock_timestamp()
     where thread_id = $1 and seq = $2`,
    [threadId, seq],
  );
  await tx.query('delete from reactions where thread_id = $1 and message_seq = $2', [threadId, seq]);
  await eraseFromDeliveries(tx, threadId, seq);
}

export async function setPinned(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  isPinned: boolean,
): Promise<void> {
  await tx.query(
    'update messages set pinned_at = case when $3 then clock_timestamp() end where thread_id = $1 and seq = $2',
    [threadId, seq, isPinned],
  );
}

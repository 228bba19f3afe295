import type { FileId } from '@palaver/protocol/files';
import type { ExtUserId, MessageSeq, ThreadId } from '@palaver/protocol/ids';
import type { Metadata } from '@palaver/protocol/message-kinds';
import { type Message, REPLY_PREVIEW_CHARS } from '@palaver/protocol/messages';
import { parseKeepingNumbers } from '../../platform/json.ts';
import { type Column, Columns, toBytea } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Content } from '../rules/message-content.ts';
import { eraseFromEvents } from './events.ts';
import { removeReactionsTo } from './reactions.ts';

/** The only module that changes `messages`; `thread-log.ts` and `sends.ts` add messages. */

/** A message to store. */
export interface NewMessage {
  content: Content;
  clientMessageId?: ClientMessageId | undefined;
  /** The sender is no member, but a user of the support desk who may write. */
  asSupport?: true | undefined;
}

/** The columns that store a {@link NewMessage}, by how often messages have them: a new field takes one line here and a migration. */
export const MESSAGE_COLUMNS = {
  usual: [
    { name: 'kind', type: 'text', encode: ({ content }) => content.kind },
    { name: 'text', type: 'text', encode: ({ content }) => content.text },
    { name: 'metadata', type: 'json', encode: ({ content }) => content.metadata },
    { name: 'link_count', type: 'int', encode: ({ content }) => content.linkCount },
  ],
  clientIds: [
    { name: 'client_message_id', type: 'text', encode: ({ clientMessageId: own }) => own?.id },
    {
      name: 'client_fingerprint',
      type: 'bytea',
      encode: ({ clientMessageId: own }) => own && toBytea(own.fingerprint),
    },
  ],
  rare: [
    { name: 'custom_notify', type: 'json or null', encode: ({ content }) => content.customNotify },
    { name: 'file_id', type: 'text', encode: ({ content }) => content.fileId },
    { name: 'reply_to', type: 'bigint', encode: ({ content }) => content.replyTo },
    { name: 'mentions', type: 'bigint[]', encode: ({ content }) => toMentions(content) },
    { name: 'as_support', type: 'boolean', encode: ({ asSupport }) => asSupport },
  ],
} as const satisfies Record<string, readonly Column<NewMessage>[]>;

export const MESSAGE = new Columns<NewMessage>(Object.values(MESSAGE_COLUMNS).flat());

/** The literal of a `bigint[]`; null without mentions. */
function toMentions({ mentions }: Pick<Content, 'mentions'>): string | null {
  return mentions.length === 0 ? null : `{${mentions.join()}}`;
}

/** A message, deleted or not, with fields that the API does not show. */
export interface StoredMessage {
  shown: Message;
  linkCount: number;
  /** JSON; null when there is none. */
  customNotify: string | null;
  /** The file that it names. */
  fileId: FileId | null;
}

export async function findMessage(
  db: Queryable,
  threadId: ThreadId,
  seq: MessageSeq | number,
  viewer: ExtUserId | null,
): Promise<StoredMessage | undefined> {
  const [row] = await db.query<MessageRow & UnshownColumns>(
    `select ${shownTo('$3')}, m.link_count, m.custom_notify::text, m.file_id from messages m ${SENDER} where m.thread_id = $1 and m.seq = $2`,
    [threadId, seq, viewer],
  );
  if (row === undefined) return undefined;
  const { link_count: linkCount, custom_notify: customNotify, file_id: fileId } = row;
  return { shown: toMessage(row), linkCount, customNotify, fileId };
}

/** Whom a message mentions; nobody if there is no such message. */
export async function mentionsOf(
  db: Queryable,
  threadId: ThreadId,
  seq: MessageSeq,
): Promise<readonly ExtUserId[]> {
  const [row] = await db.query<{ mentions: ExtUserId[] }>(
    `select coalesce(mentions, '{}')::text[] as mentions from messages where thread_id = $1 and seq = $2`,
    [threadId, seq],
  );
  return row?.mentions ?? [];
}

interface UnshownColumns {
  link_count: number;
  custom_notify: string | null;
  file_id: FileId | null;
}

export const MAX_SEQ = String(2n ** 63n - 1n);

/** A message in the columns of {@link shownTo}, from the driver or from JSON: ids are texts, times milliseconds. */
export interface MessageRow {
  thread_id: ThreadId;
  seq: string | number;
  kind: Message['kind'];
  text: string;
  /** JSON as it was sent, because parsing in the driver would lose digits of large numbers. */
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
  as_support: boolean | null;
}

export const toMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;

/** Aggregates only if there are reactions: most messages have none, and an empty aggregate costs more than all the rest. */
export const ifReacted = (aggregate: string, otherwise: string) => `case when exists (
    select from reactions r where r.thread_id = m.thread_id and r.message_seq = m.seq
  ) then ${aggregate} else ${otherwise} end`;

/**
 * A user by key, of an expression. `limit 1` makes it a look-up in the index, however few rows the table had when the statement was planned:
 * PostgreSQL may join tiny tables by reading all of one for each row of the other, and a connection keeps such a plan while they grow.
 */
export function userOf(extUserId: string): string {
  return `lateral (select one.* from users one where one.ext_user_id = ${extUserId} limit 1)`;
}

/**
 * The preview of the message that a reply quotes, as it is now. It is looked up only for replies, because most messages are
 * none.
 */
export const replyPreviewOf = (threadId: string, replyTo: string) => `case when ${replyTo} is not null then (
    select json_build_object('seq', quoted.seq, 'kind', quoted.kind, 'sender', json_build_object('type', author.kind,
      'ext_user_id', author.ext_user_id::text, 'display_name', author.display_name),
      'text', left(quoted.text, ${REPLY_PREVIEW_CHARS}), 'deleted_at', ${toMs('quoted.deleted_at')})
    from messages quoted cross join ${userOf('quoted.sender_ext_user_id')} author
    where quoted.thread_id = ${threadId} and quoted.seq = ${replyTo} limit 1
  ) end`;

/**
 * The key by which reactions are grouped. (A user may have several with the same: spellings of an emoji that a server of the former
 * version has stored.)
 */
export const SHOWN_KEY = 'coalesce(r.canonical_key, r.key)';

/** The reactions of a message `m`; `viewer` is the parameter of the viewer. */
export const reactionsTo = (viewer: string) =>
  ifReacted(
    `(
    select json_agg(json_build_object('key', key, 'count', count, 'mine', mine) order by first_at, key)
    from (
      select ${SHOWN_KEY} as key, count(distinct ext_user_id) as count,
        coalesce(bool_or(ext_user_id = ${viewer}), false) as mine, min(created_at) as first_at
      from reactions r where r.thread_id = m.thread_id and r.message_seq = m.seq group by 1
    ) reaction
  )`,
    "'[]'",
  );

/** The columns of a message `m` with its {@link SENDER}; `viewer` is the parameter of the viewer. */
export const shownTo = (
  viewer: string,
) => `m.thread_id::text, m.seq, m.kind, m.text, m.metadata::text as metadata,
  u.kind as sender_kind, u.user_id, u.ext_user_id::text, u.display_name, u.avatar_url,
  coalesce(m.client_message_id, '') as client_message_id, m.reply_to::float8,
  ${replyPreviewOf('m.thread_id', 'm.reply_to')} as reply_preview, coalesce(m.mentions, '{}')::text[] as mentions,
  ${toMs('m.pinned_at')} as pinned_at, ${toMs('m.created_at')} as created_at, ${toMs('m.edited_at')} as edited_at,
  ${toMs('m.deleted_at')} as deleted_at, m.as_support, ${reactionsTo(viewer)} as reactions`;
export const SENDER = `cross join ${userOf('m.sender_ext_user_id')} u`;

/** The size of the large columns of a message. */
export const MESSAGE_BYTES = 'octet_length(text) + octet_length(metadata) + octet_length(avatar_url)';

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
    ...(row.as_support === true ? { as: 'support' } : {}),
  };
}

/**
 * Whether a request with a `client_message_id` matches the one that stored the message `m`. A deleted message has no
 * fingerprint and matches every repeat.
 */
export const isSameAs = (fingerprint: string) =>
  `coalesce(m.client_fingerprint = ${fingerprint}, m.deleted_at is not null)`;

/** Finds the message of a sender by its client id. */
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

/** The id that a client gives to a message before sending it, and the SHA-256 of the whole request. */
export interface ClientMessageId {
  id: string;
  fingerprint: Uint8Array;
}

export async function setContent(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  content: Pick<Content, 'text' | 'metadata' | 'linkCount' | 'fileId' | 'mentions'>,
): Promise<void> {
  await tx.query(
    `update messages set text = $3, metadata = $4, link_count = $5, file_id = $6, mentions = $7,
       edited_at = clock_timestamp()
     where thread_id = $1 and seq = $2`,
    [
      ...[threadId, seq, content.text, content.metadata, content.linkCount, content.fileId],
      toMentions(content),
    ],
  );
}

/**
 * Erases the content of a message for good, wherever it is stored. Its existence and its client id remain.
 */
export async function eraseMessage(tx: Transaction, threadId: ThreadId, seq: number): Promise<void> {
  await tx.query(
    `update messages set text = '', metadata = '{}', custom_notify = null, link_count = 0, reply_to = null,
       file_id = null, mentions = null, pinned_at = null, client_fingerprint = null, deleted_at = clock_timestamp()
     where thread_id = $1 and seq = $2`,
    [threadId, seq],
  );
  await removeReactionsTo(tx, threadId, seq);
  await eraseFromEvents(tx, threadId, seq);
}

/** Lets the messages of a thread from one `seq` to another (undefined: to the end) name no files. */
export async function clearFiles(
  tx: Transaction,
  threadId: ThreadId,
  from: string,
  last: string | undefined,
): Promise<void> {
  await tx.query(
    `update messages set file_id = null
     where thread_id = $1 and seq between $2 and $3 and file_id is not null`,
    [threadId, from, last ?? MAX_SEQ],
  );
}

/** The place of a message. */
export interface MessageKey {
  thread_id: ThreadId;
  seq: string;
}

export interface StoredMetadata extends MessageKey {
  /** JSON. */
  metadata: string;
}

const METADATA = new Columns<StoredMetadata>([
  { name: 'thread_id', type: 'bigint', encode: ({ thread_id: id }) => id },
  { name: 'seq', type: 'bigint', encode: ({ seq }) => seq },
  { name: 'metadata', type: 'json', encode: ({ metadata }) => metadata },
]);

/** Lets messages name no files, and show this metadata. (They are not edited by it.) */
export async function showGone(tx: Transaction, messages: readonly StoredMetadata[]): Promise<void> {
  await tx.query(
    `update messages m set metadata = gone.metadata, file_id = null
     from rows from (${METADATA.rows(1)}) as gone (${METADATA.names})
     where m.thread_id = gone.thread_id and m.seq = gone.seq`,
    METADATA.parameters(messages),
  );
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

import type { ExtUserId, MessageSeq, ThreadId } from '@palaver/protocol/ids';
import type { Message, Metadata } from '@palaver/protocol/messages';
import { parseKeepingNumbers } from '../../platform/json.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import type { Content } from './content.ts';

/** The only module that writes `messages`. */

export interface NewMessage {
  threadId: ThreadId;
  /** As the thread's log has given it. */
  seq: number;
  sender: ExtUserId;
  content: Content;
}

export async function insertMessages(tx: Transaction, messages: readonly NewMessage[]): Promise<void> {
  const rows = messages.map(({ threadId, seq, sender, content }) => ({
    thread_id: threadId,
    seq,
    actor: sender,
    kind: content.kind,
    text: content.text,
    metadata: content.metadata,
    custom_notify: content.customNotify,
    link_count: content.linkCount,
  }));
  await tx.query(INSERT, [JSON.stringify(rows)]);
}

const INSERT = `
  with new as (
    select * from json_to_recordset($1) as new (thread_id bigint, seq bigint, actor bigint, kind text, text text,
      metadata text, custom_notify text, link_count int)
  )
  ${insertFrom('new')}`;

/** Part of a statement: stores a message for each row of its step `source`; `actor` is the sender. */
export function insertFrom(source: string): string {
  return `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, custom_notify, link_count)
    select thread_id, seq, actor, kind, text, metadata::json, custom_notify::json, link_count from ${source}`;
}

/** Which messages of a thread: those just before a number, or just after it; 'latest' is before the end. */
export interface MessagesPage {
  from: { before: string } | { after: string } | 'latest';
  limit: number;
}

/** Messages by ascending seq, deleted ones included; undefined when the thread is not in the space. */
export async function pageMessages(
  db: Queryable,
  space: Space,
  threadId: ThreadId,
  { from, limit }: MessagesPage,
): Promise<Message[] | undefined> {
  const isForward = typeof from === 'object' && 'after' in from;
  const position = from === 'latest' ? MAX_SEQ : isForward ? from.after : from.before;
  const rows = await db.query<MessageRow | { seq: null }>(isForward ? PAGE_AFTER : PAGE_BEFORE, [
    space.appId,
    space.tenantId,
    threadId,
    position,
    limit,
  ]);
  return rows.length === 0 ? undefined : rows.filter((row) => row.seq !== null).map(toMessage);
}

/** A message, deleted or not, with what only we need of it. */
export interface StoredMessage {
  shown: Message;
  linkCount: number;
}

export async function findMessage(
  db: Queryable,
  threadId: ThreadId,
  seq: MessageSeq,
): Promise<StoredMessage | undefined> {
  const [row] = await db.query<MessageRow & { link_count: number }>(
    `select ${SHOWN}, m.link_count from messages m ${SENDER} where m.thread_id = $1 and m.seq = $2`,
    [threadId, seq],
  );
  return row && { shown: toMessage(row), linkCount: row.link_count };
}

const MAX_SEQ = String(2n ** 63n - 1n);

interface MessageRow {
  thread_id: ThreadId;
  seq: string;
  kind: Message['kind'];
  text: string;
  /** JSON as it was sent: the driver would parse numbers that a double cannot hold. */
  metadata: string;
  sender_kind: 'user' | 'bot';
  user_id: string;
  ext_user_id: ExtUserId;
  display_name: string;
  avatar_url: string;
  pinned_at: Date | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

const SHOWN = `m.thread_id, m.seq, m.kind, m.text, m.metadata::text as metadata, u.kind as sender_kind, u.user_id,
  u.ext_user_id, u.display_name, u.avatar_url, m.pinned_at, m.created_at, m.edited_at, m.deleted_at`;
const SENDER = 'join users u on u.ext_user_id = m.sender_ext_user_id';

// A thread without messages on this page has one row, of nulls.
const pageOf = (condition: string, order: string) => `
  select message.* from threads t
  left join lateral (
    select ${SHOWN} from messages m ${SENDER}
    where m.thread_id = t.id and m.seq ${condition} order by m.seq ${order} limit $5
  ) message on true
  where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null
  order by message.seq`;
const PAGE_BEFORE = pageOf('< $4', 'desc');
const PAGE_AFTER = pageOf('> $4', 'asc');

function toMessage(row: MessageRow): Message {
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
    pinned_at: row.pinned_at?.getTime() ?? null,
    created_at: row.created_at.getTime(),
    edited_at: row.edited_at?.getTime() ?? null,
    deleted_at: row.deleted_at?.getTime() ?? null,
  };
}

export async function setContent(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  content: Omit<Content, 'customNotify' | 'kind'>,
): Promise<void> {
  await tx.query(
    `update messages set text = $3, metadata = $4, link_count = $5, edited_at = clock_timestamp()
     where thread_id = $1 and seq = $2`,
    [threadId, seq, content.text, content.metadata, content.linkCount],
  );
}

/** Takes out what the message said, for good: only that it was there remains. */
export async function eraseMessage(tx: Transaction, threadId: ThreadId, seq: number): Promise<void> {
  await tx.query(
    `update messages set text = '', metadata = '{}', custom_notify = null, link_count = 0, pinned_at = null,
       deleted_at = clock_timestamp()
     where thread_id = $1 and seq = $2`,
    [threadId, seq],
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

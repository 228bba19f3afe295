import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
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

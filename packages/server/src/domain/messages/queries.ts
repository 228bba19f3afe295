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
  const column = <T>(value: (message: NewMessage) => T) => messages.map(value);
  await tx.query(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, custom_notify, link_count)
     select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::json[], $7::json[],
       $8::int[])`,
    [
      column(({ threadId }) => threadId),
      column(({ seq }) => seq),
      column(({ sender }) => sender),
      column(({ content }) => content.kind),
      column(({ content }) => content.text),
      column(({ content }) => content.metadata),
      column(({ content }) => content.customNotify),
      column(({ content }) => content.linkCount),
    ],
  );
}

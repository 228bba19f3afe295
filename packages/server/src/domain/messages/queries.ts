import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Transaction } from '../../storage/database.ts';
import type { Content } from './content.ts';

/** The only module that writes `messages`. */

/** Stores one message in each of the threads, under the `seq` that the log has given. */
export async function insertMessages(
  tx: Transaction,
  seqOfThread: ReadonlyMap<ThreadId, number>,
  sender: ExtUserId,
  content: Content,
): Promise<void> {
  await tx.query(
    `insert into messages (thread_id, seq, sender_ext_user_id, kind, text, metadata, custom_notify, link_count)
     select thread_id, seq, $3, $4, $5, $6, $7, $8 from unnest($1::bigint[], $2::bigint[]) as new (thread_id, seq)`,
    [
      [...seqOfThread.keys()],
      [...seqOfThread.values()],
      sender,
      content.kind,
      content.text,
      JSON.stringify(content.metadata),
      content.customNotify === undefined ? null : JSON.stringify(content.customNotify),
      content.linkCount,
    ],
  );
}

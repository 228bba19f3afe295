import type { MessageSeq, ThreadId } from '@palaver/protocol/ids';
import { eraseContent, findUnerased } from '../domain/records/events.ts';
import type { Transaction } from '../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../storage/plan-settings.ts';
import type { Consumer, RelayedEvent } from './consumer.ts';

/**
 * Removes the content of deleted messages from stored events, as far as the deletion did not (`domain/records/events.ts`), and from
 * what consumers store of them: a limited number at a time, because a message may have any number of replies and reactions. Nobody
 * is shown the content meanwhile.
 */

/** Deleted messages of one transaction. */
const MOST_MESSAGES = 50;
/** Replies of one look. */
const MOST_REPLIES = 200;
/** Events of one transaction. */
const MOST_EVENTS = 500;
/** Soon tried again; meanwhile the relay goes on. */
const LOCK_TIMEOUT = '200ms';

export const isDeletion = ({ type }: RelayedEvent) => type === 'message.deleted';

/** Remembers the deleted messages of these events, in the transaction that stores the events. */
export async function recordErasures(tx: Transaction, events: readonly RelayedEvent[]): Promise<void> {
  const deletions = events.filter(isDeletion);
  if (deletions.length === 0) return;
  await tx.query(RECORD, [
    deletions.map(({ thread_id }) => thread_id),
    deletions.map(({ message_seq }) => message_seq),
  ]);
}

const RECORD = `
  insert into erasures (thread_id, message_seq)
  select * from unnest($1::bigint[], $2::bigint[]) as deleted (thread_id, message_seq)`;

/** A deleted message; events of replies up to `reached` are done. */
interface Erasure {
  id: string;
  thread_id: ThreadId;
  message_seq: MessageSeq;
  reached: string;
}

/** Erases the next events. Resolves to whether there may be more. */
export async function eraseSome(tx: Transaction, consumers: readonly Consumer[]): Promise<boolean> {
  await tx.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await tx.query(KEEP_INDEX_PLAN);
  const erasures = await tx.query<Erasure>(`select * from erasures order by id limit ${MOST_MESSAGES}`);
  let room = MOST_EVENTS;
  for (const erasure of erasures) {
    const replies = await tx.query<{ seq: string }>(REPLIES, [
      erasure.thread_id,
      erasure.message_seq,
      erasure.reached,
    ]);
    const seqs = replies.map(({ seq }) => seq);
    const messages = erasure.reached === '0' ? [erasure.message_seq, ...seqs] : seqs;
    const places = await findUnerased(tx, erasure.thread_id, messages, room);
    const erased = await eraseContent(tx, places);
    for (const { erase } of consumers) await erase?.(tx, erased);
    room -= erased.length;
    if (room === 0) return true;
    if (replies.length < MOST_REPLIES) await tx.query('delete from erasures where id = $1', [erasure.id]);
    else await tx.query('update erasures set reached = $2 where id = $1', [erasure.id, seqs.at(-1)]);
  }
  return erasures.length > 0;
}

const REPLIES = `
  select seq from messages where thread_id = $1 and reply_to = $2 and seq > $3 order by seq limit ${MOST_REPLIES}`;

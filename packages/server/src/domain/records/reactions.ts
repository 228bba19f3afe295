import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { Columns } from '../../storage/columns.ts';
import type { Transaction } from '../../storage/database.ts';
import { INDEXES_ONLY } from '../../storage/plan-settings.ts';

/** The only module that writes `reactions`. `messages.ts` reads them with their message. */

/** A reaction as it is stored. */
export interface StoredReaction {
  thread_id: ThreadId;
  message_seq: string;
  ext_user_id: ExtUserId;
  key: string;
}

/** The keys of a user's reactions to a message as they are stored; servers of the former version store other spellings. */
export async function findKeysOf(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  user: ExtUserId,
): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    'select key from reactions where thread_id = $1 and message_seq = $2 and ext_user_id = $3 order by created_at, key',
    [threadId, seq, user],
  );
  return rows.map(({ key }) => key);
}

/** Adds a reaction that the user has not given yet, with a canonical key. */
export async function addReaction(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  user: ExtUserId,
  key: string,
): Promise<void> {
  await tx.query(
    `insert into reactions (thread_id, message_seq, ext_user_id, key, canonical_key) values ($1, $2, $3, $4, $4)`,
    [threadId, seq, user, key],
  );
}

/** Removes a reaction, with its key as it is stored. */
export async function removeReaction(
  tx: Transaction,
  threadId: ThreadId,
  seq: number,
  user: ExtUserId,
  key: string,
): Promise<void> {
  await tx.query(
    'delete from reactions where thread_id = $1 and message_seq = $2 and ext_user_id = $3 and key = $4',
    [threadId, seq, user, key],
  );
}

/** Removes all reactions to a message. */
export async function removeReactionsTo(tx: Transaction, threadId: ThreadId, seq: number): Promise<void> {
  await tx.query('delete from reactions where thread_id = $1 and message_seq = $2', [threadId, seq]);
}

/** Reactions without a canonical key, locked until the end of the transaction; those that another one has locked are left out. */
export async function findAndLockUncanonical(tx: Transaction, limit: number): Promise<StoredReaction[]> {
  await tx.query(INDEXES_ONLY);
  return tx.query<StoredReaction>(
    `select thread_id, message_seq, ext_user_id, key from reactions where canonical_key is null
     order by thread_id, message_seq, key, ext_user_id limit $1 for no key update skip locked`,
    [limit],
  );
}

/** A reaction, and the canonical form of its key. */
export interface CanonicalReaction extends StoredReaction {
  canonical: string;
}

const CANONICAL = new Columns<CanonicalReaction>([
  { name: 'thread_id', type: 'bigint', encode: ({ thread_id: id }) => id },
  { name: 'message_seq', type: 'bigint', encode: ({ message_seq: seq }) => seq },
  { name: 'ext_user_id', type: 'bigint', encode: ({ ext_user_id: user }) => user },
  { name: 'key', type: 'text', encode: ({ key }) => key },
  { name: 'canonical', type: 'text', encode: ({ canonical }) => canonical },
]);

/** Stores the canonical keys of these reactions, which the transaction has locked. */
export async function setCanonicalKeys(
  tx: Transaction,
  reactions: readonly CanonicalReaction[],
): Promise<void> {
  await tx.query(
    `update reactions r set canonical_key = made.canonical
     from rows from (${CANONICAL.rows(1)}) as made (${CANONICAL.names})
     where r.thread_id = made.thread_id and r.message_seq = made.message_seq and r.ext_user_id = made.ext_user_id
       and r.key = made.key`,
    CANONICAL.parameters(reactions),
  );
}

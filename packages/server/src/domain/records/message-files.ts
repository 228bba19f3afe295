import type { FileId } from '@palaver/protocol/files';
import type { ThreadId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { MessageKey, StoredMetadata } from './messages.ts';

/** Finds, page by page, which messages name files that are to go; `messages.ts` changes them. */

/** What up to `limit` messages of a thread, from a `seq` on, name. */
export interface NamedFiles {
  ids: FileId[];
  /** The `seq` of the last of these messages; undefined if there are fewer than `limit`. */
  last: string | undefined;
}

export async function pageFiles(
  tx: Transaction,
  threadId: ThreadId,
  from: string,
  limit: number,
): Promise<NamedFiles> {
  const rows = await tx.query<{ seq: string; file_id: FileId | null }>(
    'select seq, file_id from messages where thread_id = $1 and seq >= $2 order by seq limit $3',
    [threadId, from, limit],
  );
  const ids = new Set(rows.flatMap(({ file_id: id }) => id ?? []));
  return { ids: [...ids], last: rows.length < limit ? undefined : rows.at(-1)?.seq };
}

/**
 * Up to `limit` messages for each of these files that name it. (It reads from the file on and then leaves out others, so that its plan
 * uses the index, see `IS_SHARED_WITH` in `files.ts`.)
 */
export async function findNaming(
  db: Queryable,
  files: readonly FileId[],
  limit: number,
): Promise<MessageKey[]> {
  return db.query<MessageKey>(
    `select near.thread_id, near.seq from unnest($1::text[]) as file (id) cross join lateral (
       select m.file_id, m.thread_id, m.seq from messages m
       where m.file_id >= file.id and m.deleted_at is null order by m.file_id, m.thread_id limit $2
     ) near where near.file_id = file.id`,
    [files, limit],
  );
}

/** Those of the messages that still name one of these files, with their metadata. */
export async function readNaming(
  tx: Transaction,
  keys: readonly MessageKey[],
  files: readonly FileId[],
): Promise<StoredMetadata[]> {
  return tx.query<StoredMetadata>(
    `select m.thread_id, m.seq, m.metadata::text as metadata
     from unnest($1::bigint[], $2::bigint[]) as named (thread_id, seq) join messages m using (thread_id, seq)
     where m.file_id = any($3) and m.deleted_at is null`,
    [keys.map(({ thread_id: id }) => id), keys.map(({ seq }) => seq), files],
  );
}

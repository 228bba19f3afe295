import type { FileId } from '@palaver/protocol/files';
import type { ThreadId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { PAGE_BYTES } from '../page.ts';
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

/** Where to look for messages that name a file: in threads from `from` on. */
export interface NamingSearch {
  id: FileId;
  from: ThreadId | '0';
}

/** A message that names a file. */
export interface Naming extends MessageKey {
  file_id: FileId;
}

/**
 * Up to `limit` messages for each file, by file and thread. (It reads from the file on and then leaves out others, so that its plan uses
 * the index, see `IS_SHARED_WITH` in `files.ts`. `from` passes over the entries that the index still has of changed messages.)
 */
export async function findNaming(
  db: Queryable,
  files: readonly NamingSearch[],
  limit: number,
): Promise<Naming[]> {
  return db.query<Naming>(
    `select near.* from unnest($1::text[], $2::bigint[]) as file (id, thread_id) cross join lateral (
       select m.file_id, m.thread_id, m.seq from messages m
       where (m.file_id, m.thread_id) >= (file.id, file.thread_id) and m.file_id is not null and m.deleted_at is null
       order by m.file_id, m.thread_id limit $3
     ) near where near.file_id = file.id order by near.file_id, near.thread_id`,
    [files.map(({ id }) => id), files.map(({ from }) => from), limit],
  );
}

/** Those of the messages that still name these files, with their metadata, as many as fit. */
export async function readNaming(tx: Transaction, messages: readonly Naming[]): Promise<StoredMetadata[]> {
  return tx.query<StoredMetadata>(
    `select thread_id, seq, metadata from (
       select m.thread_id, m.seq, m.metadata::text as metadata, sum(octet_length(m.metadata::text)) over in_order
         - octet_length(m.metadata::text) as bytes_before
       from unnest($1::bigint[], $2::bigint[], $3::text[]) as named (thread_id, seq, file_id)
       join messages m using (thread_id, seq, file_id)
       where m.deleted_at is null window in_order as (order by m.thread_id, m.seq)
     ) counted where bytes_before < ${PAGE_BYTES}`,
    [
      messages.map(({ thread_id: id }) => id),
      messages.map(({ seq }) => seq),
      messages.map(({ file_id: id }) => id),
    ],
  );
}

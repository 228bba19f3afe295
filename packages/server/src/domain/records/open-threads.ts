import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Queryable } from '../../storage/database.ts';

/** The only module that writes `open_threads` and adds to `closed_threads`. */

/** A row counts for so long after it was stored, unless it is stored again. */
export const OPEN_MS = 60_000;
/** Most expired rows of one statement. */
const MAX_SWEPT = 5_000;

/** What a connection has open. */
export interface OpenThread {
  user: ExtUserId;
  /** The name of the connection, unique over all nodes. */
  connection: string;
  /** Null: the connection has no thread open. */
  threadId: ThreadId | null;
}

/**
 * Stores what connections have open now, each connection once, in place of what they had open. A thread of which the user is
 * no longer a member counts as closed. The notifier learns of threads that are closed.
 */
export async function storeOpenThreads(db: Queryable, open: readonly OpenThread[]): Promise<void> {
  await db.query(STORE, [
    open.map(({ user }) => user),
    open.map(({ connection }) => connection),
    open.map(({ threadId }) => threadId),
    OPEN_MS / 1_000,
  ]);
}

const STORE = `
  with now_open as (
    select named.ext_user_id, named.connection, mine.thread_id
    from unnest($1::bigint[], $2::text[], $3::bigint[]) as named (ext_user_id, connection, thread_id)
    left join user_threads mine
      on mine.ext_user_id = named.ext_user_id and mine.thread_id = named.thread_id and mine.is_member
  ), closed as (
    delete from open_threads o using now_open
    where o.ext_user_id = now_open.ext_user_id and o.connection = now_open.connection
      and o.thread_id is distinct from now_open.thread_id
    returning o.ext_user_id, o.thread_id
  ), noted as (
    insert into closed_threads (ext_user_id, thread_id)
    select ext_user_id, thread_id from closed where exists (select from devices d where d.ext_user_id = closed.ext_user_id)
  )
  insert into open_threads (ext_user_id, thread_id, connection, until)
  select ext_user_id, thread_id, connection, clock_timestamp() + make_interval(secs => $4) from now_open
  where thread_id is not null
  on conflict (ext_user_id, thread_id, connection) do update set until = excluded.until`;

/** Deletes rows that have expired, at most 5,000: those of nodes that have crashed. */
export async function sweepOpenThreads(db: Queryable): Promise<void> {
  await db.query(
    `delete from open_threads where ctid = any (array(
       select ctid from open_threads where until <= clock_timestamp() limit $1 for update skip locked))`,
    [MAX_SWEPT],
  );
}

import type { Transaction } from '../storage/database.ts';

/**
 * The epoch of all positions. A database may lose its latest changes: a backup was restored, or a replica took over that did not have
 * them. It then gives the positions of the lost events to other events. Clients that pull events must detect this.
 *
 * Therefore an epoch belongs to one history of a database. No query can tell that a database was set back. But the files can only be
 * replaced while PostgreSQL is stopped, and a restored dump writes its rows anew. So the history consists of:
 *
 * - the cluster, the timeline of its write-ahead log, and the start of PostgreSQL;
 * - the database, which may be a copy of another one in the same cluster;
 * - the transaction that wrote the row of `event_epoch`.
 *
 * So each start of PostgreSQL begins an epoch, usually without a loss. A client with a former epoch continues if all later epochs
 * began after its position (`epoch_starts`): then the database still has the events that the client has seen. Otherwise an event of a
 * later epoch may have taken the place of one that it has seen.
 */

/** SQL of the history that the database has now, for a row of `event_epoch` that was written by this transaction. */
const historyOf = (writer: string) => `
  (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  || '/' || extract(epoch from pg_postmaster_start_time())
  || '/' || (select oid from pg_database where datname = current_database()) || '/' || ${writer}`;

/** SQL of the history that the database has now, in a statement about `event_epoch`. */
export const HISTORY = historyOf('xmin');

/** How many former epochs are remembered. */
const MOST_FORMER = 1_000;

/** Begins a new epoch if the history is another one than that of the current epoch. */
export async function beginEpoch(tx: Transaction): Promise<void> {
  await tx.query(FIRST);
  const [ended] = await tx.query<{ number: string }>(BEGIN);
  if (ended === undefined) return;
  await tx.query(START_STREAMS, [ended.number]);
  await tx.query('delete from former_epochs where number <= $1::bigint - $2::bigint', [
    ended.number,
    MOST_FORMER,
  ]);
  await tx.query(FORGET_STARTS);
}

const HERE = `database = ${historyOf('pg_current_xact_id()::xid')}`;

// There have been no events yet, so the epoch that clients may have been told stays.
const FIRST = `update event_epoch set ${HERE} where database is null`;

const BEGIN = `
  with ended as (
    update event_epoch set ${HERE},
      previous = epoch, epoch = replace(gen_random_uuid()::text, '-', ''), number = number + 1
    where database is distinct from ${HISTORY}
    returning number - 1 as number, previous as epoch
  )
  insert into former_epochs (number, epoch) select number, epoch from ended
  returning number`;

// Only streams that had events in the epoch that has ended: others still begin where they did.
const START_STREAMS = `
  with lasts as materialized (
    select app_id, epoch_begins,
      greatest(dropped_through, (select max(position) from events e where e.app_id = s.app_id)) as position
    from event_streams s
  ), started as (
    update event_streams s set epoch_begins = lasts.position + 1
    from lasts where s.app_id = lasts.app_id and lasts.position >= lasts.epoch_begins
    returning s.app_id, lasts.epoch_begins as begins
  )
  insert into epoch_starts (app_id, number, begins) select app_id, $1, begins from started`;

// A client after `dropped_through` that a start refuses is also refused by the last start up to there, which is kept.
const FORGET_STARTS = `
  delete from epoch_starts former using event_streams s
  where s.app_id = former.app_id and exists (
    select from epoch_starts later
    where later.app_id = former.app_id and later.number > former.number and later.begins <= s.dropped_through)`;

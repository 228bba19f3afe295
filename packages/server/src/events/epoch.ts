import type { Transaction } from '../storage/database.ts';

/**
 * The epoch of all positions. A database that was restored from a backup, or that failed over to a replica, may have lost
 * events, and assigns their positions to other events. Clients that pull events must detect this.
 *
 * So an epoch belongs to one history of a database. Three values identify the history: the identifier of the cluster, the
 * timeline of its write-ahead log, which changes with every recovery and failover, and the oid of the database.
 */

/** SQL of the history that the database has now. */
export const HISTORY = `
  (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  || '/' || (select oid from pg_database where datname = current_database())`;

/** Begins a new epoch if the history is another one than that of the current epoch. */
export async function beginEpoch(tx: Transaction): Promise<void> {
  const [changed] = await tx.query<{ was: string | null }>(BEGIN);
  if (changed === undefined || changed.was === null) return;
  await tx.query(
    `update event_epoch set previous = epoch, epoch = replace(gen_random_uuid()::text, '-', '')`,
  );
  await tx.query(
    `update event_streams s set epoch_begins = 1 + greatest(s.dropped_through,
       (select max(position) from events e where e.app_id = s.app_id))`,
  );
}

const BEGIN = `
  update event_epoch e set database = ${HISTORY}
  from (select database as was from event_epoch) former
  where e.database is distinct from ${HISTORY}
  returning was`;

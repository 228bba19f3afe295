import type { Transaction } from '../storage/database.ts';

/**
 * The epoch of all positions. A database that was restored from a backup, or that failed over to a replica, may have lost
 * events, and gives their positions to others. Whoever pulls events must learn that.
 *
 * So the epoch belongs to one history of one database: the identifier of the cluster, the timeline of its log, which every
 * recovery and every failover changes, and the database in the cluster.
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

import type { Transaction } from '../storage/database.ts';

/** The partitions of `events`: one for each day, in UTC, so that old events are removed by dropping a table. */

const NO_PARTITION = '23514';

/** Whether a row could not be stored because its day has no partition yet. */
export const isPartitionMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_PARTITION;

/** Creates the partition of today and of tomorrow. Attaching them takes a lock that readers do not wait for. */
export async function createPartitions(tx: Transaction): Promise<void> {
  for (const day of ['now()', `now() + interval '1 day'`]) await tx.query(createPartition(day));
}

/** A statement that creates the partition of a day, unless it exists. `day`: an expression, any time of that day. */
export const createPartition = (day: string): string => `
  do $$
  declare
    day date := ((${day}) at time zone 'UTC')::date;
    name text := 'events_' || to_char(day, 'YYYYMMDD');
  begin
    if to_regclass(name) is null then
      execute format('create table %I (like events including defaults including constraints)', name);
      execute format('alter table events attach partition %I for values from (%L) to (%L)', name,
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    end if;
  end $$`;

/** The days of all partitions, as YYYY-MM-DD, in order. */
export const PARTITION_DAYS = `
  select to_char(to_date(substr(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'events'::regclass and c.relname ~ '^events_[0-9]{8}$' order by 1`;

/**
 * Drops the partitions whose events are all older than `keptMs`, and records for each stream how far its events are gone.
 * Fails with a lock timeout while a long transaction, such as a dump, uses the table.
 */
export async function dropOldPartitions(tx: Transaction, keptMs: number): Promise<void> {
  const old = await tx.query<{ name: string }>(OLD_PARTITIONS, [keptMs / 1_000]);
  for (const { name } of old) {
    // (Before the lock, for which readers wait. The name consists of letters and digits: see OLD_PARTITIONS.)
    await tx.query(
      `update event_streams s set dropped_through = old.last
       from event_streams each
       cross join lateral (select max(position) as last from ${name} where app_id = each.app_id) old
       where s.app_id = each.app_id and s.dropped_through < old.last`,
    );
    await tx.query(`set local lock_timeout = '200ms'`);
    await tx.query(`drop table ${name}`);
  }
}

const OLD_PARTITIONS = `
  select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'events'::regclass and c.relname ~ '^events_[0-9]{8}$'
    and to_date(substr(c.relname, 8), 'YYYYMMDD') + 1
      <= ((now() - make_interval(secs => $1)) at time zone 'UTC')::date
  order by 1`;

import type { ThreadId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { KEEP_EPOCH } from '../../storage/epoch.ts';
import { toMs } from './messages.ts';

/** The epoch of the database (storage/epoch.ts). */
export interface Epoch {
  epoch: string;
  /** Changes when entries of logs may have been lost. */
  branch: string;
}

export async function currentEpoch(db: Queryable): Promise<Epoch> {
  const [row] = await db.query<Epoch>('select epoch, branch from event_epoch');
  if (row === undefined) throw new Error('the database has no epoch');
  return row;
}

/** Begins an epoch if the database has another history than that of the current one. */
export async function keepEpoch(tx: Queryable): Promise<void> {
  await tx.query(`select ${KEEP_EPOCH}`);
}

/** Begins an epoch, on another branch, although PostgreSQL knows of no other history. */
export async function renewEpoch(tx: Transaction): Promise<void> {
  await tx.query(`update event_epoch set database = ''`);
  await keepEpoch(tx);
}

/** What a client has of the log of a thread. */
export interface LogPosition {
  /** The number of the last entry. */
  seq: number;
  /** When that entry was made, in Unix milliseconds; undefined: the client does not know. */
  at: number | undefined;
}

/**
 * The threads of which a client of a former epoch may have entries that the log does not have: because the last one is missing, or
 * was made after the branch changed, so that those before it may be lost ones. An epoch of which nothing is known began after the
 * copy to which the database was set back, so it ended when the present branch began.
 */
export async function findDiffering(
  db: Queryable,
  epoch: string,
  positions: ReadonlyMap<ThreadId, LogPosition>,
): Promise<Set<ThreadId>> {
  const rows = await db.query<{ thread_id: ThreadId }>(DIFFERING, [
    epoch,
    [...positions.keys()],
    [...positions.values()].map(({ seq }) => seq),
    [...positions.values()].map(({ at }) => at ?? null),
  ]);
  return new Set(rows.map(({ thread_id }) => thread_id));
}

const DIFFERING = `
  with epochs as (
    select epoch, number, branch, began_at from former_epochs
    union all select epoch, number, branch, began_at from event_epoch
  ), told as (
    select coalesce((
      select coalesce(min(later.began_at), 'infinity')
      from epochs left join epochs later on later.number > epochs.number and later.branch <> epochs.branch
      where epochs.epoch = $1 group by epochs.number
    ), (
      select min(began_at) from epochs where branch = (select branch from event_epoch)
    )) as ended_at
  )
  select thread_id from unnest($2::bigint[], $3::bigint[], $4::float8[]) as named (thread_id, seq, at)
  where not exists (
    select from told, thread_log entry
    where entry.thread_id = named.thread_id and entry.seq = named.seq and ${toMs('entry.at')} = named.at
      and entry.at < told.ended_at)`;

import type { AppId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';

/** The only module that writes `event_streams`, except for the relay's account of what it removed. */

export interface StreamState {
  is_on: boolean;
  epoch: string;
  /** Decimal strings. */
  epoch_begins: string;
  dropped_through: string;
  /** 0: there has been no event yet. */
  last_position: string;
}

/** SQL of one row: the {@link StreamState} of the application `$1`, also if it has never been on. */
export const STREAM = `
  select coalesce(s.is_on, false) as is_on, current.epoch,
    coalesce(s.epoch_begins, 1) as epoch_begins,
    coalesce(s.dropped_through, 0) as dropped_through,
    coalesce(greatest(s.dropped_through, (select max(position) from events e where e.app_id = s.app_id)), 0) as last_position
  from event_epoch current left join event_streams s on s.app_id = $1`;

/**
 * SQL of the first position at which the application `$1` may have another event than in the given epoch (null: the current one);
 * null if nothing is known of that epoch. `current` is the row of {@link STREAM}. See `storage/epoch.ts`.
 */
export const differsFrom = (epoch: string) => `
  case coalesce(${epoch}, current.epoch) when current.epoch then current.last_position + 1 else (
    select coalesce((
      select start.begins from epoch_starts start
      where start.app_id = $1 and start.number > former.number order by start.number limit 1
    ), current.epoch_begins)
    from former_epochs former where former.epoch = ${epoch}
  ) end`;

export async function findStream(db: Queryable, appId: AppId): Promise<StreamState> {
  const [state] = await db.query<StreamState>(STREAM, [appId]);
  if (state === undefined) throw new Error('the event stream has no epoch');
  return state;
}

/** Switches the event stream of an application on, because it gets a listener. */
export async function switchStreamOn(tx: Transaction, appId: AppId): Promise<void> {
  await setStream(tx, appId, true);
}

/** The same for listeners that come often: it writes only if the stream is off. */
export async function keepStreamOn(tx: Transaction, appId: AppId): Promise<void> {
  const [stream] = await tx.query('select from event_streams where app_id = $1 and is_on', [appId]);
  if (stream === undefined) await switchStreamOn(tx, appId);
}

/**
 * The open transactions that have recorded events, or would have done so if the stream were on. A statement that adds to the
 * outbox locks this table before it takes its snapshot, until its transaction ends. So if a transaction has not seen the latest
 * change of `event_streams`, it is one of these.
 */
export async function findRecording(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ transaction: string }>(
    `select virtualtransaction as transaction from pg_locks
     where relation = 'outbox'::regclass and database = (select oid from pg_database where datname = current_database())
       and mode = 'RowExclusiveLock' and granted`,
  );
  return rows.map(({ transaction }) => transaction);
}

export async function setStream(db: Queryable, appId: AppId, isOn: boolean): Promise<void> {
  await db.query(
    `insert into event_streams as stream (app_id, is_on) values ($1, $2)
     on conflict (app_id) do update set is_on = $2 where stream.is_on <> $2`,
    [appId, isOn],
  );
}

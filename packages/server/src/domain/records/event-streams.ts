import type { AppId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';

/** The only module that writes `event_streams`, except for the relay's account of what it removed. */

/** Switches the event stream of an application on, because it gets a listener. */
export async function switchStreamOn(tx: Transaction, appId: AppId): Promise<void> {
  await setStream(tx, appId, true);
}

export async function setStream(db: Queryable, appId: AppId, isOn: boolean): Promise<void> {
  await db.query(
    `insert into event_streams as stream (app_id, is_on) values ($1, $2)
     on conflict (app_id) do update set is_on = $2 where stream.is_on <> $2`,
    [appId, isOn],
  );
}

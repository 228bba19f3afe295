import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { FOR_EVER, type NotificationLevel, type QuietHours } from '@palaver/protocol/notification-choices';
import type { Queryable, Transaction } from '../../storage/database.ts';

/** The only module that writes `user_notifications`, `thread_notifications` and `email_opt_outs`: what users chose, where it is not the default. */

export interface UserChoices {
  isOn: boolean;
  quietHours: QuietHours | null;
}

/** Whether the user wants e-mail. */
export async function wantsEmail(db: Queryable, user: ExtUserId): Promise<boolean> {
  const optOuts = await db.query('select from email_opt_outs where ext_user_id = $1', [user]);
  return optOuts.length === 0;
}

export async function putEmailChoice(db: Queryable, user: ExtUserId, isWanted: boolean): Promise<void> {
  await db.query(
    isWanted
      ? 'delete from email_opt_outs where ext_user_id = $1'
      : 'insert into email_opt_outs (ext_user_id) values ($1) on conflict do nothing',
    [user],
  );
}

/** Ends the e-mails to the user whose link has this token. False: it is nobody's. */
export async function unsubscribeByToken(db: Queryable, token: string): Promise<boolean> {
  const found = await db.query(
    `with named as (
       select ext_user_id from user_emails where unsubscribe_token = $1
     ), noted as (
       insert into email_opt_outs (ext_user_id) select ext_user_id from named on conflict do nothing
     )
     select from named`,
    [token],
  );
  return found.length > 0;
}

export async function findUserChoices(db: Queryable, user: ExtUserId): Promise<UserChoices> {
  const [chosen] = await db.query<UserChoices>(
    'select is_on as "isOn", quiet_hours as "quietHours" from user_notifications where ext_user_id = $1',
    [user],
  );
  return chosen ?? { isOn: true, quietHours: null };
}

export async function putUserChoices(
  db: Queryable,
  user: ExtUserId,
  { isOn, quietHours }: UserChoices,
): Promise<void> {
  if (isOn && quietHours === null)
    await db.query('delete from user_notifications where ext_user_id = $1', [user]);
  else
    await db.query(
      `insert into user_notifications (ext_user_id, is_on, quiet_hours) values ($1, $2, $3)
       on conflict (ext_user_id) do update set is_on = excluded.is_on, quiet_hours = excluded.quiet_hours`,
      [user, isOn, quietHours === null ? null : JSON.stringify(quietHours)],
    );
}

/**
 * Gives the choices of an absorbed record to its survivor. Like its profile, they win; but a user who wanted no e-mail as either of
 * them gets none.
 */
export async function moveUserChoices(
  tx: Transaction,
  survivor: ExtUserId,
  absorbed: ExtUserId,
): Promise<void> {
  const ids = [survivor, absorbed];
  await tx.query(
    `delete from user_notifications where ext_user_id = $1
       and exists (select from user_notifications where ext_user_id = $2)`,
    ids,
  );
  await tx.query('update user_notifications set ext_user_id = $1 where ext_user_id = $2', ids);
  if (!(await wantsEmail(tx, absorbed))) await putEmailChoice(tx, survivor, false);
  await putEmailChoice(tx, absorbed, true);
}

export interface ThreadChoices {
  level: NotificationLevel;
  /** In Unix milliseconds, {@link FOR_EVER}, or null: not muted. */
  mutedUntil: number | null;
}

/** The choices of a member for a thread. A mute that has ended counts as none. */
export async function findThreadChoices(
  db: Queryable,
  threadId: ThreadId,
  user: ExtUserId,
): Promise<ThreadChoices> {
  const [chosen] = await db.query<ThreadChoices>(
    `select coalesce(level, 'default') as level, case
       when muted_until = 'infinity' then $3::float8
       when muted_until > now() then floor(extract(epoch from muted_until) * 1000)::float8
     end as "mutedUntil"
     from thread_notifications where thread_id = $1 and ext_user_id = $2`,
    [threadId, user, FOR_EVER],
  );
  return chosen ?? { level: 'default', mutedUntil: null };
}

export async function putThreadChoices(
  db: Queryable,
  threadId: ThreadId,
  user: ExtUserId,
  { level, mutedUntil }: ThreadChoices,
): Promise<void> {
  if (level === 'default' && mutedUntil === null) {
    await db.query('delete from thread_notifications where thread_id = $1 and ext_user_id = $2', [
      threadId,
      user,
    ]);
    return;
  }
  const until = mutedUntil === FOR_EVER ? 'infinity' : mutedUntil === null ? null : new Date(mutedUntil);
  await db.query(
    `insert into thread_notifications (thread_id, ext_user_id, level, muted_until)
     values ($1, $2, nullif($3, 'default'), $4)
     on conflict (thread_id, ext_user_id) do update set level = excluded.level, muted_until = excluded.muted_until`,
    [threadId, user, level, until],
  );
}

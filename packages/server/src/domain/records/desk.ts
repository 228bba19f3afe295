import { type DeskReading, type DeskUser, MAX_DESK_USERS, READING_MS } from '@palaver/protocol/desk';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { toMs } from './messages.ts';

/** The only module that writes `desk_users`, `desk_readings` and `desk_writers`. */

/** Undefined: the user is not on the desk. */
export async function findDeskUser(db: Queryable, user: ExtUserId): Promise<DeskUser | undefined> {
  const [found] = await db.query<DeskUser>(
    `select true as enabled, direct_threads, ${toMs('since')} as since from desk_users where ext_user_id = $1`,
    [user],
  );
  return found;
}

/** Puts a user on the desk, or changes what they may read: without direct threads, their readings end. Undefined: the desk of the tenant is full. */
export async function putDeskUser(
  tx: Transaction,
  { appId, tenantId }: Space,
  user: ExtUserId,
  { directThreads }: { directThreads: boolean },
): Promise<DeskUser | undefined> {
  // (Otherwise two requests might both take the last place.)
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`desk of ${appId} ${tenantId}`]);
  const [put] = await tx.query<DeskUser>(
    `insert into desk_users as d (ext_user_id, app_id, tenant_id, direct_threads)
     select $1, $2, $3, $4
     where (select count(*) from desk_users where app_id = $2 and tenant_id = $3 and ext_user_id <> $1) < ${MAX_DESK_USERS}
     on conflict (ext_user_id) do update set direct_threads = excluded.direct_threads
     returning true as enabled, direct_threads, ${toMs('since')} as since`,
    [user, appId, tenantId, directThreads],
  );
  if (put !== undefined && !directThreads) await endReadings(tx, user);
  return put;
}

/** Takes a user off the desk, if they are on it: their readings end. */
export async function removeDeskUser(tx: Transaction, user: ExtUserId): Promise<void> {
  await tx.query('delete from desk_users where ext_user_id = $1', [user]);
  await endReadings(tx, user);
}

/** (Once ended, a reading never opens a thread again: the next one needs its own reason.) */
async function endReadings(tx: Transaction, user: ExtUserId): Promise<void> {
  await tx.query('update desk_readings set until = now() where ext_user_id = $1 and until > now()', [user]);
}

/** Gives the place of an absorbed record to its survivor, who keeps an own one otherwise. Its readings end. */
export async function moveDeskUser(tx: Transaction, survivor: ExtUserId, absorbed: ExtUserId): Promise<void> {
  const ids = [survivor, absorbed];
  await tx.query(
    'delete from desk_users where ext_user_id = $1 and exists (select from desk_users where ext_user_id = $2)',
    ids,
  );
  await tx.query('update desk_users set ext_user_id = $1 where ext_user_id = $2', ids);
  await endReadings(tx, absorbed);
  await tx.query('update desk_readings set ext_user_id = $1 where ext_user_id = $2', ids);
}

/**
 * Notes that a user is about to write as a user of the desk, so that no other record absorbs theirs (change-user-id.ts): call it in a
 * transaction that commits before that of the message. (Without the lock, a record that is being absorbed would be noted, too.)
 */
export async function markDeskWriter(db: Queryable, user: ExtUserId): Promise<void> {
  await db.query(
    `insert into desk_writers
     select ext_user_id from users where ext_user_id = $1 and not exists (select from desk_writers where ext_user_id = $1)
     for key share on conflict do nothing`,
    [user],
  );
}

const READING = `id::text, thread_id::text, reason, ${toMs('at')} as at, ${toMs('until')} as until`;

export async function openReading(
  tx: Transaction,
  user: ExtUserId,
  threadId: ThreadId,
  reason: string,
): Promise<DeskReading> {
  const [reading] = await tx.query<DeskReading>(
    `insert into desk_readings (ext_user_id, thread_id, reason, until)
     values ($1, $2, $3, now() + ${READING_MS} * interval '1 millisecond') returning ${READING}`,
    [user, threadId, reason],
  );
  if (reading === undefined) throw new Error('an insert of one row returned none');
  return reading;
}

export async function countOpenReadings(db: Queryable, user: ExtUserId): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int from desk_readings where ext_user_id = $1 and until > now()',
    [user],
  );
  return row?.count ?? 0;
}

/** Readings of a user, the newest first, from before `lastId` on; "0": from the newest. */
export async function pageReadings(
  db: Queryable,
  user: ExtUserId,
  { lastId, limit }: { lastId: string; limit: number },
): Promise<DeskReading[]> {
  return db.query<DeskReading>(
    `select ${READING} from desk_readings
     where ext_user_id = $1 and ($2::bigint = 0 or id < $2) order by id desc limit $3`,
    [user, lastId, limit],
  );
}

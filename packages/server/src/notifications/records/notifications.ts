import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { lookUp } from '../../domain/records/events.ts';
import { toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction, Transactor } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';
import { SERVICE } from './notification-service.ts';

/**
 * Writes `notifications`, as `fanOut` does: a row for each device and thread. Its state:
 *
 *   pending      a push about the message `seq` is to be sent; the next attempt is due at `due_at`
 *   delivered    the push service accepted it; with a `due_at`, what the device shows is to be withdrawn
 *   cancelled    not sent, because the message was read or deleted, or the user is no longer to be notified
 *   withdrawn    the device was asked to remove it
 *   expired      it could not be delivered in time
 *   failed       the push service will never accept it
 */

/** An id of a notification: a decimal text. */
export type NotificationId = string;

/** What there is to do. */
export interface Work {
  /** Messages wait for the fan-out. */
  message: boolean;
  /** Threads were closed, whose notifications wait for that. */
  closed: boolean;
  /** Services with notifications that are due, or will be. */
  services: DueService[];
}

export interface DueService {
  service: string;
  /** In how many milliseconds its next notification is due. */
  due_in_ms: number;
}

/** Services that {@link findWork} looks at: users choose the addresses of some, so there may be many. */
export const MAX_SERVICES = 500;

/** A cheap query before the transactions; `from`: only this service and those after it, in the order of their names. */
export async function findWork(db: Queryable, from: string): Promise<Work> {
  const [found] = await db.query<Work>(FIND_WORK, [from]);
  return found ?? { message: false, closed: false, services: [] };
}

/** (One look at the index for each service.) */
const FIND_WORK = `
  with recursive first as (
    (select service, due_at from notifications where due_at is not null and service >= $1 order by service, due_at limit 1)
    union all
    select next.* from first cross join lateral (
      select service, due_at from notifications where due_at is not null and service > first.service
      order by service, due_at limit 1
    ) next
  )
  select exists (select from notification_batches) as message, exists (select from closed_threads) as closed, array(
    select json_build_object('service', service, 'due_in_ms', extract(epoch from due_at - now()) * 1000)
    from first limit ${MAX_SERVICES}
  ) as services`;

/** Which notifications to claim. */
export interface Claim {
  /** How many of each service. */
  services: readonly { service: string; count: number }[];
  /** None of these devices. */
  except: readonly { ext_user_id: ExtUserId; device_id: string }[];
  /** When they are due again. */
  claimMs: number;
}

export interface ClaimedNotification {
  id: NotificationId;
  ext_user_id: ExtUserId;
  device_id: string;
  seq: string;
  state: NotificationOutcome['state'];
  tries: number;
  service: string;
}

/**
 * Claims notifications that are due, one of each device: pushes that overtake one another would leave an old badge. If a device has
 * got another service, its notification is not claimed, but is due there.
 */
export async function claimDue(
  tx: Transaction,
  { services, except, claimMs }: Claim,
): Promise<ClaimedNotification[]> {
  return tx.query<ClaimedNotification>(CLAIM, [
    services.map(({ service }) => service),
    services.map(({ count }) => count),
    claimMs,
    toArray(except.map(({ ext_user_id }) => ext_user_id)),
    except.map(({ device_id }) => device_id),
  ]);
}

/** For each notification that it takes, a claim considers so many that are due: several of them may be of one device. */
const CONSIDERED = 10;

const CLAIM = `
  with found as (
    select placed.id, coalesce(${SERVICE}, asked.service) as service, asked.service as former
    from unnest($1::text[], $2::int[]) as asked (service, count)
    cross join lateral (
      select id, ext_user_id, device_id from (
        select id, ext_user_id, device_id, due_at, row_number() over (partition by ext_user_id, device_id order by due_at) as place
        from (
          select id, ext_user_id, device_id, due_at from notifications
          where service = asked.service and due_at <= now()
            and (ext_user_id, device_id) not in (select * from unnest($4::bigint[], $5::text[]))
          order by due_at limit asked.count * ${CONSIDERED}
        ) due
      ) of_device
      where place = 1 order by due_at limit asked.count
    ) placed
    left join devices d on d.ext_user_id = placed.ext_user_id and d.device_id = placed.device_id
  ), claimed as (
    update notifications n set service = found.service, is_claimed = found.service = found.former,
      due_at = case when found.service = found.former
        then clock_timestamp() + make_interval(secs => $3::int / 1000.0) else n.due_at end
    from found where n.id = found.id
    returning n.id, n.ext_user_id, n.device_id, n.seq, n.state, n.tries, n.service, n.is_claimed
  )
  select id, ext_user_id, device_id, seq, state, tries, service from claimed where is_claimed`;

/** Makes what a former holder of the lease has claimed due. Nobody knows what came of it. */
export async function dropClaims(tx: Transaction): Promise<void> {
  await tx.query(
    `update notifications set is_claimed = false, may_show = true, shown_seq = greatest(shown_seq, seq),
       due_at = clock_timestamp()
     where is_claimed and due_at is not null`,
  );
}

/** One attempt, as it is listed. */
export interface NotificationAttempt {
  /** In Unix milliseconds. */
  at: number;
  kind: 'show' | 'withdraw';
  seq: string;
  result: 'delivered' | 'gone' | 'refused' | 'failed';
  /** Of the push service; null: it sent no response. */
  status: number | null;
  response: string;
}

/** What became of a claimed notification. */
export interface NotificationOutcome {
  id: NotificationId;
  /** The message to show when the notification was claimed. */
  seq: string;
  state: 'pending' | 'delivered' | 'failed' | 'expired' | 'cancelled' | 'withdrawn';
  /** What the device shows now; null: as before. */
  shownSeq: string | null;
  /** Whether that is unknown; null: as before. */
  mayShow: boolean | null;
  /** null: there was none. */
  attempt: NotificationAttempt | null;
  /** When the next attempt is due, in Unix milliseconds; null: none is. */
  dueAt: number | null;
  tries: number;
}

const MAX_ATTEMPTS = 10;

/**
 * Records outcomes. If a later message has arrived, the notification stays pending. If the message was read or deleted during the
 * attempt, the notification is due at once, to be withdrawn.
 */
export async function recordOutcomes(
  tx: Transaction,
  outcomes: readonly NotificationOutcome[],
): Promise<void> {
  await tx.query(KEEP_INDEX_PLAN);
  await tx.query(RECORD, [JSON.stringify(outcomes)]);
}

const RECORD = `
  update notifications n set is_claimed = false, updated_at = clock_timestamp(), tries = new.tries,
    shown_seq = coalesce(new."shownSeq", n.shown_seq),
    may_show = coalesce(new."mayShow", n.may_show),
    state = case when n.seq > new.seq then 'pending' else new.state end,
    due_at = case
      when n.seq > new.seq and (new."dueAt" is null or new.attempt ->> 'kind' = 'withdraw')
        then greatest(clock_timestamp(), n.wanted_at)
      when new."shownSeq" > 0 and is_settled then clock_timestamp()
      else to_timestamp(new."dueAt" / 1000.0)
    end,
    attempts = case when new.attempt is null then n.attempts
      when jsonb_array_length(n.attempts) < ${MAX_ATTEMPTS} then n.attempts || new.attempt else n.attempts - 0 || new.attempt end
  from (
    select o.*, n.ext_user_id, n.thread_id
    from json_to_recordset($1) as o (id bigint, seq bigint, state text, "shownSeq" bigint, "mayShow" boolean, attempt jsonb, "dueAt" float8, tries int)
    join notifications n using (id)
    order by id for update of n
  ) new
  cross join lateral (
    select coalesce((
      select u.read_seq >= new."shownSeq" from user_threads u where u.ext_user_id = new.ext_user_id and u.thread_id = new.thread_id
    ), false) or coalesce((
      select m.deleted_at is not null from messages m where m.thread_id = new.thread_id and m.seq = new."shownSeq"
    ), false) as is_settled
  ) told
  where n.id = new.id and n.is_claimed`;

/** Makes these notifications due again if their device still exists: it has got a new token, or nobody could remove it. */
export async function tellAgain(tx: Transaction, ids: readonly NotificationId[]): Promise<void> {
  await tx.query(
    `update notifications n set state = 'pending', shown_seq = 0, due_at = clock_timestamp() + interval '1 second'
     where n.id = any ($1::bigint[]) and n.state = 'failed' and exists (
       select from devices d where d.ext_user_id = n.ext_user_id and d.device_id = n.device_id)`,
    [toArray(ids)],
  );
}

/** A read of a thread, as the bus tells it. */
export interface ThreadRead {
  threadId: ThreadId;
  user: ExtUserId;
}

/** Whether a device shows a notification about one of these threads that was read. Most reads are by users without devices. */
export async function isAnyToWithdraw(db: Transactor, reads: readonly ThreadRead[]): Promise<boolean> {
  return (await lookUp(db, TO_WITHDRAW, readColumns(reads))).length > 0;
}

/** Makes the notifications that devices show about these threads due, if they were read, so that they are withdrawn. */
export async function withdrawRead(tx: Transaction, reads: readonly ThreadRead[]): Promise<void> {
  await tx.query(KEEP_INDEX_PLAN);
  await tx.query(WITHDRAW_READ, readColumns(reads));
}

const readColumns = (reads: readonly ThreadRead[]) => [
  toArray(reads.map(({ threadId }) => threadId)),
  toArray(reads.map(({ user }) => user)),
];

const IS_READ = `n.shown_seq > 0 and n.due_at is null and (mine.read_seq >= n.shown_seq or not mine.is_member)`;

const READS = `
  unnest($1::bigint[], $2::bigint[]) as read (thread_id, ext_user_id)
  join user_threads mine on mine.ext_user_id = read.ext_user_id and mine.thread_id = read.thread_id`;

const OF_READ = `n.thread_id = read.thread_id and n.ext_user_id = read.ext_user_id and ${IS_READ}`;

const TO_WITHDRAW = `select from ${READS} join notifications n on ${OF_READ} limit 1`;

const WITHDRAW_READ = `update notifications n set due_at = clock_timestamp() from ${READS} where ${OF_READ}`;

/**
 * The same for the notifications with the next `count` ids after `after`, since the bus may lose reads; and removes those of them
 * that ended before `endedBefore`. Returns the last id, or null at the end.
 */
export async function sweepNotifications(
  tx: Transaction,
  { after, count, endedBefore }: { after: NotificationId; count: number; endedBefore: Date },
): Promise<NotificationId | null> {
  await tx.query(KEEP_INDEX_PLAN);
  const [row] = await tx.query<{ last: NotificationId | null }>(SWEEP, [after, count, endedBefore]);
  return row?.last ?? null;
}

/** (Each row is looked up by its key, also if the table was small when PostgreSQL last looked: a join could compare all pairs.) */
const SWEEP = `
  with page as materialized (
    select id, ext_user_id, thread_id, shown_seq, due_at, updated_at from notifications where id > $1 order by id limit $2
  ), due as (
    update notifications set due_at = clock_timestamp()
    where due_at is null and id = any (array(
      select n.id from page n cross join lateral (
        select from user_threads mine
        where mine.ext_user_id = n.ext_user_id and mine.thread_id = n.thread_id and ${IS_READ} limit 1
      ) found
      where n.updated_at >= $3
    ))
  ), removed as (
    delete from notifications where due_at is null and id = any (array(select id from page where updated_at < $3))
  )
  select max(id) as last from page`;

/** How many notifications are due or will be; at most `limit`. */
export async function countPending(db: Queryable, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int from (select from notifications where due_at is not null limit $1) counted`,
    [limit],
  );
  return row?.count ?? 0;
}

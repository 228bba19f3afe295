import type { PushProvider } from '@palaver/protocol/devices';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { lookUp } from '../../domain/records/events.ts';
import { toArray } from '../../storage/columns.ts';
import {
  KEEP_INDEX_PLAN,
  type Queryable,
  type Transaction,
  type Transactor,
} from '../../storage/database.ts';
import { DEFAULT_LEVEL, isReplyTo, LEVEL } from './notification-level.ts';

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

/** A notification that is due and that this process has claimed, with what it is about as it is now. */
export interface DueNotification {
  id: NotificationId;
  ext_user_id: ExtUserId;
  device_id: string;
  thread_id: ThreadId;
  seq: string;
  shown_seq: string;
  wanted_at: Date;
  tries: number;
  app_id: string;
  tenant_id: string;
  read_seq: string;
  /** Whether the user is a current member of a thread that exists, and wants notifications now. */
  is_wanted: boolean;
  /** Until when the user has the thread open on a live connection; null: they have not. */
  open_until: Date | null;
  quiet_hours: QuietHours | null;
  /** Whether the message that the device shows was read or deleted, or the user is no member any more. */
  is_settled: boolean;
  /** null: it was removed. */
  device: DueDevice | null;
  /** The latest message to tell of; null: there is none any more. */
  message: DueMessage | null;
}

/** Times of day as HH:MM. */
export interface QuietHours {
  start: string;
  end: string;
  time_zone: string;
}

export interface DueDevice {
  provider: PushProvider;
  token: string;
  token_hash: string;
  subscription: { p256dh: string; auth: string; application_server_key: string } | null;
  language: string;
  /** The last registration, in Unix milliseconds. */
  seen_at: number;
}

export interface DueMessage {
  seq: string;
  kind: string;
  text: string;
  promotion_title: string | null;
  custom_notify: { title?: string; subtitle?: string; avatar_url?: string; image_url?: string } | null;
  sender_name: string;
  sender_avatar_url: string;
  thread_name: string;
  thread_type: 'direct' | 'group';
  is_mention: boolean;
}

/** Whether messages wait for the fan-out, and whether notifications are due: a cheap query before the transactions. */
export async function findWork(db: Queryable): Promise<{ message: boolean; notification: boolean }> {
  const [found] = await db.query<{ message: boolean; notification: boolean }>(
    `select exists (select from notification_messages) as message,
       exists (select from notifications where due_at <= now()) as notification`,
  );
  return found ?? { message: false, notification: false };
}

/** Which notifications to claim. */
export interface Claim {
  providers: readonly PushProvider[];
  count: number;
  /** At most this many of one user. */
  perUser: number;
  /** None of these users. */
  except: readonly ExtUserId[];
  /** When they are due again. */
  claimMs: number;
}

/** Claims notifications that are due. */
export async function claimDue(
  tx: Transaction,
  { providers, count, perUser, except, claimMs }: Claim,
): Promise<NotificationId[]> {
  const values = [count, claimMs, providers, toArray(except), perUser];
  const claimed = await tx.query<{ id: NotificationId }>(CLAIM, values);
  return claimed.map(({ id }) => id);
}

/** What claimed notifications are about, as it is now. */
export async function readDue(db: Transactor, ids: readonly NotificationId[]): Promise<DueNotification[]> {
  return ids.length === 0 ? [] : lookUp<DueNotification>(db, DUE, [toArray(ids)]);
}

/** How many notifications that are due a claim considers. */
const CONSIDERED = 1_000;

const CLAIM = `
  update notifications set is_claimed = true, due_at = clock_timestamp() + make_interval(secs => $2::int / 1000.0)
  where id in (
    select id from (
      select id, due_at, row_number() over (partition by ext_user_id order by due_at) as place from (
        select id, ext_user_id, due_at from notifications
        where due_at <= now() and provider = any ($3) and ext_user_id <> all ($4::bigint[]) order by due_at limit ${CONSIDERED}
      ) due
    ) placed
    where place <= $5 order by due_at limit $1
  )
  returning id`;

/** Makes what a former holder of the lease has claimed due. Nobody knows what came of it. */
export async function dropClaims(tx: Transaction): Promise<void> {
  await tx.query(
    `update notifications set is_claimed = false, may_show = true, shown_seq = greatest(shown_seq, seq),
       due_at = clock_timestamp()
     where is_claimed and due_at is not null`,
  );
}

/** How many messages before the one that was to be told are looked at, if that one was deleted. */
const MAX_LOOKED_BACK = 100;
/** Texts are cut later, to what a platform shows. */
const MAX_TEXT = 1_000;

const IS_MENTION = `(n.ext_user_id = any (m.mentions) or ${isReplyTo('n.ext_user_id')})`;

const DUE = `
  select n.id, n.ext_user_id, n.device_id, n.thread_id, n.seq, n.shown_seq, n.wanted_at, n.tries, th.app_id, th.tenant_id,
    coalesce(mine.read_seq, 0) as read_seq,
    coalesce(mine.is_member and not th.is_deleted and coalesce(own.is_on, true)
      and (choice.muted_until is null or choice.muted_until <= clock_timestamp()), false) as is_wanted,
    (
      select max(o.until) from open_threads o
      where o.ext_user_id = n.ext_user_id and o.thread_id = n.thread_id and o.until > clock_timestamp()
    ) as open_until,
    own.quiet_hours, n.shown_seq > 0 and (coalesce(mine.read_seq >= n.shown_seq or not mine.is_member, true)
      or shown.is_deleted or th.is_deleted) as is_settled,
    case when d.device_id is not null then json_build_object('provider', d.provider, 'token', d.token,
      'token_hash', encode(d.token_hash, 'hex'), 'subscription', d.subscription, 'language', d.language,
      'seen_at', extract(epoch from d.seen_at) * 1000) end as device,
    to_json(message) as message
  from notifications n
  cross join lateral (
    select t.app_id, t.tenant_id, t.type, t.name, t.deleted_at is not null as is_deleted, ${DEFAULT_LEVEL} as level
    from threads t join thread_heads h on h.thread_id = t.id where t.id = n.thread_id
  ) th
  left join user_threads mine on mine.ext_user_id = n.ext_user_id and mine.thread_id = n.thread_id
  left join devices d on d.ext_user_id = n.ext_user_id and d.device_id = n.device_id
  left join user_notifications own on own.ext_user_id = n.ext_user_id
  left join thread_notifications choice on choice.thread_id = n.thread_id and choice.ext_user_id = n.ext_user_id
  cross join lateral (
    select not exists (
      select from messages m where m.thread_id = n.thread_id and m.seq = n.shown_seq and m.deleted_at is null
    ) as is_deleted
  ) shown
  left join lateral (
    select m.seq::text, m.kind, left(m.text, ${MAX_TEXT}) as text, left(m.metadata #>> '{promotion,title}', ${MAX_TEXT}) as promotion_title,
      m.custom_notify, sender.display_name as sender_name, sender.avatar_url as sender_avatar_url, th.name as thread_name,
      th.type as thread_type, coalesce(${IS_MENTION}, false) as is_mention
    from (
      select * from messages m
      where m.thread_id = n.thread_id and m.seq <= n.seq
        and m.seq > greatest(mine.read_seq, case
          when shown.is_deleted then 0 when n.may_show then n.shown_seq - 1 else n.shown_seq end)
      order by m.seq desc limit ${MAX_LOOKED_BACK}
    ) m join users sender on sender.ext_user_id = m.sender_ext_user_id
    where m.deleted_at is null and m.sender_ext_user_id <> n.ext_user_id
      and (${LEVEL} = 'all' or ${LEVEL} = 'mentions' and ${IS_MENTION})
    order by m.seq desc limit 1
  ) message on true
  where n.id = any ($1::bigint[])`;

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
  /** The message that was to be told when it was claimed. */
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
    select exists (
      select from user_threads u
      where u.ext_user_id = new.ext_user_id and u.thread_id = new.thread_id and u.read_seq >= new."shownSeq"
    ) or exists (
      select from messages m where m.thread_id = new.thread_id and m.seq = new."shownSeq" and m.deleted_at is not null
    ) as is_settled
  ) told
  where n.id = new.id and n.is_claimed`;

/** Makes these notifications due again if their device has got a new token since: only the former one was dead. */
export async function tellAgain(tx: Transaction, ids: readonly NotificationId[]): Promise<void> {
  await tx.query(
    `update notifications n set state = 'pending', shown_seq = 0, due_at = clock_timestamp()
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

/** Makes the notifications that devices show about these threads due, if they were read, so that they are withdrawn. */
export async function withdrawRead(tx: Transaction, reads: readonly ThreadRead[]): Promise<void> {
  await tx.query(KEEP_INDEX_PLAN);
  await tx.query(WITHDRAW_READ, [
    toArray(reads.map(({ threadId }) => threadId)),
    toArray(reads.map(({ user }) => user)),
  ]);
}

const IS_READ = `n.shown_seq > 0 and n.due_at is null and (mine.read_seq >= n.shown_seq or not mine.is_member)`;

const WITHDRAW_READ = `
  update notifications n set due_at = clock_timestamp()
  from unnest($1::bigint[], $2::bigint[]) as read (thread_id, ext_user_id)
  join user_threads mine on mine.ext_user_id = read.ext_user_id and mine.thread_id = read.thread_id
  where n.thread_id = read.thread_id and n.ext_user_id = read.ext_user_id and ${IS_READ}`;

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

const SWEEP = `
  with page as materialized (
    select id, ext_user_id, thread_id, updated_at from notifications where id > $1 order by id limit $2
  ), due as (
    update notifications n set due_at = clock_timestamp()
    from page join user_threads mine using (ext_user_id, thread_id)
    where n.id = page.id and page.updated_at >= $3 and ${IS_READ}
  ), removed as (
    delete from notifications n using page
    where n.id = page.id and page.updated_at < $3 and n.due_at is null
  )
  select max(id) as last from page`;

/** How many notifications are due or will be; at most `limit`. */
export async function countPending(db: Queryable, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int from (select from notifications where due_at is not null limit $1) some`,
    [limit],
  );
  return row?.count ?? 0;
}

import type { EmailAttempt } from '@palaver/protocol/emails';
import type { AppId, ExtUserId, TenantId, ThreadId } from '@palaver/protocol/ids';
import { lookUp } from '../../domain/records/events.ts';
import type { LinkColumns } from '../../domain/records/threads.ts';
import { toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction, Transactor } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';
import type { QuietHours } from './due-notifications.ts';
import { DEFAULT_LEVEL, IS_MENTION, LEVEL } from './notification-level.ts';

/**
 * Writes `email_digests` and `email_threads`, as `fanOut` does: a row for each user who may get an e-mail, due when the first message
 * that no e-mail was about has been unread for long enough, and a row for each thread that the e-mail may be about.
 */

/** A user whose e-mail is due. */
export interface DueUser {
  user: ExtUserId;
  app_id: AppId;
}

/** Which users to find. */
export interface Turn {
  /** Only those of the applications after this one, in the order of their ids; empty: of all. */
  after: AppId | '';
  /** None of these. */
  except: readonly ExtUserId[];
  count: number;
}

/** Of each application the user whose e-mail has been due for longest, in the order of the applications' ids. */
export async function findDueUsers(db: Transactor, { after, except, count }: Turn): Promise<DueUser[]> {
  return lookUp<DueUser>(db, FIND_DUE, [after, toArray(except), count]);
}

/** SQL: the applications with e-mails that are due or will be, after this one. (One look at the index for each.) */
const appsAfter = (first: string) => `
  with recursive app as (
    (select app_id from email_digests where due_at is not null and app_id > ${first} order by app_id limit 1)
    union all
    select next.app_id from app cross join lateral (
      select app_id from email_digests where due_at is not null and app_id > app.app_id order by app_id limit 1
    ) next
  )`;

const FIND_DUE = `${appsAfter('$1')}
  select due.ext_user_id as user, app.app_id from app cross join lateral (
    select ext_user_id from email_digests d
    where d.app_id = app.app_id and due_at <= now() and ext_user_id <> all ($2::bigint[]) order by due_at limit 1
  ) due limit $3`;

/** Who is to get an e-mail, as they are now. */
export interface Recipient {
  ext_user_id: ExtUserId;
  app_id: AppId;
  tenant_id: TenantId;
  name: string;
  address: string;
  language: string;
  token: string;
  quiet_hours: QuietHours | null;
  /** Failed attempts in a row. */
  tries: number;
  /** The clock of the database, by which e-mails are due. */
  now: Date;
}

/** undefined: the user is to get no further e-mails. */
export async function readRecipient(db: Queryable, user: ExtUserId): Promise<Recipient | undefined> {
  const [recipient] = await db.query<Recipient>(
    `select d.ext_user_id, u.app_id, u.tenant_id, u.display_name as name, e.address, e.language, e.unsubscribe_token as token,
       own.quiet_hours, d.tries, clock_timestamp() as now
     from email_digests d
     join users u on u.ext_user_id = d.ext_user_id and u.deactivated_at is null
     join user_emails e on e.ext_user_id = d.ext_user_id and not e.is_refused
     left join user_notifications own on own.ext_user_id = d.ext_user_id
     where d.ext_user_id = $1 and coalesce(own.is_on, true)
       and not exists (select from email_opt_outs o where o.ext_user_id = d.ext_user_id)`,
    [user],
  );
  return recipient;
}

/** A thread that an e-mail may be about. */
export interface UnreadThread extends LinkColumns {
  thread_id: ThreadId;
  /** The latest message of the row. */
  seq: string;
  name: string;
  type: 'direct' | 'group';
  /** Messages to report, up to {@link MAX_COUNTED}; 0: the thread was read, left or muted, or the messages were deleted. */
  count: number;
  /** The time of the first of them, or of an earlier message if not all are counted; null: there are none. */
  first_at: Date | null;
  /** The latest of them, newest first. */
  seqs: string[];
}

/** Threads that one e-mail considers: those with the latest messages. */
export const MAX_THREADS = 100;
/** Other threads that are settled with it. */
const MAX_OTHER_THREADS = 10_000;
/** Messages of a thread that are counted. */
export const MAX_COUNTED = 100;
const SHOWN_MESSAGES = 5;

/** The threads that the next e-mail of a user may be about, as they are now, with the latest messages first. */
export async function readThreads(db: Transactor, user: ExtUserId): Promise<UnreadThread[]> {
  return lookUp<UnreadThread>(db, THREADS, [user]);
}

const THREADS = `
  select n.thread_id, n.seq, coalesce(th.name, '') as name, coalesce(th.type, 'group') as type,
    th.reference_id, th.satl_reference_id, coalesce(unread.count, 0) as count, unread.first_at, coalesce(unread.seqs, '{}') as seqs
  from (
    select * from email_threads where ext_user_id = $1 order by wanted_at desc, thread_id desc limit ${MAX_THREADS}
  ) n
  left join lateral (
    select t.name, t.type, t.reference_id, t.satl_reference_id, ${DEFAULT_LEVEL} as level
    from threads t join thread_heads h on h.thread_id = t.id where t.id = n.thread_id and t.deleted_at is null
  ) th on true
  left join user_threads mine on mine.ext_user_id = n.ext_user_id and mine.thread_id = n.thread_id
  left join thread_notifications choice on choice.thread_id = n.thread_id and choice.ext_user_id = n.ext_user_id
  left join lateral (
    select count(*)::int as count,
      case when max(m.size) = ${MAX_COUNTED} then (
        select f.created_at from messages f
        where f.thread_id = n.thread_id and f.seq >= greatest(n.from_seq, mine.read_seq + 1) order by f.seq limit 1
      ) else min(m.created_at) end as first_at,
      (array_agg(m.seq::text order by m.seq desc))[1:${SHOWN_MESSAGES}] as seqs
    from (
      select *, count(*) over () as size from (
        select * from messages m
        where m.thread_id = n.thread_id and m.seq between greatest(n.from_seq, mine.read_seq + 1) and n.seq
        order by m.seq desc limit ${MAX_COUNTED}
      ) latest
    ) m
    where m.deleted_at is null and m.sender_ext_user_id <> n.ext_user_id
      and (${LEVEL} = 'all' or ${LEVEL} = 'mentions' and ${IS_MENTION})
  ) unread on mine.is_member and th.type is not null
    and (choice.muted_until is null or choice.muted_until <= clock_timestamp())
  order by n.wanted_at desc, n.thread_id desc`;

/** The threads of a user after those that `readThreads` returns, if there are so many. */
export async function readOtherThreads(
  db: Transactor,
  user: ExtUserId,
): Promise<Pick<UnreadThread, 'thread_id' | 'seq'>[]> {
  return lookUp(
    db,
    `select thread_id, seq from email_threads where ext_user_id = $1
     order by wanted_at desc, thread_id desc offset ${MAX_THREADS} limit ${MAX_OTHER_THREADS}`,
    [user],
  );
}

/** A message that an e-mail shows. */
export interface MailedMessage {
  thread_id: ThreadId;
  seq: string;
  kind: string;
  text: string;
  promotion_title: string | null;
  custom_notify: { title?: string; subtitle?: string } | null;
  sender_name: string;
  is_mention: boolean;
}

/** Texts are cut later. */
const MAX_TEXT = 1_000;

/** The messages of these threads that an e-mail to the user shows, in the order of each thread. */
export async function readMessages(
  db: Transactor,
  user: ExtUserId,
  threads: readonly UnreadThread[],
): Promise<MailedMessage[]> {
  const places = threads.flatMap(({ thread_id, seqs }) => seqs.map((seq) => ({ thread_id, seq })));
  return lookUp<MailedMessage>(db, MESSAGES, [
    user,
    toArray(places.map(({ thread_id }) => thread_id)),
    toArray(places.map(({ seq }) => seq)),
  ]);
}

const MESSAGES = `
  select m.thread_id, m.seq, m.kind, left(m.text, ${MAX_TEXT}) as text,
    left(m.metadata #>> '{promotion,title}', ${MAX_TEXT}) as promotion_title, m.custom_notify,
    sender.display_name as sender_name, coalesce(${IS_MENTION}, false) as is_mention
  from unnest($2::bigint[], $3::bigint[]) as place (thread_id, seq)
  cross join (select $1::bigint as ext_user_id) n
  join messages m using (thread_id, seq)
  join users sender on sender.ext_user_id = m.sender_ext_user_id
  where m.deleted_at is null
  order by m.thread_id, m.seq`;

/** What became of an e-mail that was due. */
export interface DigestOutcome {
  user: ExtUserId;
  /** The threads that are dealt with, up to this message; none if there will be another attempt. */
  settled: readonly Pick<UnreadThread, 'thread_id' | 'seq'>[];
  /** In how many milliseconds it is due again; null: when there are other messages. */
  dueInMs: number | null;
  /** For how many milliseconds no e-mail goes out; null: as before. */
  pauseMs: number | null;
  tries: number;
  /** null: there was none. */
  attempt: EmailAttempt | null;
}

const MAX_ATTEMPTS = 10;

/**
 * The lock comes first, so that the statements after it see all threads that the fan-out has added: it locks the same row before it
 * adds them.
 */
export async function recordDigest(tx: Transaction, outcome: DigestOutcome): Promise<void> {
  const { user, settled, dueInMs, pauseMs, tries, attempt } = outcome;
  await tx.query(KEEP_INDEX_PLAN);
  const told = [
    user,
    toArray(settled.map(({ thread_id }) => thread_id)),
    toArray(settled.map(({ seq }) => seq)),
  ];
  await tx.query('select from email_digests where ext_user_id = $1 for update', [user]);
  await tx.query(FORGET_TOLD, told);
  await tx.query(KEEP_LATER, told);
  const made = attempt === null ? null : JSON.stringify(attempt);
  await tx.query(RECORD, [user, dueInMs, pauseMs, tries, made]);
}

const FORGET_TOLD = `
  delete from email_threads e using unnest($2::bigint[], $3::bigint[]) as told (thread_id, seq)
  where e.ext_user_id = $1 and e.thread_id = told.thread_id and e.seq <= told.seq`;

const KEEP_LATER = `
  update email_threads e set from_seq = told.seq + 1 from unnest($2::bigint[], $3::bigint[]) as told (thread_id, seq)
  where e.ext_user_id = $1 and e.thread_id = told.thread_id`;

/** SQL: the time in so many milliseconds. */
const timeIn = (ms: string) => `clock_timestamp() + make_interval(secs => ${ms}::float8 / 1000)`;

const RECORD = `
  update email_digests d set tries = $4, updated_at = clock_timestamp(),
    not_before = coalesce(${timeIn('$3')}, d.not_before),
    due_at = case
      when $2::float8 is not null then ${timeIn('$2')}
      when exists (select from email_threads e where e.ext_user_id = $1)
        then greatest(clock_timestamp(), coalesce(${timeIn('$3')}, d.not_before))
    end,
    attempts = case when $5::jsonb is null then d.attempts
      when jsonb_array_length(d.attempts) < ${MAX_ATTEMPTS} then d.attempts || $5 else d.attempts - 0 || $5 end
  where d.ext_user_id = $1`;

/** Makes an e-mail due later, and counts so many failed attempts. */
export async function postponeDigest(
  tx: Transaction,
  user: ExtUserId,
  { delayMs, tries }: { delayMs: number; tries: number },
): Promise<void> {
  await tx.query(
    `update email_digests set tries = tries + $3, due_at = ${timeIn('$2')}, not_before = ${timeIn('$2')}
     where ext_user_id = $1`,
    [user, delayMs, tries],
  );
}

/** Removes up to `count` rows of users who have got no e-mail for long. */
export async function sweepDigests(tx: Transaction, count: number, endedBefore: Date): Promise<void> {
  await tx.query(
    `delete from email_digests where ext_user_id in (
       select ext_user_id from email_digests
       where due_at is null and updated_at < $2 and not_before < now() order by updated_at limit $1
       for update skip locked
     )`,
    [count, endedBefore],
  );
}

/** How many e-mails are due; at most `limit`. */
export async function countDue(db: Queryable, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `${appsAfter(`''`)}
     select count(*)::int from (
       select from app join email_digests d on d.app_id = app.app_id and due_at <= now() limit $1
     ) counted`,
    [limit],
  );
  return row?.count ?? 0;
}

import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { RelayedEvent } from '../../events/consumer.ts';
import { toArray } from '../../storage/columns.ts';
import type { Transaction } from '../../storage/database.ts';
import { DEFAULT_LEVEL, LEVEL } from './notification-level.ts';
import { SERVICE } from './notification-service.ts';

/** The only module that writes `notification_batches`; `fanOut` turns its rows into notifications and e-mails to come. */

/**
 * Stores the messages that users may have to be notified of: those of applications with devices or e-mail addresses. One row for
 * those of a thread, because rows for each would slow sends down.
 */
export async function insertBatches(
  tx: PublishingTransaction,
  events: readonly RelayedEvent[],
): Promise<void> {
  const messages = events.filter(({ type }) => TYPES.includes(type));
  if (messages.length === 0) return;
  const [inserted] = await tx.query<{ count: number }>(INSERT, [
    messages.map(({ app_id }) => app_id),
    toArray(messages.map(({ thread_id }) => thread_id)),
    toArray(messages.map(({ type, seq, message_seq }) => (type === 'message.deleted' ? message_seq : seq))),
    messages.map(({ type }) => type),
  ]);
  if (inserted?.count !== 0) tx.publish({ type: 'notifications' });
}

const TYPES: readonly string[] = ['message.created', 'message.updated', 'message.deleted'];

/** Of edits, only those that mention somebody anew. */
const INSERT = `
  with inserted as (
    insert into notification_batches (thread_id, type, message_seqs)
    select thread_id, type, array_agg(message_seq)
    from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) with ordinality
      as event (app_id, thread_id, message_seq, type, place)
    where type <> 'message.updated' or (
      select change ? 'mentioned' from log_entries e where e.thread_id = event.thread_id and e.seq = event.message_seq limit 1
    )
    group by app_id, thread_id, type
    having exists (select from devices d where d.app_id = event.app_id)
      or exists (select from user_emails e where e.app_id = event.app_id)
    order by min(place)
    returning 1
  )
  select count(*)::int from inserted`;

export interface FanOutOptions {
  /** How many messages; a few more if they are of one batch. */
  count: number;
  delayMs: number;
  /** How much longer notifications of users wait who are online. */
  onlineDelayMs: number;
  /** How long messages stay unread before there is an e-mail, if the application does not say so; null: there are no e-mails. */
  emailMs: number | null;
}

/**
 * Takes `count` messages, in whole batches, and makes their notifications due `delayMs` after the message, and `onlineDelayMs` later for users
 * who are online: they may read it there. A notification that is already
 * waiting is then about the latest message. Users are notified of messages of others that they have not read, by what they and their thread chose.
 * If they have the thread open, the notification waits until it is closed. A deleted message that a device shows is withdrawn.
 * The same users may get an e-mail later, about all that they have not read by then. Users whom an edit mentions anew are notified as of a
 * new message, but it is no reason for an e-mail: the messages around it may have been in one.
 * Returns how many messages there were.
 */
export async function fanOut(
  tx: Transaction,
  { count, delayMs, onlineDelayMs, emailMs }: FanOutOptions,
): Promise<number> {
  const values = [count, delayMs, onlineDelayMs, emailMs];
  const [fanned] = await tx.query<{ messages: number }>(FAN_OUT, values);
  return fanned?.messages ?? 0;
}

/** Removes the first batch, whose fan-out fails. Its messages, if it has several, become batches of their own: one of them fails. */
export async function dropFirst(tx: Transaction): Promise<void> {
  await tx.query(DROP_FIRST);
}

const DROP_FIRST = `
  with first as (
    delete from notification_batches where id = (select min(id) from notification_batches) returning thread_id, type, message_seqs
  )
  insert into notification_batches (thread_id, type, message_seqs)
  select thread_id, type, array[message_seq] from first cross join unnest(message_seqs) as message_seq
  where cardinality(message_seqs) > 1`;

/** SQL: leaves of `wanted` (`w`) those who are members, have not read the message, and want notifications now. */
const LISTENING = `
    join user_threads mine on mine.ext_user_id = w.ext_user_id and mine.thread_id = w.thread_id
      and mine.is_member and mine.read_seq < w.seq
    left join user_notifications own on own.ext_user_id = w.ext_user_id
    left join thread_notifications choice on choice.thread_id = w.thread_id and choice.ext_user_id = w.ext_user_id`;
const IS_LISTENING = `coalesce(own.is_on, true) and (choice.muted_until is null or choice.muted_until <= clock_timestamp())`;

/** SQL: after how many milliseconds the users of a thread `t` get an e-mail; null: never. */
const EMAIL_MS = `(
      select case when (s.email ->> 'enabled')::boolean
        then coalesce(nullif((s.email ->> 'unread_minutes')::int, 0) * 60000, $4::int) end
      from notification_settings s where s.app_id = t.app_id and s.tenant_id in (t.tenant_id, '') order by s.tenant_id desc limit 1
    )`;

/**
 * Only the latest message of a thread counts. Its sender is notified of the latest message of somebody else instead (`seq_before`).
 * So the cost of a recipient does not depend on the number of messages.
 */
const FAN_OUT = `
  with taken as materialized (
    delete from notification_batches where id = any (array(
      select id from (
        select id, sum(cardinality(message_seqs)) over (order by id) - cardinality(message_seqs) as messages_before
        from (select id, message_seqs from notification_batches order by id limit $1) first
      ) batch where messages_before < $1
    ))
    returning thread_id, type, message_seqs
  ), message as materialized (
    select m.thread_id, m.seq, m.sender_ext_user_id as sender, m.created_at, m.mentions, m.reply_to, false as is_edit
    from taken join messages m on m.thread_id = taken.thread_id and m.seq = any (taken.message_seqs)
    where taken.type = 'message.created' and m.deleted_at is null
    union all
    select m.thread_id, m.seq, m.sender_ext_user_id, e.at, array(
      select named::bigint from jsonb_array_elements_text(e.change -> 'mentioned') named where named::bigint = any (m.mentions)
    ), null, true
    from taken join log_entries e on e.thread_id = taken.thread_id and e.seq = any (taken.message_seqs)
    join messages m on m.thread_id = e.thread_id and m.seq = e.message_seq
    where taken.type = 'message.updated' and m.deleted_at is null
  ), last as materialized (
    select thread_id, sender, created_at, min(seq) filter (where not is_edit) as first_seq,
      max(seq) filter (where not is_edit) as seq, max(seq) filter (where of <> sender and not is_edit) as seq_before
    from (
      select thread_id, seq, is_edit, sender as of, first_value(sender) over newest_first as sender,
        first_value(created_at) over newest_first as created_at
      from message window newest_first as (partition by thread_id order by is_edit, seq desc)
    ) m group by thread_id, sender, created_at
  ), thread as materialized (
    select l.*, t.app_id, t.tenant_id, ${DEFAULT_LEVEL} as level,
      ${EMAIL_MS} as email_ms
    from last l join threads t on t.id = l.thread_id and t.deleted_at is null
    join thread_heads h on h.thread_id = l.thread_id
  ), recipient as (
    select th.thread_id, member.ext_user_id, case when member.ext_user_id <> th.sender then th.seq else th.seq_before end as seq,
      false as is_edit
    from thread th join members member on member.thread_id = th.thread_id and member.state = 'active'
    left join thread_notifications choice on choice.thread_id = th.thread_id and choice.ext_user_id = member.ext_user_id
    where th.level = 'all' and ${LEVEL} = 'all'
    union all
    select th.thread_id, choice.ext_user_id, case when choice.ext_user_id <> th.sender then th.seq else th.seq_before end, false
    from thread th join thread_notifications choice on choice.thread_id = th.thread_id and choice.level = 'all'
    where th.level <> 'all'
    union all
    select m.thread_id, named.ext_user_id, m.seq, m.is_edit
    from (select * from message where mentions is not null or reply_to is not null) m join thread th using (thread_id)
    cross join lateral (
      select unnest(m.mentions) as ext_user_id
      union
      select r.sender_ext_user_id from messages r where m.reply_to is not null and r.thread_id = m.thread_id and r.seq = m.reply_to
    ) named
    left join thread_notifications choice on choice.thread_id = m.thread_id and choice.ext_user_id = named.ext_user_id
    where named.ext_user_id <> m.sender and ${LEVEL} <> 'none'
  ), wanted as (
    select thread_id, ext_user_id, max(seq) as seq, bool_and(is_edit) as is_edit from recipient where seq is not null group by thread_id, ext_user_id
  ), upserted as (
    insert into notifications as n (ext_user_id, device_id, thread_id, provider, service, state, seq, wanted_at, due_at)
    select w.ext_user_id, d.device_id, w.thread_id, d.provider, coalesce(${SERVICE}, ''), 'pending', w.seq, due.at, due.at
    from wanted w
    join thread th using (thread_id)
    join devices d on d.ext_user_id = w.ext_user_id${LISTENING}
    cross join lateral (
      select greatest(max(o.until) filter (where o.thread_id = w.thread_id),
        th.created_at + make_interval(secs => ($2::int + case when count(*) > 0 then $3::int else 0 end) / 1000.0)) as at
      from open_threads o where o.ext_user_id = w.ext_user_id and o.until > clock_timestamp()
    ) due
    where ${IS_LISTENING}
    order by w.ext_user_id, d.device_id, w.thread_id
    on conflict (ext_user_id, device_id, thread_id) do update set
      provider = excluded.provider, service = excluded.service, seq = greatest(n.seq, excluded.seq), wanted_at = excluded.wanted_at, state = 'pending',
      due_at = case when n.is_claimed or n.state = 'pending' and n.tries > 0 then coalesce(n.due_at, excluded.due_at)
        when n.state = 'pending' then least(n.due_at, excluded.due_at) else excluded.due_at end,
      tries = case when n.state = 'pending' then n.tries else 0 end
  ), unread as materialized (
    select w.ext_user_id, th.app_id, w.thread_id, th.first_seq, w.seq, th.created_at, th.email_ms
    from wanted w
    join thread th on th.thread_id = w.thread_id and th.email_ms is not null
    join user_emails e on e.ext_user_id = w.ext_user_id and not e.is_refused${LISTENING}
    where $4::int is not null and ${IS_LISTENING} and not w.is_edit
      and not exists (select from email_opt_outs o where o.ext_user_id = w.ext_user_id)
  ), digests as (
    insert into email_digests as d (ext_user_id, app_id, due_at)
    select ext_user_id, app_id, min(created_at + make_interval(secs => email_ms / 1000.0)) from unread
    group by ext_user_id, app_id order by ext_user_id
    on conflict (ext_user_id) do update set due_at = least(d.due_at, greatest(excluded.due_at, d.not_before))
    where d.due_at is null or d.due_at > greatest(excluded.due_at, d.not_before)
    returning 1
  ), threads_unread as (
    insert into email_threads as e (ext_user_id, thread_id, from_seq, seq, wanted_at)
    select ext_user_id, thread_id, first_seq, seq, created_at
    from (select count(*) from digests) locked cross join unread order by ext_user_id, thread_id
    on conflict (ext_user_id, thread_id) do update set seq = greatest(e.seq, excluded.seq), wanted_at = excluded.wanted_at
  ), withdrawn as (
    update notifications n set due_at = clock_timestamp()
    from taken where taken.type = 'message.deleted' and n.thread_id = taken.thread_id and n.shown_seq = any (taken.message_seqs)
      and n.due_at is null
  )
  select coalesce(sum(cardinality(message_seqs)), 0)::int as messages from taken`;

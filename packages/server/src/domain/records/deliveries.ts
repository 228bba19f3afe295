import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type {
  AnyEventType,
  DeliveryId,
  EventType,
  WebhookAttempt,
  WebhookId,
} from '@palaver/protocol/webhooks';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { OF_SPACE } from './listed-deliveries.ts';
import { FAILING } from './pending-deliveries.ts';

/**
 * The only module that writes `webhook_deliveries`. The transaction of a change also stores its deliveries, so a delivery
 * exists exactly when its change was committed. After the commit an event of the bus wakes the dispatcher.
 */

/**
 * A step of a statement, `enqueue`: a delivery for each entry of a log in its step `source` and each webhook that is to be
 * told of it: the endpoints of the thread's space that want this type; and of a message the bots whom it mentions, and
 * those of its direct thread, but never its sender. `source` has `app_id`, `tenant_id`, `thread_id`, `thread_type`, `seq`,
 * `actor` and `mentions` (a `bigint[]`, or its literal); `type` is an expression. The caller passes on what
 * {@link HAS_DELIVERIES} says.
 *
 * It runs with every batch of sends: where nobody is to be told it must cost next to nothing. So it looks at endpoints once
 * for all, and for bots only where there may be one.
 */
export function enqueueEntries(source: string, type: string): string {
  return `enqueue as (
    insert into webhook_deliveries (webhook_id, type, thread_id, seq)
    select webhook_id, ${type}, thread_id, seq from (
      select w.id as webhook_id, entry.thread_id, entry.seq
      from ${source} entry
      join webhooks w on w.app_id = entry.app_id and w.tenant_id in (entry.tenant_id, '')
      where w.bot_ext_user_id is null and w.is_live and (w.event_types is null or ${type} = any (w.event_types))
      union all
      select w.id, entry.thread_id, entry.seq
      from ${source} entry
      cross join lateral (
        select w.id from webhooks w
        where w.is_live and w.bot_ext_user_id <> entry.actor
          and w.bot_ext_user_id = any (entry.mentions::bigint[] || case when entry.thread_type = 'direct' then array(
            select m.ext_user_id from members m where m.thread_id = entry.thread_id
          ) end)
      ) w
      where ${type} = 'message.created' and (entry.mentions is not null or entry.thread_type = 'direct')
    ) listener
    order by thread_id, seq
    returning webhook_id
  )`;
}

export const HAS_DELIVERIES = 'exists (select from enqueue)';

/** Has everybody told, after the commit, that there is something to deliver. */
export function publishDeliveries(tx: PublishingTransaction): void {
  tx.publish({ type: 'deliveries' });
}

/** Something that has happened, and is in no log. */
export interface Event {
  type: EventType;
  /** What is told of it, beside the space. */
  data: Record<string, unknown>;
}

/** Tells the endpoints of a space, and those of its application that serve every tenant, who want to know of it. */
export async function enqueueEvent(
  tx: PublishingTransaction,
  { appId, tenantId }: Space,
  events: readonly Event[],
): Promise<void> {
  if (events.length === 0) return;
  const about = { app_id: appId, tenant_id: tenantId };
  const told = events.map(({ type, data }) => ({ type, data: { ...about, ...data } }));
  const rows = await tx.query(TELL_ENDPOINTS, [appId, tenantId, JSON.stringify(told)]);
  if (rows.length > 0) publishDeliveries(tx);
}

const TELL_ENDPOINTS = `
  insert into webhook_deliveries (webhook_id, type, data)
  select w.id, event.type, event.data
  from rows from (json_to_recordset($3) as (type text, data json)) with ordinality as event (type, data, n)
  join webhooks w on w.app_id = $1 and w.tenant_id in ($2, '') and w.bot_ext_user_id is null and w.is_live
    and (w.event_types is null or event.type = any (w.event_types))
  order by n
  returning id`;

/** Tells a bot of something that has happened in a thread; nothing when it has no address that can be called. */
export async function enqueueBotEvent(
  tx: PublishingTransaction,
  bot: ExtUserId,
  event: { type: AnyEventType; threadId: ThreadId; seq: number; data: Record<string, unknown> },
): Promise<void> {
  const rows = await tx.query(
    `insert into webhook_deliveries (webhook_id, type, thread_id, seq, data)
     select id, $2, $3, $4, $5 from webhooks where bot_ext_user_id = $1 and is_live
     returning id`,
    [bot, event.type, event.threadId, event.seq, JSON.stringify(event.data)],
  );
  if (rows.length > 0) publishDeliveries(tx);
}

/** What became of a try. */
export interface AttemptRecord {
  id: DeliveryId;
  webhookId: WebhookId;
  threadId: ThreadId | null;
  /** How often it had been tried before. */
  tries: number;
  /** How often what it tells had been erased before. */
  erasures: number;
  /** What was sent, the first time; null: it is kept already, or nothing could be sent. */
  body: string | null;
  state: 'delivered' | 'pending' | 'dead';
  attempt: WebhookAttempt;
  /** Of what stays pending, in Unix milliseconds. */
  nextTryAt: number | null;
}

/**
 * Keeps what became of tries, once, however often it is asked to. A delivery that succeeds ends the time in which nothing
 * of its thread waits: what failed long enough before is overtaken, and holds nobody any more. What was given up meanwhile
 * stays dead, unless it has arrived. Of what was erased meanwhile nothing is kept: neither what was sent, nor what the receiver
 * has said to it.
 */
export async function recordTries(
  tx: Transaction,
  tried: readonly AttemptRecord[],
  now: Date,
  holdMs: number,
): Promise<void> {
  await tx.query(RECORD, [JSON.stringify(tried), now]);
  const lanes = tried.flatMap(({ state, webhookId, threadId }) =>
    state === 'delivered' && threadId !== null ? [{ webhookId, threadId }] : [],
  );
  if (lanes.length > 0) {
    await tx.query(OVERTAKE, [JSON.stringify(lanes), new Date(now.getTime() - holdMs)]);
  }
}

const MAX_ATTEMPTS = 20;
const NO_ANSWER = `'{"response_body": ""}'::jsonb`;

const RECORD = `
  update webhook_deliveries d set tries = d.tries + 1, step = d.step + 1,
    state = case when d.state = 'dead' and new.state <> 'delivered' then 'dead' else new.state end,
    next_try_at = coalesce(to_timestamp(new."nextTryAt" / 1000.0), d.next_try_at),
    failing_since = case when new.state = 'pending' and d.state = 'pending' then coalesce(d.failing_since, $2) end,
    ended_at = case when new.state <> 'pending' then $2 else d.ended_at end,
    body = case when d.erasures = new.erasures then coalesce(d.body, new.body) else d.body end,
    attempts = case when jsonb_array_length(d.attempts) < ${MAX_ATTEMPTS} then d.attempts else d.attempts - 0 end
      || case when d.erasures = new.erasures then new.attempt else new.attempt || ${NO_ANSWER} end
  from json_to_recordset($1) as new (id bigint, "webhookId" bigint, tries int, erasures int, body text, state text, attempt jsonb,
    "nextTryAt" float8)
  where d.webhook_id = new."webhookId" and d.id = new.id and d.tries = new.tries`;

const OVERTAKE = `
  update webhook_deliveries f set is_overtaken = true
  from json_to_recordset($1) as new ("webhookId" bigint, "threadId" bigint)
  where f.webhook_id = new."webhookId" and f.thread_id = new."threadId" and ${FAILING} and f.failing_since <= $2`;

/**
 * Erases what a message said, which is being deleted, from all that was told of it, or is to be: what told of an entry of the
 * log tells the emptied message from then on, what told of its answers quotes nothing of it, and of a pressed button label and payload are gone with the promotion, the
 * label with the text that was posted. A receiver may have said back what it was sent: that goes, too.
 */
export async function eraseFromDeliveries(tx: Transaction, threadId: ThreadId, seq: number): Promise<void> {
  await tx.query(ERASE_ENTRIES, [threadId, seq]);
  await tx.query(ERASE_PRESSES, [threadId, seq]);
  await tx.query(ERASE_QUOTES, [threadId, seq]);
}

const eraseFrom = (data: string, which: string) => `
  update webhook_deliveries d set body = null, erasures = erasures + 1, data = ${data},
    attempts = (select coalesce(jsonb_agg(attempt || ${NO_ANSWER} order by n), '[]')
      from jsonb_array_elements(d.attempts) with ordinality as made (attempt, n))
  from (select webhook_id, id from webhook_deliveries where thread_id = $1 and ${which} order by webhook_id, id for update) told
  where d.webhook_id = told.webhook_id and d.id = told.id`;
const NO_LABEL = `jsonb_set(d.data::jsonb, '{button,label}', '""')`;
const ERASE_ENTRIES = eraseFrom(
  `case when d.data is not null then ${NO_LABEL}::json end`,
  `(seq = $2 or seq = any (array(
    select l.seq from log_entries l where l.thread_id = $1 and l.message_seq = $2 and l.type <> 'message.created')))`,
);
const ERASE_PRESSES = eraseFrom(
  `jsonb_set(${NO_LABEL}, '{payload}', 'null')::json`,
  `type = 'bot.button_clicked' and (data -> 'message' ->> 'seq')::bigint = $2`,
);

const ERASE_QUOTES = eraseFrom(
  'd.data',
  `data is null and seq = any (array(
    select unnest(array[r.seq, l.seq]) from messages r
    left join log_entries l on l.thread_id = r.thread_id and l.message_seq = r.seq and l.type <> 'message.created'
    where r.thread_id = $1 and r.reply_to = $2))`,
);

/** Gives up some of what waits for these webhooks: it is listed as dead. Answers how much there was. */
export async function giveUp(
  db: Queryable,
  webhooks: readonly WebhookId[],
  now: Date,
  count: number,
): Promise<number> {
  const rows = await db.query(
    `update webhook_deliveries d set state = 'dead', ended_at = $2, failing_since = null
     from (
       select webhook_id, id from webhook_deliveries where webhook_id = any ($1) and state = 'pending' limit $3
       for update skip locked
     ) waiting
     where d.webhook_id = waiting.webhook_id and d.id = waiting.id returning 1`,
    [webhooks, now, count],
  );
  return rows.length;
}

/**
 * Some of what has waited untried since before `waitingSince` is given up; of what has ended, what was delivered or dead
 * long enough is forgotten, and all of webhooks that were deleted. Answers how much there was, of the kind of which there
 * was most.
 */
export async function sweepDeliveries(
  db: Queryable,
  before: { waitingSince: Date; delivered: Date; dead: Date },
  count: number,
): Promise<number> {
  const remove = (which: string) =>
    `delete from webhook_deliveries d using (${which}) old
     where d.webhook_id = old.webhook_id and d.id = old.id returning 1`;
  const ended = (state: string) =>
    remove(`select webhook_id, id from webhook_deliveries
      where state = '${state}' and ended_at < $1 order by ended_at limit $2`);
  const ofDeleted = remove(`select d.webhook_id, d.id from webhooks w
    cross join lateral (select webhook_id, id from webhook_deliveries where webhook_id = w.id limit $1) d
    where w.deleted_at is not null limit $1`);
  const late = `update webhook_deliveries d set state = 'dead', ended_at = now(), failing_since = null
    from (
      select d.webhook_id, d.id from webhooks w
      cross join lateral (
        select webhook_id, id from webhook_deliveries
        where webhook_id = w.id and state = 'pending' and next_try_at = '-infinity'
          and coalesce(replayed_at, created_at) < $1
        order by id limit $2
      ) d
      limit $2
    ) old
    where d.webhook_id = old.webhook_id and d.id = old.id returning 1`;
  const swept = [
    await db.query(ended('delivered'), [before.delivered, count]),
    await db.query(ended('dead'), [before.dead, count]),
    await db.query(ofDeleted, [count]),
    await db.query(late, [before.waitingSince, count]),
  ];
  return Math.max(...swept.map(({ length }) => length));
}

/** Which deliveries are to be tried again. */
export type Replayable =
  | { id: DeliveryId }
  | {
      webhook: WebhookId | undefined;
      statuses: readonly ('delivered' | 'dead')[];
      from: Date | null;
      to: Date | null;
    };

/**
 * Makes some be tried again, at once and by a new schedule, at most `limit` of them, the oldest first; one that is pending
 * is tried at once. Webhooks that must not be called are left out. Answers how many.
 */
export async function replay(
  tx: PublishingTransaction,
  { appId, tenantId }: Space,
  which: Replayable,
  limit: number,
): Promise<number> {
  const values =
    'id' in which
      ? [appId, tenantId, limit, which.id, null, null, null, null]
      : [appId, tenantId, limit, null, which.webhook ?? null, which.statuses, which.from, which.to];
  const rows = await tx.query(REPLAY, values);
  if (rows.length > 0) publishDeliveries(tx);
  return rows.length;
}

// What was never tried waits for its turn as before; the others wait for nobody, and nobody for them.
const REPLAY = `
  update webhook_deliveries d set state = 'pending', step = 0, ended_at = null, failing_since = null,
    is_overtaken = d.tries > 0, replayed_at = clock_timestamp(),
    next_try_at = case when d.tries = 0 then '-infinity' else clock_timestamp() end
  from (
    select d.webhook_id, d.id from webhooks w join webhook_deliveries d on d.webhook_id = w.id
    where ${OF_SPACE} and w.is_live and ($4::bigint is null or d.id = $4) and ($5::bigint is null or w.id = $5)
      and ($6::text[] is null or d.state = any ($6)) and ($7::timestamptz is null or d.created_at >= $7)
      and ($8::timestamptz is null or d.created_at < $8)
    order by d.id limit $3 for update of d
  ) chosen
  where d.webhook_id = chosen.webhook_id and d.id = chosen.id
  returning d.id`;

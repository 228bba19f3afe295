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
 * The only module that writes `webhook_deliveries`; `pending-deliveries.ts` reads what the dispatcher sends, and
 * `listed-deliveries.ts` what the API lists. The transaction of a change also stores its deliveries, so a delivery exists
 * exactly when its change was committed. After the commit a bus event wakes the dispatcher.
 */

/**
 * The CTE `enqueue`: stores a delivery for each log entry of the CTE `source` and each webhook that subscribes to it. These
 * are the endpoints of the thread's space that want this type; for a message also the bots that it mentions and those in
 * its direct thread, except its sender. `source` has `app_id`, `tenant_id`, `thread_id`, `thread_type`, `seq`, `actor` and
 * `mentions` (a `bigint[]`, or its literal); `type` is an SQL expression. If {@link HAS_DELIVERIES} is true, the caller
 * calls {@link publishDeliveries}.
 *
 * It runs with every batch of sends, so it must cost next to nothing when nothing subscribes. It joins the endpoints once
 * for the whole batch, and looks for bots only where there may be one.
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

/** Wakes the dispatchers of all nodes after the commit. */
export function publishDeliveries(tx: PublishingTransaction): void {
  tx.publish({ type: 'deliveries' });
}

/** A webhook event that is not a log entry. */
export interface Event {
  type: EventType;
  /** `data` of the webhook body, without the space. */
  data: Record<string, unknown>;
}

/** Enqueues events for the endpoints that subscribe to them: those of the space, and the application's own. */
export async function enqueueEvent(
  tx: PublishingTransaction,
  { appId, tenantId }: Space,
  events: readonly Event[],
): Promise<void> {
  if (events.length === 0) return;
  const origin = { app_id: appId, tenant_id: tenantId };
  const bodies = events.map(({ type, data }) => ({ type, data: { ...origin, ...data } }));
  const rows = await tx.query(ENQUEUE_EVENTS, [appId, tenantId, JSON.stringify(bodies)]);
  if (rows.length > 0) publishDeliveries(tx);
}

const ENQUEUE_EVENTS = `
  insert into webhook_deliveries (webhook_id, type, data)
  select w.id, event.type, event.data
  from rows from (json_to_recordset($3) as (type text, data json)) with ordinality as event (type, data, n)
  join webhooks w on w.app_id = $1 and w.tenant_id in ($2, '') and w.bot_ext_user_id is null and w.is_live
    and (w.event_types is null or event.type = any (w.event_types))
  order by n
  returning id`;

/** Enqueues an event of a thread for a bot; does nothing if the bot has no webhook that can be called. */
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

/** The outcome of an attempt. */
export interface AttemptRecord {
  id: DeliveryId;
  webhookId: WebhookId;
  threadId: ThreadId | null;
  /** Attempts before this one. */
  tries: number;
  /** How often its content had been erased before the attempt. */
  erasures: number;
  /** The body, at the first attempt; null if it is stored already or nothing could be sent. */
  body: string | null;
  state: 'delivered' | 'pending' | 'dead';
  attempt: WebhookAttempt;
  /** When a pending delivery is due again, in Unix milliseconds. */
  nextTryAt: number | null;
}

/**
 * Records the outcomes of attempts; recording one twice has no further effect. When a delivery succeeds, deliveries of its
 * thread that have failed for at least `holdMs` count as overtaken and no longer block the thread. A delivery that was given
 * up during the attempt stays dead, unless the attempt succeeded. If the content was erased during the attempt, neither the
 * body nor the receiver's response is stored.
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
 * Erases the content of a message that is being deleted from all its deliveries, sent or pending:
 *
 * - Deliveries of its log entries show the emptied message from now on; deliveries of its replies no longer quote it.
 * - Deliveries of pressed buttons lose label and payload with the promotion, and the label with the text that was posted.
 * - Recorded responses are emptied, because a receiver may have echoed what it got.
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
    select l.seq from log_entries l where l.thread_id = $1 and l.message_seq = $2)))`,
);
const ERASE_PRESSES = eraseFrom(
  `jsonb_set(${NO_LABEL}, '{payload}', 'null')::json`,
  `type = 'bot.button_clicked' and (data -> 'message' ->> 'seq')::bigint = $2`,
);

const ERASE_QUOTES = eraseFrom(
  'd.data',
  `data is null and seq = any (array(
    select unnest(array[r.seq, l.seq]) from messages r
    left join log_entries l on l.thread_id = r.thread_id and l.message_seq = r.seq
    where r.thread_id = $1 and r.reply_to = $2))`,
);

const countOf = (statement: string) =>
  `with changed as (${statement} returning 1) select count(*)::int from changed`;

/** Marks at most `count` pending deliveries of these webhooks as dead; returns how many. */
export async function giveUp(
  db: Queryable,
  webhooks: readonly WebhookId[],
  now: Date,
  count: number,
): Promise<number> {
  const [given] = await db.query<{ count: number }>(
    countOf(`update webhook_deliveries d set state = 'dead', ended_at = $2, failing_since = null
     from (
       select webhook_id, id from webhook_deliveries where webhook_id = any ($1) and state = 'pending' limit $3
       for update skip locked
     ) waiting
     where d.webhook_id = waiting.webhook_id and d.id = waiting.id`),
    [webhooks, now, count],
  );
  return given?.count ?? 0;
}

/**
 * Marks deliveries as dead that were never attempted since before `waitingSince`, and removes old delivered and dead ones
 * and all deliveries of deleted webhooks: at most `count` of each kind. Returns the largest number among the kinds.
 */
export async function sweepDeliveries(
  db: Queryable,
  before: { waitingSince: Date; delivered: Date; dead: Date },
  count: number,
): Promise<number> {
  const remove = (which: string) =>
    `delete from webhook_deliveries d using (${which}) old
     where d.webhook_id = old.webhook_id and d.id = old.id`;
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
    where d.webhook_id = old.webhook_id and d.id = old.id`;
  const sweep = async (statement: string, values: readonly unknown[]) => {
    const [swept] = await db.query<{ count: number }>(countOf(statement), values);
    return swept?.count ?? 0;
  };
  return Math.max(
    await sweep(ended('delivered'), [before.delivered, count]),
    await sweep(ended('dead'), [before.dead, count]),
    await sweep(ofDeleted, [count]),
    await sweep(late, [before.waitingSince, count]),
  );
}

/** Which deliveries to replay. */
export type Replayable =
  | { id: DeliveryId }
  | {
      webhook: WebhookId | undefined;
      statuses: readonly ('delivered' | 'dead')[];
      from: Date | null;
      to: Date | null;
    };

/**
 * Replays at most `limit` deliveries, oldest first: they are due at once, with a new retry schedule. A pending delivery
 * chosen by its id is due at once, too. Webhooks that must not be called are left out. Returns how many were replayed.
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

// A delivery that was never attempted keeps its place in its thread. The others neither wait for their thread nor block it.
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

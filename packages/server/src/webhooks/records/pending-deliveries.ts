import type { AppId, ThreadId } from '@palaver/protocol/ids';
import type { AnyEventType, DeliveryId, WebhookId } from '@palaver/protocol/webhooks';
import type { Secrets } from '../../domain/records/webhooks.ts';
import type { Queryable } from '../../storage/database.ts';

/** The dispatcher's view of the queue: which deliveries to send now. `deliveries.ts` writes them, `listed-deliveries.ts` lists them. */

/** A delivery that waits to be sent, without its content. */
export interface PendingDelivery extends Secrets {
  id: DeliveryId;
  webhook_id: WebhookId;
  /** Failed attempts of the webhook since its last success. */
  failures: number;
  /** When the webhook was last changed. */
  updated_at: Date;
  url: string;
  /** The bot that owns the webhook; null for an endpoint. */
  bot_id: string | null;
  /** The event: see `EventPlace`. */
  app_id: AppId;
  position: string;
  at: Date;
  type: AnyEventType;
  thread_id: ThreadId | null;
  tries: number;
  step: number;
  /** It does not wait for earlier deliveries of its thread, because one of them has failed for long enough. */
  is_free: boolean;
}

/** What the dispatcher already holds in memory for a webhook. */
export interface WebhookLoad {
  id: WebhookId;
  /** How many more deliveries it takes. */
  room: number;
  deliveries: readonly DeliveryId[];
  /** Threads for which it takes no more first attempts now. */
  threads: readonly ThreadId[];
}

/** After this many consecutive failures a webhook counts as down and gets one attempt at a time. */
export const DOWN_AFTER = 5;

export interface BatchRequest {
  now: Date;
  /** How long a failed delivery blocks later deliveries of its thread. */
  holdMs: number;
  /** How many deliveries to take for a webhook of which none is in memory. */
  room: number;
  /** Takes webhooks with an id above this one, at most `webhooks` of those with pending deliveries. */
  after: WebhookId;
  webhooks: number;
}

export interface DeliveryBatch {
  waiting: PendingDelivery[];
  /** `after` of the next request; null when this batch reached the end. */
  next: WebhookId | null;
  /** Webhooks with pending deliveries that must not be called. */
  idle: WebhookId[];
}

/**
 * Reads the deliveries that can be sent now, up to the room of each webhook: first attempts by ascending id, which is the
 * order of the logs, and retries that are due. While a delivery of a thread has failed for less than `holdMs`, first
 * attempts of the same webhook in that thread are left out.
 */
export async function takePending(
  db: Queryable,
  { now, holdMs, room, after, webhooks }: BatchRequest,
  atHand: readonly WebhookLoad[],
): Promise<DeliveryBatch> {
  const rows = await db.query<Omit<PendingDelivery, 'id'> & { id: DeliveryId | null; is_live: boolean }>(
    TAKE,
    [now, new Date(now.getTime() - holdMs), JSON.stringify(atHand), room, DOWN_AFTER, after, webhooks],
  );
  const ids = new Set(rows.map(({ webhook_id }) => webhook_id));
  const waiting = rows.flatMap(({ is_live, ...row }) =>
    is_live && row.id !== null ? [{ ...row, id: row.id }] : [],
  );
  const idle = new Set(rows.filter((row) => !row.is_live).map(({ webhook_id }) => webhook_id));
  return { waiting, next: ids.size < webhooks ? null : (rows.at(-1)?.webhook_id ?? null), idle: [...idle] };
}

export const FAILING = `f.state = 'pending' and f.failing_since is not null and not f.is_overtaken`;

// Each webhook of the batch has at least one row.
const TAKE = `
  with recursive pending (webhook_id, n) as (
    (select min(webhook_id), 1 from webhook_deliveries where state = 'pending' and webhook_id > $6)
    union all
    select (select min(d.webhook_id) from webhook_deliveries d
      where d.state = 'pending' and d.webhook_id > pending.webhook_id), n + 1
    from pending where pending.webhook_id is not null and n < $7
  )
  select taken.id, w.id as webhook_id, w.is_live, w.failures, w.updated_at, w.url, w.secret, w.previous_secret,
    w.previous_secret_expires_at, bot.user_id as bot_id, w.app_id, taken.position, taken.at, taken.type, taken.thread_id,
    taken.tries, taken.step, coalesce(taken.thread_id = any (lanes.free), false) as is_free
  from pending
  join webhooks w on w.id = pending.webhook_id
  left join users bot on bot.ext_user_id = w.bot_ext_user_id
  left join json_to_recordset($3) as known (id bigint, room int, deliveries bigint[], threads bigint[]) on known.id = w.id
  cross join lateral (
    select case when not w.is_live or w.paused_until > $1 then 0
      when w.failures >= $5 then least(coalesce(known.room, 1), 1) else coalesce(known.room, $4) end as room
  ) may
  left join lateral (
    select array_agg(thread_id) filter (where failed_at > $2) as held,
      array_agg(thread_id) filter (where failed_at <= $2) as free
    from (
      select f.thread_id, min(f.failing_since) as failed_at from webhook_deliveries f
      where f.webhook_id = w.id and f.thread_id is not null and ${FAILING} group by f.thread_id
    ) failing
    where may.room > 0
  ) lanes on true
  left join lateral (
    (select id, position, created_at as at, type, thread_id, tries, step from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at > '-infinity' and d.next_try_at <= $1
       and d.id <> all (coalesce(known.deliveries, '{}'))
     order by d.next_try_at, d.id limit may.room)
    union all
    (select id, position, created_at as at, type, thread_id, tries, step from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at = '-infinity'
       and (d.thread_id is null
         or d.thread_id <> all (coalesce(known.threads, '{}')) and d.thread_id <> all (coalesce(lanes.held, '{}')))
       and d.id <> all (coalesce(known.deliveries, '{}'))
     order by d.id limit may.room)
  ) taken on true
  order by w.id, taken.id`;

/** Counts the pending deliveries of all webhooks, up to `most`. */
export async function countPending(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int from (select from webhook_deliveries where state = 'pending' limit $1) waiting`,
    [most],
  );
  return row?.count ?? 0;
}

/**
 * The age of the oldest pending delivery, in seconds; 0 if there is none. For each of up to `most` webhooks it considers the oldest
 * untried delivery, and the 100 failed ones with the earliest next try.
 */
export async function oldestPending(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(OLDEST_PENDING, [most]);
  return Math.max(0, row?.seconds ?? 0);
}

const OLDEST_PENDING = `
  select coalesce(extract(epoch from clock_timestamp() - min(found.created_at)), 0)::float8 as seconds
  from (select id from webhooks where deleted_at is null limit $1) w
  cross join lateral (
    (select created_at from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at = '-infinity' order by d.id limit 1)
    union all
    (select created_at from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at > '-infinity' order by d.next_try_at, d.id limit 100)
  ) found`;

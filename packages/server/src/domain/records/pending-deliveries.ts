import type { ThreadId } from '@palaver/protocol/ids';
import type { AnyEventType, DeliveryId, WebhookId } from '@palaver/protocol/webhooks';
import { toArray } from '../../storage/columns.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Secrets } from './webhooks.ts';

/** What waits to be delivered, without what is told. */
export interface PendingDelivery extends Secrets {
  id: DeliveryId;
  webhook_id: WebhookId;
  /** Tries of the webhook that have failed since one succeeded. */
  failures: number;
  /** When the webhook was last changed. */
  updated_at: Date;
  url: string;
  /** Of a bot's webhook: the bot. */
  bot_id: string | null;
  type: AnyEventType;
  /** Whose the event is, of an entry of a log. */
  app_id: string;
  tenant_id: string;
  thread_id: ThreadId | null;
  seq: number | null;
  created_at: Date;
  tries: number;
  step: number;
  /** How often what it tells had been erased. */
  erasures: number;
  /** What it tells, or has told before, is stored; else it is the entry of the log. */
  has_content: boolean;
  /** It need not wait for those before it in its thread: one of them has failed for long enough. */
  is_free: boolean;
}

/** What who delivers has at hand of a webhook. */
export interface WebhookLoad {
  id: WebhookId;
  /** For how much more there is room. */
  room: number;
  deliveries: readonly DeliveryId[];
  /** Threads of which there is enough. */
  threads: readonly ThreadId[];
}

/** Failures in a row after which a webhook counts as down: then it gets one try at a time. */
export const DOWN_AFTER = 5;

export interface BatchRequest {
  now: Date;
  /** How long what comes after a failure in its thread waits for it. */
  holdMs: number;
  /** Of a webhook of which nothing is at hand. */
  room: number;
  /** Webhooks from after this one on; at most `webhooks` of them that have something pending. */
  after: WebhookId;
  webhooks: number;
}

export interface DeliveryBatch {
  waiting: PendingDelivery[];
  /** Where the next look goes on; null: this one has come to the end. */
  next: WebhookId | null;
  /** Webhooks that must not be called, and have something pending. */
  idle: WebhookId[];
}

/**
 * What can be delivered now, of each webhook at most as much as there is room for: first tries by ascending id, so in the
 * order of the logs, and tries again that are due. Where a delivery of a thread has failed for less than `holdMs`, its
 * webhook's first tries in that thread are left out.
 */
export async function takePending(
  db: Queryable,
  { now, holdMs, room, after, webhooks }: BatchRequest,
  atHand: readonly WebhookLoad[],
): Promise<DeliveryBatch> {
  const rows = await db.query<
    Omit<PendingDelivery, 'seq' | 'id'> & { seq: string | null; id: DeliveryId | null; is_live: boolean }
  >(TAKE, [now, new Date(now.getTime() - holdMs), JSON.stringify(atHand), room, DOWN_AFTER, after, webhooks]);
  const ids = new Set(rows.map(({ webhook_id }) => webhook_id));
  const waiting = rows.flatMap(({ is_live, ...row }) =>
    is_live && row.id !== null
      ? [{ ...row, id: row.id, seq: row.seq === null ? null : Number(row.seq) }]
      : [],
  );
  const idle = new Set(rows.filter((row) => !row.is_live).map(({ webhook_id }) => webhook_id));
  return { waiting, next: ids.size < webhooks ? null : (rows.at(-1)?.webhook_id ?? null), idle: [...idle] };
}

export const FAILING = `f.state = 'pending' and f.failing_since is not null and not f.is_overtaken`;

// (Each webhook of the look has a row at least.)
const TAKE = `
  with recursive pending (webhook_id, n) as (
    (select min(webhook_id), 1 from webhook_deliveries where state = 'pending' and webhook_id > $6)
    union all
    select (select min(d.webhook_id) from webhook_deliveries d
      where d.state = 'pending' and d.webhook_id > pending.webhook_id), n + 1
    from pending where pending.webhook_id is not null and n < $7
  )
  select taken.id, w.id as webhook_id, w.is_live, w.failures, w.updated_at, w.url, w.secret, w.previous_secret,
    w.previous_secret_expires_at, bot.user_id as bot_id, taken.type, coalesce(t.app_id, w.app_id) as app_id,
    coalesce(t.tenant_id, w.tenant_id) as tenant_id, taken.thread_id, taken.seq, taken.created_at, taken.tries, taken.step,
    taken.erasures, taken.has_content, coalesce(taken.thread_id = any (lanes.free), false) as is_free
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
    (select id, type, thread_id, seq, created_at, tries, step, erasures,
       data is not null or body is not null as has_content from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at > '-infinity' and d.next_try_at <= $1
       and d.id <> all (coalesce(known.deliveries, '{}'))
     order by d.next_try_at, d.id limit may.room)
    union all
    (select id, type, thread_id, seq, created_at, tries, step, erasures,
       data is not null or body is not null as has_content from webhook_deliveries d
     where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at = '-infinity'
       and (d.thread_id is null
         or d.thread_id <> all (coalesce(known.threads, '{}')) and d.thread_id <> all (coalesce(lanes.held, '{}')))
       and d.id <> all (coalesce(known.deliveries, '{}'))
     order by d.id limit may.room)
  ) taken on true
  left join threads t on t.id = taken.thread_id
  order by w.id, taken.id`;

/** What is told by deliveries: their bodies, if they were sent before, or what they are made of. */
export interface Content {
  id: DeliveryId;
  /** JSON of what is told, when it is no entry of a log. */
  data: string | null;
  /** As it was sent before. */
  body: string | null;
}

export async function contentsOf(
  db: Queryable,
  deliveries: readonly Pick<PendingDelivery, 'id' | 'webhook_id'>[],
): Promise<Map<DeliveryId, Content>> {
  if (deliveries.length === 0) return new Map();
  const rows = await db.query<Content>(
    `select d.id, d.data::text, d.body from unnest($1::bigint[], $2::bigint[]) as asked (webhook_id, id)
     join webhook_deliveries d on d.webhook_id = asked.webhook_id and d.id = asked.id`,
    [toArray(deliveries.map(({ webhook_id }) => webhook_id)), toArray(deliveries.map(({ id }) => id))],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** How many deliveries wait, of all webhooks; counted up to `most`. */
export async function countPending(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int from (select from webhook_deliveries where state = 'pending' limit $1) waiting`,
    [most],
  );
  return row?.count ?? 0;
}

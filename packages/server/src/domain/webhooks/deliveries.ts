import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type {
  AnyEventType,
  DeliveryId,
  EventType,
  WebhookAttempt,
  WebhookId,
} from '@palaver/protocol/webhooks';
import { toArray } from '../../storage/arrays.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { PAGE_BYTES, Page } from '../page.ts';
import type { Secrets } from './webhooks.ts';

/**
 * The only module that writes `webhook_deliveries`: what webhooks are to be told, and what became of it. A delivery is
 * stored in the transaction of what it tells of: it is there when, and only when, that has happened. Who delivers is told
 * so after the commit.
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
export function tellOfDeliveries(tx: Transaction): void {
  tx.tell({ type: 'deliveries' });
}

/** Something that has happened, and is in no log. */
export interface Event {
  type: EventType;
  /** What is told of it, beside the space. */
  data: Record<string, unknown>;
}

/** Tells the endpoints of a space, and those of its application that serve every tenant, who want to know of it. */
export async function tellEndpoints(
  tx: Transaction,
  { appId, tenantId }: Space,
  events: readonly Event[],
): Promise<void> {
  if (events.length === 0) return;
  const about = { app_id: appId, tenant_id: tenantId };
  const told = events.map(({ type, data }) => ({ type, data: { ...about, ...data } }));
  const rows = await tx.query(TELL_ENDPOINTS, [appId, tenantId, JSON.stringify(told)]);
  if (rows.length > 0) tellOfDeliveries(tx);
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
export async function tellBot(
  tx: Transaction,
  bot: ExtUserId,
  event: { type: AnyEventType; threadId: ThreadId; seq: number; data: Record<string, unknown> },
): Promise<void> {
  const rows = await tx.query(
    `insert into webhook_deliveries (webhook_id, type, thread_id, seq, data)
     select id, $2, $3, $4, $5 from webhooks where bot_ext_user_id = $1 and is_live
     returning id`,
    [bot, event.type, event.threadId, event.seq, JSON.stringify(event.data)],
  );
  if (rows.length > 0) tellOfDeliveries(tx);
}

/** What waits to be delivered, without what is told. */
export interface Waiting extends Secrets {
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
export interface AtHand {
  id: WebhookId;
  /** For how much more there is room. */
  room: number;
  deliveries: readonly DeliveryId[];
  /** Threads of which there is enough. */
  threads: readonly ThreadId[];
}

/** Failures in a row after which a webhook counts as down: then it gets one try at a time. */
export const DOWN_AFTER = 5;

export interface Take {
  now: Date;
  /** How long what comes after a failure in its thread waits for it. */
  holdMs: number;
  /** Of a webhook of which nothing is at hand. */
  room: number;
  /** Webhooks from after this one on; at most `webhooks` of them that have something pending. */
  after: WebhookId;
  webhooks: number;
}

export interface Taken {
  waiting: Waiting[];
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
export async function takeWaiting(
  db: Queryable,
  { now, holdMs, room, after, webhooks }: Take,
  atHand: readonly AtHand[],
): Promise<Taken> {
  const rows = await db.query<
    Omit<Waiting, 'seq' | 'id'> & { seq: string | null; id: DeliveryId | null; is_live: boolean }
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

const FAILING = `f.state = 'pending' and f.failing_since is not null and not f.is_overtaken`;

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
  deliveries: readonly Pick<Waiting, 'id' | 'webhook_id'>[],
): Promise<Map<DeliveryId, Content>> {
  if (deliveries.length === 0) return new Map();
  const rows = await db.query<Content>(
    `select d.id, d.data::text, d.body from unnest($1::bigint[], $2::bigint[]) as asked (webhook_id, id)
     join webhook_deliveries d on d.webhook_id = asked.webhook_id and d.id = asked.id`,
    [toArray(deliveries.map(({ webhook_id }) => webhook_id)), toArray(deliveries.map(({ id }) => id))],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What became of a try. */
export interface Tried {
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
  tried: readonly Tried[],
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

/** How many deliveries wait, of all webhooks; counted up to `most`. */
export async function countPending(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int from (select from webhook_deliveries where state = 'pending' limit $1) waiting`,
    [most],
  );
  return row?.count ?? 0;
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

/** Which deliveries: of one webhook of a space, or of all of them. */
export interface DeliveryFilter {
  webhook: WebhookId | undefined;
  status: 'pending' | 'delivered' | 'dead' | undefined;
}

export interface DeliveryRow {
  id: DeliveryId;
  endpoint_id: WebhookId | null;
  bot_id: string | null;
  event_type: string;
  thread_id: ThreadId | null;
  seq: string | null;
  status: 'pending' | 'delivered' | 'dead';
  body: string | null;
  tries: number;
  attempts: WebhookAttempt[];
  created_at: Date;
  next_try_at: Date | null;
  ended_at: Date | null;
}

const DELIVERY_COLUMNS = [
  'id',
  'endpoint_id',
  'bot_id',
  'event_type',
  'thread_id',
  'seq',
  'status',
  'body',
  'tries',
  'attempts',
  'created_at',
  'next_try_at',
  'ended_at',
] as const satisfies (keyof DeliveryRow)[];
/** What is large in a delivery as it is listed. */
const BYTES = 'coalesce(octet_length(body), 0) + octet_length(attempts::text)';

const shownWith = (body: string) => `d.id, case when w.bot_ext_user_id is null then w.id end as endpoint_id,
  (select user_id from users where ext_user_id = w.bot_ext_user_id) as bot_id, d.type as event_type, d.thread_id, d.seq,
  d.state as status, ${body} as body, d.tries, d.attempts, d.created_at,
  case when d.state = 'pending' then greatest(d.next_try_at, d.created_at) end as next_try_at, d.ended_at`;

const OF_SPACE = 'w.app_id = $1 and w.tenant_id = $2 and w.deleted_at is null';

/** The newest first, from before `lastId` on. */
export async function pageDeliveries(
  db: Queryable,
  { appId, tenantId }: Space,
  { webhook, status }: DeliveryFilter,
  page: { lastId: string; limit: number },
): Promise<Page<DeliveryRow>> {
  const lastId = BigInt(page.lastId) === 0n ? MAX_ID : page.lastId;
  const statement = status === undefined ? PAGE : PAGES[status];
  const values = [appId, tenantId, lastId, page.limit, webhook ?? null];
  const rows = await db.query<DeliveryRow & { found: number }>(statement, values);
  const items = rows.map(({ found: _found, ...row }) => row);
  return new Page(items, rows.length < (rows[0]?.found ?? 0));
}

const MAX_ID = String(2n ** 63n - 1n);

// A statement for each status: only then the index of it can be used. (A page of long bodies would be very large.)
const pageOf = (condition: string) => `
  select ${DELIVERY_COLUMNS.join(', ')}, found from (
    select *, row_number() over newest_first as place, count(*) over ()::int as found,
      sum(${BYTES}) over newest_first - (${BYTES}) as bytes_before
    from (
      select ${shownWith('left(d.body, 10000)')} from webhooks w
      cross join lateral (
        select * from webhook_deliveries d where d.webhook_id = w.id and d.id < $3 and ${condition}
        order by d.id desc limit $4 + 1
      ) d
      where ${OF_SPACE} and ($5::bigint is null or w.id = $5)
      order by d.id desc limit $4 + 1
    ) shown window newest_first as (order by id desc)
  ) counted where place <= $4 and bytes_before < ${PAGE_BYTES} order by id desc`;
const PAGE = pageOf('true');
const PAGES = {
  pending: pageOf(`d.state = 'pending'`),
  delivered: pageOf(`d.state = 'delivered'`),
  dead: pageOf(`d.state = 'dead'`),
};

export async function findDelivery(
  db: Queryable,
  { appId, tenantId }: Space,
  id: DeliveryId,
): Promise<DeliveryRow | undefined> {
  const [row] = await db.query<DeliveryRow>(
    `select ${shownWith('d.body')} from webhooks w join webhook_deliveries d on d.webhook_id = w.id
     where ${OF_SPACE} and d.id = $3`,
    [appId, tenantId, id],
  );
  return row;
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
  tx: Transaction,
  { appId, tenantId }: Space,
  which: Replayable,
  limit: number,
): Promise<number> {
  const values =
    'id' in which
      ? [appId, tenantId, limit, which.id, null, null, null, null]
      : [appId, tenantId, limit, null, which.webhook ?? null, which.statuses, which.from, which.to];
  const rows = await tx.query(REPLAY, values);
  if (rows.length > 0) tellOfDeliveries(tx);
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

import type { AppId, ThreadId } from '@palaver/protocol/ids';
import type { DeliveryId, WebhookAttempt, WebhookId } from '@palaver/protocol/webhooks';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import type { Space } from '../../domain/context.ts';
import { deletionsIn, type ErasedEvent } from '../../domain/records/events.ts';
import type { RelayedEvent } from '../../events/consumer.ts';
import { toArray } from '../../storage/columns.ts';
import type { Queryable, Transaction } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';
import { OF_SPACE } from './listed-deliveries.ts';
import { FAILING } from './pending-deliveries.ts';

/**
 * The only module that writes `webhook_deliveries`; `pending-deliveries.ts` reads what the dispatcher sends, and
 * `listed-deliveries.ts` what the API lists.
 */

/**
 * Stores a delivery for each event and each webhook that subscribes to it: the endpoints of the event's space that want its type;
 * for a message also the bots that it mentions and those in its direct thread, except its sender; for an edit those that it mentions anew; for a pressed button the bot
 * that sent the promotion. After the commit, a bus event wakes the dispatcher.
 */
export async function insertDeliveries(
  tx: PublishingTransaction,
  events: readonly RelayedEvent[],
): Promise<void> {
  const [inserted] = await tx.query<{ count: number }>(INSERT, [
    events.map(({ app_id }) => app_id),
    events.map(({ tenant_id }) => tenant_id),
    toArray(events.map(({ position }) => position)),
    events.map(({ at }) => at),
    events.map(({ type }) => type),
    toArray(events.map(({ thread_id }) => thread_id)),
    toArray(events.map(({ seq }) => seq)),
    toArray(events.map(({ message_seq }) => message_seq)),
  ]);
  if (inserted?.count !== 0) publishDeliveries(tx);
}

// Each message and thread is looked up by its key: a join that was planned while there were few messages would compare all of
// them with each event.
const INSERT = `
  with event as materialized (
    select * from unnest($1::text[], $2::text[], $3::bigint[], $4::timestamptz[], $5::text[], $6::bigint[], $7::bigint[],
        $8::bigint[])
      as event (app_id, tenant_id, position, at, type, thread_id, seq, message_seq)
    where exists (select from event_streams s where s.app_id = event.app_id and s.is_on)
  ), inserted as (
  insert into webhook_deliveries (webhook_id, position, created_at, type, thread_id, seq)
  select webhook_id, position, at, type, thread_id, seq from (
    select w.id as webhook_id, event.*
    from event join webhooks w on w.app_id = event.app_id and w.tenant_id in (event.tenant_id, '')
    where w.bot_ext_user_id is null and w.is_live and event.type <> 'bot.button_clicked'
      and (w.event_types is null or event.type = any (w.event_types))
    union all
    select w.id, event.*
    from event
    cross join lateral (
      select sender_ext_user_id, mentions from messages where thread_id = event.thread_id and seq = event.seq limit 1
    ) m
    cross join lateral (select id, type from threads where id = event.thread_id limit 1) t
    join webhooks w on w.is_live and w.bot_ext_user_id <> m.sender_ext_user_id
      and w.bot_ext_user_id = any (m.mentions || case when t.type = 'direct' then array(
        select ext_user_id from members where thread_id = t.id
      ) end)
    where event.type = 'message.created' and (m.mentions is not null or t.type = 'direct')
    union all
    select w.id, event.*
    from event
    cross join lateral (
      select change -> 'mentioned' as mentioned from log_entries where thread_id = event.thread_id and seq = event.seq limit 1
    ) edit
    cross join lateral (
      select sender_ext_user_id from messages where thread_id = event.thread_id and seq = event.message_seq limit 1
    ) m
    join webhooks w on w.is_live and w.bot_ext_user_id <> m.sender_ext_user_id and edit.mentioned ? w.bot_ext_user_id::text
    where event.type = 'message.updated' and edit.mentioned is not null
    union all
    select w.id, event.*
    from event
    cross join lateral (
      select sender_ext_user_id from messages where thread_id = event.thread_id and seq = event.message_seq limit 1
    ) promotion
    join webhooks w on w.bot_ext_user_id = promotion.sender_ext_user_id and w.is_live
    where event.type = 'bot.button_clicked'
  ) listener
  order by app_id, position
  returning 1
  )
  select count(*)::int from inserted`;

/** Wakes the dispatchers of all nodes after the commit. */
function publishDeliveries(tx: PublishingTransaction): void {
  tx.publish({ type: 'deliveries' });
}

/** The outcome of an attempt. */
export interface AttemptRecord {
  id: DeliveryId;
  webhookId: WebhookId;
  /** The event: see `EventPlace`. */
  appId: AppId;
  position: string;
  at: Date;
  threadId: ThreadId | null;
  /** Attempts before this one. */
  tries: number;
  /** How many deletions of messages that it shows the body of the attempt knew of. */
  deletions: number;
  state: 'delivered' | 'pending' | 'dead';
  attempt: WebhookAttempt;
  /** When a pending delivery is due again, in Unix milliseconds. */
  nextTryAt: number | null;
}

/**
 * Records the outcomes of attempts; recording one twice has no further effect. When a delivery succeeds, deliveries of its
 * thread that have failed for at least `holdMs` count as overtaken and no longer block the thread. A delivery that was given
 * up during the attempt stays dead, unless the attempt succeeded. If a message that the event shows was deleted during the attempt,
 * the receiver's response is not stored; if one was deleted since the attempt before, earlier responses are removed.
 */
export async function recordTries(
  tx: Transaction,
  tried: readonly AttemptRecord[],
  now: Date,
  holdMs: number,
): Promise<void> {
  await Promise.all([tx.query(KEEP_INDEX_PLAN), tx.query(RECORD, [JSON.stringify(tried), now])]);
  const lanes = tried.flatMap(({ state, webhookId, threadId }) =>
    state === 'delivered' && threadId !== null ? [{ webhookId, threadId }] : [],
  );
  if (lanes.length > 0) {
    await tx.query(OVERTAKE, [JSON.stringify(lanes), new Date(now.getTime() - holdMs)]);
  }
}

const MAX_ATTEMPTS = 20;
const NO_ANSWER = `'{"response_body": ""}'::jsonb`;
/** The attempts of `d` without the responses. */
const EMPTIED = `(
  select coalesce(jsonb_agg(attempt || ${NO_ANSWER} order by n), '[]')
  from jsonb_array_elements(d.attempts) with ordinality as made (attempt, n))`;
/** The same if a message that the event shows was deleted since. */
const ALLOWED = `case when d.erasures < new.deletions then ${EMPTIED} else d.attempts end`;

const RECORD = `
  update webhook_deliveries d set erasures = greatest(d.erasures, new.deletions), tries = d.tries + 1, step = d.step + 1,
    state = case when d.state = 'dead' and new.state <> 'delivered' then 'dead' else new.state end,
    next_try_at = coalesce(to_timestamp(new."nextTryAt" / 1000.0), d.next_try_at),
    failing_since = case when new.state = 'pending' and d.state = 'pending' then coalesce(d.failing_since, $2) end,
    ended_at = case when new.state <> 'pending' then $2 else d.ended_at end,
    attempts = case when jsonb_array_length(d.attempts) < ${MAX_ATTEMPTS} then ${ALLOWED} else ${ALLOWED} - 0 end
      || case when e.deletions = new.deletions and d.erasures <= new.deletions then new.attempt
        else new.attempt || ${NO_ANSWER} end
  from json_to_recordset($1) as new (id bigint, "webhookId" bigint, "appId" text, position bigint, at timestamptz, tries int, deletions int,
    state text, attempt jsonb, "nextTryAt" float8)
  left join lateral (
    select ${deletionsIn('e')} as deletions from events e where e.app_id = new."appId" and e.position = new.position and e.at = new.at limit 1
  ) e on true
  where d.webhook_id = new."webhookId" and d.id = new.id and d.tries = new.tries`;

const OVERTAKE = `
  update webhook_deliveries f set is_overtaken = true
  from json_to_recordset($1) as new ("webhookId" bigint, "threadId" bigint)
  where f.webhook_id = new."webhookId" and f.thread_id = new."threadId" and ${FAILING} and f.failing_since <= $2`;

/**
 * Empties the recorded responses to deliveries of these events: a receiver may have echoed what it got. (The bodies belong to the
 * events.)
 */
export async function eraseResponses(tx: Transaction, events: readonly ErasedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(ERASE_RESPONSES, [
    toArray(events.map(({ thread_id }) => thread_id)),
    toArray(events.map(({ seq }) => seq)),
    toArray(events.map(({ position }) => position)),
    toArray(events.map(({ deletions }) => deletions)),
  ]);
}

const ERASE_RESPONSES = `
  update webhook_deliveries d set attempts = ${EMPTIED}, erasures = greatest(d.erasures, erased.deletions)
  from (
    select d.webhook_id, d.id, event.deletions
    from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[]) as event (thread_id, seq, position, deletions)
    join webhook_deliveries d on d.thread_id = event.thread_id and d.seq = event.seq and d.position = event.position
    order by d.webhook_id, d.id for update of d
  ) erased
  where d.webhook_id = erased.webhook_id and d.id = erased.id`;

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
 * Marks deliveries as dead that were never attempted since before `waitingSince`, and removes old delivered and dead ones, those of
 * events from before `gone`, and all deliveries of deleted webhooks: at most `count` of each kind. Returns the largest number among
 * the kinds.
 */
export async function sweepDeliveries(
  db: Queryable,
  before: { waitingSince: Date; delivered: Date; dead: Date; gone: Date },
  count: number,
): Promise<number> {
  const remove = (which: string) =>
    `delete from webhook_deliveries d using (${which}) old
     where d.webhook_id = old.webhook_id and d.id = old.id`;
  const ended = (state: string) =>
    remove(`select webhook_id, id from webhook_deliveries
      where state = '${state}' and ended_at < $1 order by ended_at limit $2`);
  const ofGone = remove('select webhook_id, id from webhook_deliveries where created_at < $1 limit $2');
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
    await sweep(ofGone, [before.gone, count]),
    await sweep(ofDeleted, [count]),
    await sweep(late, [before.waitingSince, count]),
  );
}

/** Webhooks that were deleted a while ago, so that transactions no longer add deliveries, and have none left. */
export async function findFinished(db: Queryable): Promise<WebhookId[]> {
  const rows = await db.query<{ id: WebhookId }>(
    `select id from webhooks w where deleted_at < now() - interval '1 minute'
       and not exists (select from webhook_deliveries d where d.webhook_id = w.id)`,
  );
  return rows.map(({ id }) => id);
}

/** Which deliveries to replay. */
export type Replayable =
  | { id: DeliveryId }
  | {
      webhook: WebhookId | undefined;
      statuses: readonly ('delivered' | 'dead')[];
      from: Date | null;
      to: Date | null;
      fromPosition: number | null;
      /** Inclusive. */
      toPosition: number | null;
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
      ? [appId, tenantId, limit, which.id, null, null, null, null, null, null]
      : [
          ...[appId, tenantId, limit, null, which.webhook ?? null, which.statuses],
          ...[which.from, which.to, which.fromPosition, which.toPosition],
        ];
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
      and ($9::bigint is null or d.position >= $9) and ($10::bigint is null or d.position <= $10)
    order by d.id limit $3 for update of d
  ) chosen
  where d.webhook_id = chosen.webhook_id and d.id = chosen.id
  returning d.id`;

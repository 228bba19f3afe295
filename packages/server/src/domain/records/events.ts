import { MAX_POSITIONS } from '@palaver/protocol/events';
import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import type { AnyEventType } from '@palaver/protocol/webhooks';
import { toArray } from '../../storage/columns.ts';
import type { Row, Transaction, Transactor } from '../../storage/database.ts';
import { KEEP_INDEX_PLAN } from '../../storage/plan-settings.ts';
import type { StreamState } from './event-streams.ts';
import type { LinkColumns } from './threads.ts';

/**
 * Stored events: reads them, stores their bodies, and erases content. (The relay, `events/relay.ts`, adds them.)
 *
 * A stored body shows messages, and messages are deleted. The deletion erases up to {@link MOST_ERASED} bodies. It does not see bodies
 * that other transactions store at the same time. Therefore each event counts the deletions that its body reflects. A reader compares
 * this number with {@link deletionsIn}, and makes an outdated body anew. The relay erases what is left (`events/erasures.ts`).
 */

/** Where an event is stored. */
export interface EventPlace {
  app_id: AppId;
  /** A decimal string. */
  position: string;
  /** Names the partition. */
  at: Date;
}

export interface StoredEvent extends EventPlace, LinkColumns {
  tenant_id: TenantId;
  type: AnyEventType;
  thread_id: ThreadId | null;
  seq: string | null;
  /** How many deletions of messages that it shows there are: see {@link deletionsIn}. */
  deletions: number;
  /** As it was first handed out; null before that, and after a message that it shows was deleted. */
  body: string | null;
  /** The span that caused it, as in `traceparent`; null: it is not traced. */
  trace: string | null;
}

export const placeKey = ({ app_id, position }: EventPlace): string => `${app_id} ${position}`;

/**
 * SQL: a number that grows with each deletion of a message that an event shows. The event shows the messages of its entry, and the
 * messages to which these reply. (A deleted message counts twice, because it forgets to which one it replied.)
 */
export const deletionsIn = (event: string) => `(
  select coalesce(sum(case when shown.deleted_at is null then (
      select 1 from messages quoted
      where quoted.thread_id = shown.thread_id and quoted.seq = shown.reply_to and quoted.deleted_at is not null
    ) else 2 end), 0)::int
  from messages shown where shown.thread_id = ${event}.thread_id and shown.seq in (${event}.seq, ${event}.message_seq))`;

/**
 * SQL: what may be shown of the stored body of an event after a deletion. That of a log entry can be made anew, without the
 * content. That of a pressed button keeps who pressed it and when, but neither the label, which was posted as a message, nor the
 * payload of the promotion.
 */
const erasedBody = (event: string) => `case when ${event}.type = 'bot.button_clicked' then (
  select case when promotion.deleted_at is null then unlabelled else jsonb_set(unlabelled, '{data,payload}', 'null') end
  from jsonb_set(${event}.body::jsonb, '{data,button,label}', '""') unlabelled, messages promotion
  where promotion.thread_id = ${event}.thread_id and promotion.seq = ${event}.message_seq)::text end`;

/** SQL: the stored body, as far as it may be shown. */
export const shownBody = (event: string) =>
  `case when ${deletionsIn(event)} = ${event}.deletions then ${event}.body else ${erasedBody(event)} end`;

const PLACES = 'unnest($1::text[], $2::bigint[], $3::timestamptz[]) as place (app_id, position, at)';
const IS_PLACE = 'e.app_id = place.app_id and e.position = place.position and e.at = place.at';

const placesOf = (places: readonly EventPlace[]) => [
  places.map(({ app_id }) => app_id),
  toArray(places.map(({ position }) => position)),
  places.map(({ at }) => at),
];

export async function findEvents(db: Transactor, places: readonly EventPlace[]): Promise<StoredEvent[]> {
  if (places.length === 0) return [];
  return lookUp<StoredEvent>(db, FIND, placesOf(places));
}

const FIND = `
  select app_id, position, at, tenant_id, type, thread_id, seq, trace, now as deletions,
    case when now = deletions then body else ${erasedBody('e')} end as body, reference_id, satl_reference_id
  from (select e.*, ${deletionsIn('e')} as now from ${PLACES} join events e on ${IS_PLACE}) e
  left join lateral (select reference_id, satl_reference_id from threads where id = e.thread_id limit 1) tied on true`;

/** Runs one statement that finds its rows by their keys: see {@link KEEP_INDEX_PLAN}. */
export async function lookUp<R extends object = Row>(
  db: Transactor,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const [, rows] = await db.transactionAtOnce((tx) =>
    Promise.all([tx.query(KEEP_INDEX_PLAN), tx.query<R>(text, values)]),
  );
  return rows;
}

/** What a look for new events found: the state of the stream, and the new events of one type and tenant, if there are any. */
export type StreamNews = Pick<StreamState, 'is_on' | 'epoch'> & { app_id: AppId } & (
    | { tenant_id: TenantId; type: AnyEventType; position: string }
    | { position: null }
  );

/**
 * What is new in the streams of these applications after the given positions, up to {@link MAX_POSITIONS} of each; `position` is
 * that of the latest event. It only reads the events of the last hour: a request does not wait that long.
 */
export async function findNews(
  db: Transactor,
  afterByApp: ReadonlyMap<AppId, number>,
): Promise<StreamNews[]> {
  return lookUp<StreamNews>(db, NEWS, [[...afterByApp.keys()], toArray([...afterByApp.values()])]);
}

const NEWS = `
  select waiting.app_id, coalesce(s.is_on, false) as is_on, current.epoch, event.tenant_id, event.type, event.position
  from unnest($1::text[], $2::bigint[]) as waiting (app_id, after)
  cross join event_epoch current left join event_streams s on s.app_id = waiting.app_id
  left join lateral (
    select e.tenant_id, e.type, max(e.position) as position from events e
    where e.app_id = waiting.app_id and e.position > waiting.after and e.position <= waiting.after + ${MAX_POSITIONS}
      and e.at > now() - interval '1 hour'
    group by e.tenant_id, e.type
  ) event on true`;

/** A body that was made from an event without one. */
export interface NewBody {
  event: StoredEvent;
  body: string;
}

/**
 * Stores bodies before they are handed out. Returns those that are now stored: not those of events that have a body by now, and
 * not one that was made before a deletion of which the event knows.
 */
export async function storeBodies(db: Transactor, bodies: readonly NewBody[]): Promise<Set<string>> {
  if (bodies.length === 0) return new Set();
  // (Sorted, so that two hand-outs of the same events do not wait for each other.)
  const sorted = bodies.toSorted(
    (a, b) =>
      compare(a.event.app_id, b.event.app_id) || Number(BigInt(a.event.position) - BigInt(b.event.position)),
  );
  const rows = await lookUp<EventPlace>(db, STORE_BODIES, [
    ...placesOf(sorted.map(({ event }) => event)),
    sorted.map(({ event }) => event.deletions),
    sorted.map(({ body }) => body),
  ]);
  return new Set(rows.map(placeKey));
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const STORE_BODIES = `
  update events e set body = place.body, deletions = place.deletions
  from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::int[], $5::text[])
    as place (app_id, position, at, deletions, body)
  where ${IS_PLACE} and (e.body is null and e.deletions = place.deletions or e.deletions < place.deletions)
  returning e.app_id, e.position, e.at`;

/** Erases the content of a message that is being deleted from events: see above. */
export async function eraseFromEvents(tx: Transaction, threadId: ThreadId, seq: number): Promise<void> {
  await Promise.all([tx.query(KEEP_INDEX_PLAN), tx.query(ERASE_FOUND, [threadId, seq])]);
}

/** SQL: the events of a thread (`$1`) that show one of these messages. */
const showing = (messages: string) =>
  ['seq', 'message_seq']
    .map((column) => `select * from events where thread_id = $1 and ${column} = any (${messages})`)
    .join(' union all ');

/** How many events a deletion erases itself. */
const MOST_ERASED = 500;

const ERASE_FOUND = `
  update events e set deletions = found.now, body = ${erasedBody('e')}
  from (
    select app_id, position, at, ${deletionsIn('e')} as now from (${showing(`array(
      select $2::bigint union all (select seq from messages where thread_id = $1 and reply_to = $2 order by seq limit 200))`)}
    ) e limit ${MOST_ERASED}
  ) found
  where e.app_id = found.app_id and e.position = found.position and e.at = found.at and e.deletions < found.now`;

/** An event whose content was erased, and the deletions after which it was. */
export interface ErasedEvent extends EventPlace {
  thread_id: ThreadId;
  seq: string;
  deletions: number;
}

/** Erases the content of deleted messages from these events; returns those from which it had not been erased before. */
export async function eraseContent(tx: Transaction, places: readonly EventPlace[]): Promise<ErasedEvent[]> {
  return places.length === 0 ? [] : tx.query<ErasedEvent>(ERASE, placesOf(places));
}

// (It also changes events that have no body yet. A body that was made before the deletion is then not stored.)
const ERASE = `
  update events e set deletions = known.now, erasures = known.now,
    body = case when e.deletions = known.now then e.body else ${erasedBody('e')} end
  from (select e.app_id, e.position, e.at, ${deletionsIn('e')} as now from ${PLACES} join events e on ${IS_PLACE}) known
  where e.app_id = known.app_id and e.position = known.position and e.at = known.at and e.erasures < known.now
  returning e.app_id, e.position, e.at, e.thread_id, e.seq, e.deletions`;

/**
 * Events that show one of these messages of a thread, or a message that replied to it, and from which its content was not erased
 * since its deletion.
 */
export async function findUnerased(
  tx: Transaction,
  threadId: ThreadId,
  messages: readonly string[],
  limit: number,
): Promise<EventPlace[]> {
  return tx.query<EventPlace>(UNERASED, [threadId, toArray(messages), limit]);
}

const UNERASED = `
  select app_id, position, at from (${showing('$2::bigint[]')}) e where erasures < ${deletionsIn('e')} limit $3`;

import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import type { AnyEventType } from '@palaver/protocol/webhooks';
import { toArray } from '../../storage/columns.ts';
import {
  KEEP_INDEX_PLAN,
  type Queryable,
  type Row,
  type Transaction,
  type Transactor,
} from '../../storage/database.ts';
import { lockEventsShared } from './app-locks.ts';

/**
 * Stored events: reads them, stores their bodies, and erases content. (The relay, `events/relay.ts`, adds them.)
 */

/** Where an event is stored. */
export interface EventPlace {
  app_id: AppId;
  /** A decimal string. */
  position: string;
  /** Names the partition. */
  at: Date;
}

export interface StoredEvent extends EventPlace {
  tenant_id: TenantId;
  type: AnyEventType;
  thread_id: ThreadId | null;
  seq: string | null;
  /** How often its content was erased. */
  erasures: number;
  /** As it was first handed out; null before that, and after its content was erased. */
  body: string | null;
}

export const placeKey = ({ app_id, position }: EventPlace): string => `${app_id} ${position}`;

const COLUMNS = 'e.app_id, e.position, e.at, e.tenant_id, e.type, e.thread_id, e.seq, e.erasures, e.body';

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

const FIND = `select ${COLUMNS} from ${PLACES} join events e on ${IS_PLACE}`;

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

/**
 * Of these applications, those with an event after the given position, among the events of the last hour: the others were
 * found before. (So only the partitions of an hour are read.)
 */
export async function findAppsWithEvents(
  db: Queryable,
  afterByApp: ReadonlyMap<AppId, number>,
): Promise<AppId[]> {
  const rows = await db.query<{ app_id: AppId }>(
    `select waiting.app_id from unnest($1::text[], $2::bigint[]) as waiting (app_id, after)
     where exists (
       select from events e where e.app_id = waiting.app_id and e.position > waiting.after
         and e.at > current_timestamp - interval '1 hour')`,
    [[...afterByApp.keys()], toArray([...afterByApp.values()])],
  );
  return rows.map(({ app_id }) => app_id);
}

/** A body that was made from an event without one. */
export interface NewBody {
  event: StoredEvent;
  body: string;
}

/**
 * Stores bodies before they are handed out. Returns those that are now stored: not those of events that have a body by now,
 * or whose content was erased since the event was read.
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
    sorted.map(({ event }) => event.erasures),
    sorted.map(({ body }) => body),
  ]);
  return new Set(rows.map(placeKey));
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const STORE_BODIES = `
  update events e set body = place.body
  from unnest($1::text[], $2::bigint[], $3::timestamptz[], $4::int[], $5::text[])
    as place (app_id, position, at, erasures, body)
  where ${IS_PLACE} and e.body is null and e.erasures = place.erasures
  returning e.app_id, e.position, e.at`;

/**
 * The events that show content of a message (`$1` the thread, `$2` the message): its entries, those of its replies, which quote
 * it, and pressed buttons, which show a label of the promotion and posted it.
 */
export const EVENTS_ABOUT = ['seq', 'message_seq']
  .map(
    (column) => `
  select e.app_id, e.position, e.at, e.thread_id, e.seq, e.type from events e
  where e.thread_id = $1 and e.${column} = any (array(
      select $2::bigint union all select seq from messages where thread_id = $1 and reply_to = $2))
    and (e.type <> 'bot.button_clicked' or $2 in (e.seq, e.message_seq))`,
  )
  .join(' union ');

/**
 * Erases the content of a message that is being deleted from all events: they show the emptied message from now on.
 */
export async function eraseFromEvents(tx: Transaction, threadId: ThreadId, seq: number): Promise<void> {
  await lockEventsShared(tx, threadId);
  await tx.query(ERASE, [threadId, seq]);
}

const NO_LABEL = `jsonb_set(e.body::jsonb, '{data,button,label}', '""')`;

const ERASE = `
  update events e set erasures = e.erasures + 1, body = case when e.type = 'bot.button_clicked' then
      (case when e.message_seq = $2 then jsonb_set(${NO_LABEL}, '{data,payload}', 'null') else ${NO_LABEL} end)::text
    end
  from (${EVENTS_ABOUT}) about
  where e.app_id = about.app_id and e.position = about.position and e.at = about.at`;

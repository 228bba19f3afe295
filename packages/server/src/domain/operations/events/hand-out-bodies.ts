import type { WebhookEntry } from '@palaver/protocol/log';
import type { Transactor } from '../../../storage/database.ts';
import {
  type EventPlace,
  findEvents,
  placeKey,
  type StoredEvent,
  storeBodies,
} from '../../records/events.ts';
import { readEntries } from '../../records/thread-log-reader.ts';
import { linksOf } from '../../records/threads.ts';
import { eventBody } from '../../rules/event-body.ts';

/** A body was not stored because a message was deleted, or another request stored one first. Both happen a few times at most. */
const MOST_ROUNDS = 10;

/** An event as it is handed out. */
export interface HandedOut {
  body: string;
  /** How many deletions of messages that it shows there were. */
  deletions: number;
  /** The span that caused the event, as in `traceparent`; null: it is not traced. */
  trace: string | null;
}

/**
 * The bodies of events, by {@link placeKey}. The first hand-out stores a body, so that every further one, to a webhook or by
 * pull, has the same bytes, until the message is deleted. A log entry is shown as it is at the first hand-out, with its
 * message. Events that no longer exist are missing in the result.
 */
export async function handOutBodies(
  db: Transactor,
  places: readonly EventPlace[],
): Promise<Map<string, HandedOut>> {
  const bodies = new Map<string, HandedOut>();
  let left = await findEvents(db, places);
  for (let round = 0; left.length > 0; round += 1) {
    if (round === MOST_ROUNDS) throw new Error('the bodies of events could not be stored');
    const made = [];
    const entries = await entriesOf(
      db,
      left.filter(({ body }) => body === null),
    );
    for (const event of left) {
      const entry = entries.get(entryKey(event));
      const { body, deletions, trace } = event;
      if (body !== null) bodies.set(placeKey(event), { body, deletions, trace });
      else if (entry !== undefined) made.push({ event, body: bodyOf(event, entry) });
    }
    const stored = await storeBodies(db, made);
    const lost = [];
    for (const { event, body } of made) {
      if (stored.has(placeKey(event)))
        bodies.set(placeKey(event), { body, deletions: event.deletions, trace: event.trace });
      else lost.push(event);
    }
    left = await findEvents(db, lost);
  }
  return bodies;
}

const entryKey = ({ thread_id, seq }: { thread_id: string | null; seq: string | number | null }) =>
  `${thread_id} ${seq}`;

async function entriesOf(db: Transactor, events: readonly StoredEvent[]): Promise<Map<string, WebhookEntry>> {
  const positions = new Map(
    events.flatMap((event) =>
      event.thread_id === null
        ? []
        : [[entryKey(event), { threadId: event.thread_id, after: Number(event.seq) - 1 }] as const],
    ),
  );
  const entries = new Map<string, WebhookEntry>();
  let left = [...positions.values()];
  while (left.length > 0) {
    const page = await readEntries(db, null, left, { perPosition: 1, entries: left.length }, 'all');
    for (const { entry } of [...page.entries.values()].flat()) entries.set(entryKey(entry), entry);
    left = left.slice(page.reached);
  }
  return entries;
}

function bodyOf(event: StoredEvent, entry: WebhookEntry): string {
  const { app_id, tenant_id } = event;
  const data = { app_id, tenant_id, thread: { id: entry.thread_id, ...linksOf(event) }, entry };
  return eventBody(event.type, new Date(entry.at), JSON.stringify(data));
}

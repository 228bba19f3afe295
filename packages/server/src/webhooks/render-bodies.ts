import type { WebhookEntry } from '@palaver/protocol/log';
import { contentsOf, type PendingDelivery } from '../domain/records/pending-deliveries.ts';
import { readEntries } from '../domain/records/thread-log-reader.ts';
import { eventBody } from '../domain/rules/event-body.ts';
import type { Database } from '../storage/database.ts';

/** The body of a delivery. */
export interface RenderedBody {
  body: string;
  /** It has not been sent before. */
  isNew: boolean;
}

/**
 * Renders the bodies of deliveries. A log entry is shown as it is at the first try, with its message; retries send the same
 * body, until the message is deleted. Deliveries whose content is gone are missing in the result.
 */
export async function renderBodies(
  db: Database,
  deliveries: readonly PendingDelivery[],
): Promise<Map<PendingDelivery, RenderedBody>> {
  const contents = await contentsOf(
    db,
    deliveries.filter((delivery) => delivery.has_content),
  );
  // (Stored content may have been erased since the delivery was read.)
  const hasContent = ({ id }: PendingDelivery) =>
    contents.get(id)?.data != null || contents.get(id)?.body != null;
  const entries = await entriesOf(
    db,
    deliveries.filter((delivery) => !hasContent(delivery)),
  );
  const rendered = new Map<PendingDelivery, RenderedBody>();
  for (const delivery of deliveries) {
    const { id, type, created_at: at, thread_id, seq } = delivery;
    const { data = null, body = null } = contents.get(id) ?? {};
    const entry = entries.get(`${thread_id} ${seq}`);
    if (body !== null) rendered.set(delivery, { body, isNew: false });
    else if (data !== null) rendered.set(delivery, { body: eventBody(type, at, data), isNew: true });
    else if (entry !== undefined) {
      const shown = JSON.stringify(dataOf(delivery, entry));
      rendered.set(delivery, { body: eventBody(type, new Date(entry.at), shown), isNew: true });
    }
  }
  return rendered;
}

async function entriesOf(
  db: Database,
  deliveries: readonly PendingDelivery[],
): Promise<Map<string, WebhookEntry>> {
  const positions = new Map(
    deliveries.flatMap(({ thread_id, seq }) =>
      thread_id === null || seq === null
        ? []
        : [[`${thread_id} ${seq}`, { threadId: thread_id, after: seq - 1 }] as const],
    ),
  );
  const entries = new Map<string, WebhookEntry>();
  let left = [...positions.values()];
  while (left.length > 0) {
    const page = await readEntries(db, null, left, { perPosition: 1, entries: left.length }, 'all');
    for (const { entry } of [...page.entries.values()].flat())
      entries.set(`${entry.thread_id} ${entry.seq}`, entry);
    left = left.slice(page.reached);
  }
  return entries;
}

function dataOf(
  { app_id, tenant_id, bot_id }: PendingDelivery,
  entry: WebhookEntry,
): Record<string, unknown> {
  const bot = bot_id === null ? {} : { bot_id };
  return { app_id, tenant_id, ...bot, thread: { id: entry.thread_id }, entry };
}

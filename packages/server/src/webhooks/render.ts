import type { LogEntry } from '@palaver/protocol/log';
import { readEntries } from '../domain/messages/read-log.ts';
import type { Waiting } from '../domain/webhooks/deliveries.ts';
import { eventBody } from '../domain/webhooks/event-body.ts';
import type { Database } from '../storage/database.ts';

/**
 * The bodies of deliveries. What tells of an entry of a log shows it as it is when it is first tried, as the sockets of
 * its thread are shown it; from then on it stays. Undefined where the entry is gone.
 */
export async function renderBodies(
  db: Database,
  deliveries: readonly Waiting[],
): Promise<(string | undefined)[]> {
  const wanted = new Map(
    deliveries.flatMap(({ thread_id, seq, data, body }) =>
      thread_id !== null && seq !== null && data === null && body === null
        ? [[`${thread_id} ${seq}`, { threadId: thread_id, after: seq - 1 }] as const]
        : [],
    ),
  );
  const found = wanted.size === 0 ? [] : (await readEntries(db, null, [...wanted.values()], 1)).values();
  const entries = new Map([...found].flat().map(({ entry }) => [`${entry.thread_id} ${entry.seq}`, entry]));
  return deliveries.map((delivery) => {
    const { body, type, data, created_at: at, thread_id, seq } = delivery;
    if (body !== null) return body;
    if (data !== null) return eventBody(type, at, data);
    const entry = entries.get(`${thread_id} ${seq}`);
    return entry && eventBody(type, new Date(entry.at), JSON.stringify(dataOf(delivery, entry)));
  });
}

function dataOf({ app_id, tenant_id, bot_id }: Waiting, entry: LogEntry): Record<string, unknown> {
  const bot = bot_id === null ? {} : { bot_id };
  return { app_id, tenant_id, ...bot, thread: { id: entry.thread_id }, entry };
}

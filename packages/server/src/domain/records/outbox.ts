import type { AnyEventType } from '@palaver/protocol/webhooks';
import type { PublishingTransaction } from '../../bus/publishing-database.ts';
import { formatTraceparent, type SpanContext } from '../../platform/tracing/span-context.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Space } from '../context.ts';
import { eventBody } from '../rules/event-body.ts';

/**
 * The only module that adds to `outbox`. The transaction of a change adds its events, so an event exists exactly when its change
 * was committed. Applications whose event stream is off have none. After the commit, a bus event wakes the relay
 * (`events/relay.ts`), which gives each event its position and passes it to the consumers. Nothing here depends on them.
 */

/**
 * The deletion of a message is recorded even while the stream is off, so that consumers forget what they store of the message.
 */
const isRecorded = (type: string) => `(stream.is_on or ${type} = 'message.deleted')`;

/**
 * The CTE `outbox_rows`: adds the log entries of the CTE `source`, which has `app_id`, `tenant_id`, `thread_id` and `seq`; `type` and
 * `messageSeq` are SQL expressions, and so is `trace`, a {@link storedTrace}. If {@link HAS_EVENTS} is true, the caller calls
 * {@link publishEvents}.
 *
 * It runs with every batch of sends, so it costs next to nothing for an application without listeners.
 */
export function entriesToOutbox(
  source: string,
  type: string,
  messageSeq = 'null::bigint',
  trace = 'null::text',
): string {
  return `outbox_rows as (
    insert into outbox (app_id, tenant_id, thread_id, seq, message_seq, type, trace)
    select entry.app_id, entry.tenant_id, entry.thread_id, entry.seq, ${messageSeq}, ${type}, ${trace}
    from ${source} entry join event_streams stream on stream.app_id = entry.app_id and ${isRecorded(type)}
    order by entry.thread_id, entry.seq
    returning 1
  )`;
}

export const HAS_EVENTS = 'exists (select from outbox_rows)';

/** The span of a change, as it is stored with its events. */
export const storedTrace = (span: SpanContext | undefined) =>
  span === undefined ? null : formatTraceparent(span);

/** Wakes the relay after the commit. */
export function publishEvents(tx: PublishingTransaction): void {
  tx.publish({ type: 'outbox' });
}

/** An event that is not a log entry. */
export interface NewEvent {
  type: AnyEventType;
  /** `data` of the body, without the space. */
  data: Record<string, unknown>;
  /** For an event that shows content of messages, so that it is erased with them. */
  about?: MessageReference;
}

/** The entry `seq` of the thread, which the event comes with, and another message of which it shows content. */
export interface MessageReference {
  threadId: string;
  seq: number;
  messageSeq: number;
}

/** Adds events to the outbox, in their order. */
export async function addToOutbox(
  tx: PublishingTransaction,
  { appId, tenantId }: Space,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const origin = { app_id: appId, tenant_id: tenantId };
  const at = new Date();
  const rows = events.map(({ type, data, about }) => ({
    type,
    body: eventBody(type, at, JSON.stringify({ ...origin, ...data })),
    ...about,
  }));
  const added = await tx.query(ADD, [appId, tenantId, JSON.stringify(rows), storedTrace(tx.trace)]);
  if (added.length > 0) publishEvents(tx);
}

const ADD = `
  insert into outbox (app_id, tenant_id, thread_id, seq, message_seq, type, body, trace)
  select stream.app_id, $2, event."threadId", event.seq, event."messageSeq", event.type, event.body, $4::text
  from event_streams stream,
    rows from (json_to_recordset($3) as (type text, body text, "threadId" bigint, seq bigint, "messageSeq" bigint))
      with ordinality as event (type, body, "threadId", seq, "messageSeq", n)
  where stream.app_id = $1 and stream.is_on
  order by n
  returning 1`;

/** Counts the events that wait for the relay, up to `most`. */
export async function countOutbox(db: Queryable, most: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int from (select from outbox limit $1) waiting',
    [most],
  );
  return row?.count ?? 0;
}

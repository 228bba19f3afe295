import type { CreateEndpoint, EventType, WebhookEndpoint, WebhookId } from '@palaver/protocol/webhooks';
import type { Queryable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { findWebhookEndpoint, type WebhookEndpointRow } from '../../records/webhooks.ts';
import { Refusal } from '../../refusal.ts';

/** An endpoint of exactly this space. Refuses with M40407. */
export async function accessWebhookEndpoint(
  db: Queryable,
  { space }: Context,
  id: WebhookId,
): Promise<WebhookEndpointRow> {
  const endpoint = await findWebhookEndpoint(db, space, id);
  if (endpoint === undefined) throw new Refusal('M40407');
  return endpoint;
}

/** The columns of a request; no event types means every type. */
export function fieldsOf({ url = '', description = '', event_types = [] }: Partial<CreateEndpoint>) {
  const eventTypes: EventType[] | null = event_types.length === 0 ? null : [...new Set(event_types)];
  return { url, description, eventTypes };
}

/** An endpoint as the API shows it. */
export function toWebhookEndpoint({
  event_types,
  created_at,
  updated_at,
  ...row
}: WebhookEndpointRow): WebhookEndpoint {
  const { disabled_at, failing_since, ...shown } = row;
  return {
    ...shown,
    event_types: event_types ?? [],
    is_enabled: disabled_at === null,
    disabled_at: disabled_at?.getTime() ?? null,
    failing_since: failing_since?.getTime() ?? null,
    created_at: created_at.getTime(),
    updated_at: updated_at.getTime(),
  };
}

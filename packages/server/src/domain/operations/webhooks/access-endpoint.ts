import type { CreateEndpoint, EventType, WebhookEndpoint, WebhookId } from '@palaver/protocol/webhooks';
import type { Queryable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { type EndpointRow, findEndpoint } from '../../records/webhooks.ts';
import { Refusal } from '../../refusal.ts';

/** An endpoint is managed in the space where it was made. All of these refuse with M40407 when it is not there. */

export async function accessEndpoint(db: Queryable, { space }: Context, id: WebhookId): Promise<EndpointRow> {
  const endpoint = await findEndpoint(db, space, id);
  if (endpoint === undefined) throw new Refusal('M40407');
  return endpoint;
}

export function fieldsOf({ url = '', description = '', event_types = [] }: Partial<CreateEndpoint>) {
  const eventTypes: EventType[] | null = event_types.length === 0 ? null : [...new Set(event_types)];
  return { url, description, eventTypes };
}

export function toEndpoint({ event_types, created_at, updated_at, ...row }: EndpointRow): WebhookEndpoint {
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

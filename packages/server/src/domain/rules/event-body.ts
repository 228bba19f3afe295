import type { DeliveryId } from '@palaver/protocol/webhooks';

/**
 * The header `webhook-id`, the same on every try of a delivery. (The time is in it because a database that was restored
 * from a backup gives the same numbers again: to receivers that remember ids the new ones would be repeats.)
 */
export function headerIdOf({ id, createdAt }: { id: DeliveryId; createdAt: Date }): string {
  return `evt_${id}_${createdAt.getTime().toString(36)}`;
}

/** The body of a delivery. `data` is JSON, which is passed on as it is. */
export function eventBody(type: string, at: Date, data: string): string {
  const timestamp = JSON.stringify(at.toISOString());
  return `{"type":${JSON.stringify(type)},"timestamp":${timestamp},"data":${data}}`;
}

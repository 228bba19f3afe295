import type { DeliveryId } from '@palaver/protocol/webhooks';

/**
 * The header `webhook-id`, the same on every attempt of a delivery. It contains the time, because a database restored from a
 * backup assigns the same numbers again, which receivers that deduplicate by id would take for repeats.
 */
export function headerIdOf({ id, createdAt }: { id: DeliveryId; createdAt: Date }): string {
  return `evt_${id}_${createdAt.getTime().toString(36)}`;
}

/** The body of a delivery. `data` is JSON, which is passed on as it is. */
export function eventBody(type: string, at: Date, data: string): string {
  const timestamp = JSON.stringify(at.toISOString());
  return `{"type":${JSON.stringify(type)},"timestamp":${timestamp},"data":${data}}`;
}

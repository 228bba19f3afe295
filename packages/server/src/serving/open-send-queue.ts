import { createSendQueue, type SendQueue } from '../domain/operations/messages/send-queue.ts';
import type { Foundation } from '../foundation.ts';

/** The queue of sends of a node, with the limits that its settings name. */
export function openSendQueue({ config, db, bus, metrics, tracer }: Foundation): SendQueue {
  return createSendQueue(
    db,
    bus.audience,
    { metrics, tracer },
    {
      lanes: config.sendLanes,
      maxWaiting: config.sendQueue,
    },
  );
}

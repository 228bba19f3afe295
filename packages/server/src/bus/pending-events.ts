import type { BusEvent } from './bus.ts';

/** More events than this are replaced by one `gap`. */
const MAX_PENDING = 10_000;

/** Events that wait to be sent to other nodes. An event replaces, or is merged with, an earlier one that it makes superfluous. */
export class PendingEvents {
  #events = new Map<string, BusEvent>();
  #unique = 0;

  get size(): number {
    return this.#events.size;
  }

  add(event: BusEvent): void {
    const key = this.#keyOf(event);
    const earlier = this.#events.get(key);
    if (earlier === undefined && this.#events.size >= MAX_PENDING) {
      this.#events.clear();
      this.#events.set('gap', { type: 'gap' });
      return;
    }
    // (It takes the last place: a heartbeat must not overtake the changes that it counts.)
    this.#events.delete(key);
    this.#events.set(key, earlier === undefined ? event : merged(earlier, event));
  }

  /** Removes and returns all of them. */
  take(): BusEvent[] {
    const events = [...this.#events.values()];
    this.#events = new Map();
    return events;
  }

  /** Events with the same key become one. */
  #keyOf(event: BusEvent): string {
    switch (event.type) {
      case 'entries':
        return `entries ${event.threadId}`;
      case 'typing':
      case 'read':
      case 'unread':
        return `${event.type} ${event.threadId} ${event.user}`;
      case 'user':
        return `user ${event.user}`;
      case 'presence.heartbeat':
      case 'presence.request':
      case 'presence.end':
        return `${event.type} ${event.node}`;
      case 'joined':
      case 'presence':
      case 'presence.snapshot':
        this.#unique += 1;
        return `${event.type} ${this.#unique}`;
      case 'outbox':
      case 'events':
      case 'deliveries':
      case 'notifications':
      case 'gap':
        return event.type;
    }
  }
}

/** Both have the same key. */
function merged(earlier: BusEvent, later: BusEvent): BusEvent {
  if (earlier.type === 'entries' && later.type === 'entries')
    return { ...later, seq: Math.max(earlier.seq, later.seq) };
  if (earlier.type === 'events' && later.type === 'events')
    return { type: 'events', apps: [...new Set([...earlier.apps, ...later.apps])] };
  return later;
}

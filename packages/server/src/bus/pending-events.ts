import type { WholeEntry } from '@palaver/protocol/log';
import type { BusEvent } from './bus.ts';

/** More events than this are replaced by one `gap`. */
const MAX_PENDING = 10_000;
/** Most traced changes of one thread. */
const MAX_TRACES = 50;

/**
 * Events that wait to be sent to other nodes or threads. An event replaces, or is merged with, an earlier one that it makes
 * superfluous.
 */
export class PendingEvents {
  readonly #maxEntries: number;
  #events = new Map<string, BusEvent>();
  /** The entries of all events. */
  #entries = 0;
  #unique = 0;

  /** `maxEntries`: most entries that are kept; events beyond them go without theirs. */
  constructor({ maxEntries }: { maxEntries: number }) {
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#events.size;
  }

  add(event: BusEvent): void {
    const key = this.#keyOf(event);
    const earlier = this.#events.get(key);
    if (earlier === undefined && this.#events.size >= MAX_PENDING) {
      this.take();
      this.#events.set('gap', { type: 'gap' });
      return;
    }
    // (It takes the last place: a heartbeat must not overtake the changes that it counts.)
    this.#events.delete(key);
    this.#entries -= entriesOf(earlier).length;
    const whole = earlier === undefined ? event : merged(earlier, event);
    const isTooMuch = this.#entries + entriesOf(whole).length > this.#maxEntries;
    const kept = isTooMuch ? withoutEntries(whole) : whole;
    this.#entries += entriesOf(kept).length;
    this.#events.set(key, kept);
  }

  /** Removes and returns all of them. */
  take(): BusEvent[] {
    const events = [...this.#events.values()];
    this.#events = new Map();
    this.#entries = 0;
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
      case 'revoked':
        return `${event.type} ${event.user}`;
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

function entriesOf(event: BusEvent | undefined): readonly WholeEntry[] {
  return (event?.type === 'entries' && event.entries) || [];
}

function withoutEntries(event: BusEvent): BusEvent {
  if (event.type !== 'entries') return event;
  const { entries: _left, ...rest } = event;
  return rest;
}

/** Both have the same key. */
function merged(earlier: BusEvent, later: BusEvent): BusEvent {
  if (earlier.type === 'entries' && later.type === 'entries') {
    if (earlier.seq >= later.seq) return earlier;
    const [before, entries] = [entriesOf(earlier), entriesOf(later)];
    const isNext = entries[0]?.seq === earlier.seq + 1;
    const traces = [...(earlier.traces ?? []), ...(later.traces ?? [])].slice(-MAX_TRACES);
    const whole = traces.length === 0 ? later : { ...later, traces };
    return isNext && before.length > 0 ? { ...whole, entries: [...before, ...entries] } : whole;
  }
  if (earlier.type === 'events' && later.type === 'events')
    return { type: 'events', apps: [...new Set([...earlier.apps, ...later.apps])] };
  return later;
}

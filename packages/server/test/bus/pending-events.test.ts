import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { expect, test } from 'vitest';
import type { BusEvent } from '../../src/bus/bus.ts';
import { PendingEvents } from '../../src/bus/pending-events.ts';

const NODE = '00000000-0000-4000-8000-000000000000';
const heartbeat = (count: number): BusEvent => ({
  type: 'presence.heartbeat',
  node: NODE,
  count,
  digest: count,
});
const came: BusEvent = { type: 'presence', node: NODE, online: ['1' as ExtUserId], offline: [] };
const reached = (seq: number): BusEvent => ({ type: 'entries', threadId: '1' as ThreadId, seq });

function taken(...events: BusEvent[]): BusEvent[] {
  const pending = new PendingEvents({ maxEntries: 3 });
  for (const event of events) pending.add(event);
  return pending.take();
}

test('a heartbeat does not overtake the changes that it counts', () => {
  expect(taken(heartbeat(0), came, heartbeat(1))).toEqual([came, heartbeat(1)]);
});

test('the highest seq of a thread counts, whatever came last', () => {
  expect(taken(reached(5), reached(3))).toEqual([reached(5)]);
});

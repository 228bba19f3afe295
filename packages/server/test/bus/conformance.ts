import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bus, BusEvent } from '../../src/bus/bus.ts';

const THREAD = '9223372036854775807' as ThreadId;
const USER = '42' as ExtUserId;

/** One event of each kind. */
const EVENTS: readonly BusEvent[] = [
  { type: 'entries', threadId: THREAD, seq: Number.MAX_SAFE_INTEGER },
  { type: 'joined', threadId: THREAD, users: [USER, '43' as ExtUserId] },
  { type: 'typing', threadId: THREAD, user: USER, isTyping: false },
  { type: 'read', threadId: THREAD, user: USER, readSeq: 0 },
  { type: 'presence', node: 'node “1”', online: [USER], offline: [] },
  { type: 'presence.heartbeat', node: 'node “1”', count: 1, digest: 2 ** 52 - 1 },
  { type: 'presence.request', node: 'node “1”' },
  { type: 'presence.snapshot', node: 'node “1”', after: '', upTo: null, users: [USER] },
  { type: 'presence.end', node: 'node “1”' },
];

/** The contract of every bus driver. `settled` resolves when all published events must have arrived. */
export function testBus(open: () => Promise<Bus>, settled: () => Promise<void>): void {
  let bus: Bus;
  let heard: BusEvent[];
  beforeEach(async () => {
    bus = await open();
    heard = [];
  });
  afterEach(() => bus.close());

  const publishAll = async () => {
    for (const event of EVENTS) bus.publish(event);
    await settled();
  };

  test('a listener gets published events unchanged and in order', async () => {
    bus.subscribe((event) => heard.push(event));
    await publishAll();
    expect(heard).toEqual(EVENTS);
  });

  test('all listeners get every event', async () => {
    bus.subscribe((event) => heard.push(event));
    bus.subscribe((event) => heard.push(event));
    await publishAll();
    expect(heard).toHaveLength(2 * EVENTS.length);
  });

  test('publishing does not wait for listeners', async () => {
    bus.subscribe((event) => heard.push(event));
    for (const event of EVENTS) bus.publish(event);
    expect(heard).toEqual([]);
    await settled();
    expect(heard).toHaveLength(EVENTS.length);
  });

  test('a listener may publish', async () => {
    const [first, second] = EVENTS;
    bus.subscribe((event) => {
      heard.push(event);
      if (event.type === first?.type && second !== undefined) bus.publish(second);
    });
    if (first !== undefined) bus.publish(first);
    await settled();
    await settled();
    expect(heard).toEqual([first, second]);
  });

  test('a listener that throws does not affect the others', async () => {
    bus.subscribe(() => {
      throw new Error('a listener that fails, on purpose');
    });
    bus.subscribe((event) => heard.push(event));
    await publishAll();
    expect(heard).toEqual(EVENTS);
  });

  test('an unsubscribed listener gets no more events', async () => {
    const leave = bus.subscribe((event) => heard.push(event));
    leave();
    leave();
    await publishAll();
    expect(heard).toEqual([]);
  });

  test('a closed bus delivers nothing', async () => {
    bus.subscribe((event) => heard.push(event));
    await bus.close();
    await publishAll();
    expect(heard).toEqual([]);
  });
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppId, ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Bus, BusEvent } from '../../src/bus/bus.ts';
import { until } from '../harness/until.ts';

const THREAD = '9223372036854775807' as ThreadId;
const NODE = '00000000-0000-4000-8000-000000000000';
const USER = '42' as ExtUserId;
const idsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(10n ** 17n + BigInt(first + index)) as ExtUserId);

export interface Nodes {
  open: () => Bus;
  /** Cuts the connections of all nodes; they may connect again at once. */
  cut: () => Promise<void>;
}

/** The contract of every bus for several nodes, besides that of `conformance.ts`. */
export function testNetworkBus(nodes: Nodes): void {
  let here: Bus;
  let there: Bus;
  /** What has arrived at `there`, besides `gap`. */
  let arrived: BusEvent[];
  let gaps: number;

  const publishUntilArrived = async (from: Bus, to: BusEvent[]) => {
    const user = idsFrom(Math.floor(Math.random() * 1e9), 1)[0] ?? USER;
    await until(async () => {
      from.publish({ type: 'user', user });
      return to.some((event) => event.type === 'user' && event.user === user) || undefined;
    });
  };

  beforeEach(async () => {
    here = nodes.open();
    there = nodes.open();
    arrived = [];
    gaps = 0;
    there.subscribe((event) => {
      if (event.type === 'gap') gaps += 1;
      else arrived.push(event);
    });
    await publishUntilArrived(here, arrived);
    arrived.length = 0;
    gaps = 0;
  });
  afterEach(() => Promise.all([here.close(), there.close()]));

  test('another node gets events of every kind, without the entries', async () => {
    const events: BusEvent[] = [
      { type: 'entries', threadId: THREAD, seq: Number.MAX_SAFE_INTEGER },
      { type: 'joined', threadId: THREAD, users: [USER, '43' as ExtUserId] },
      { type: 'typing', threadId: THREAD, user: USER, isTyping: false },
      { type: 'read', threadId: THREAD, user: USER, readSeq: 0 },
      { type: 'unread', threadId: THREAD, user: USER },
      { type: 'revoked', user: USER },
      { type: 'outbox' },
      { type: 'events', apps: ['shop' as AppId] },
      { type: 'deliveries' },
      { type: 'notifications' },
      { type: 'presence', node: NODE, online: [USER], offline: [] },
      { type: 'presence.heartbeat', node: NODE, count: 1, digest: 2 ** 52 - 1 },
      { type: 'presence.request', node: NODE },
      { type: 'presence.snapshot', node: NODE, after: '', upTo: null, users: [USER] },
      { type: 'presence.end', node: NODE },
    ];
    for (const event of events) here.publish(event.type === 'entries' ? { ...event, entries: [] } : event);
    // (Those of the set-up may still arrive.)
    const found = () => arrived.filter(({ type }) => type !== 'user');
    await until(async () => found().length >= events.length || undefined);
    // (In any order: NATS orders only the events of one thread.)
    expect(found()).toHaveLength(events.length);
    expect(found()).toEqual(expect.arrayContaining(events));
  });

  test('the sender gets its own events once', async () => {
    const heard: BusEvent[] = [];
    here.subscribe((event) => heard.push(event));
    here.publish({ type: 'typing', threadId: THREAD, user: USER, isTyping: true });
    await publishUntilArrived(here, arrived);
    expect(heard.filter(({ type }) => type === 'typing')).toHaveLength(1);
  });

  test('an event with very many ids arrives as several', async () => {
    const users = idsFrom(0, 5_000);
    here.publish({ type: 'joined', threadId: THREAD, users });
    const found = () => arrived.flatMap((event) => (event.type === 'joined' ? event.users : []));
    await until(async () => found().length >= users.length || undefined);
    expect(found()).toEqual(users);
  });

  test('a large snapshot arrives as parts that say the same', async () => {
    const users = idsFrom(0, 1_000);
    here.publish({ type: 'presence.snapshot', node: NODE, after: '1', upTo: null, users });
    const parts = () => arrived.flatMap((event) => (event.type === 'presence.snapshot' ? [event] : []));
    await until(async () => parts().at(-1)?.upTo === null || undefined);
    expect(parts().length).toBeGreaterThan(0);
    expect(parts().flatMap((part) => part.users)).toEqual(users);
    expect(parts().map(({ after }) => after)).toEqual([
      '1',
      ...parts()
        .slice(0, -1)
        .map(({ upTo }) => upTo),
    ]);
    for (const part of parts()) expect(part.users.at(-1)).toBe(part.upTo ?? users.at(-1));
  });

  test('a flood arrives, and what it makes superfluous does not', async () => {
    for (let seq = 1; seq <= 50_000; seq += 1)
      here.publish({ type: 'entries', threadId: String(seq % 1_000) as ThreadId, seq });
    const last = new Map<string, number>();
    await until(async () => {
      for (const event of arrived) if (event.type === 'entries') last.set(event.threadId, event.seq);
      return (last.size === 1_000 && Math.min(...last.values()) > 49_000) || undefined;
    });
    expect(arrived.length).toBeLessThan(25_000);
  });

  test('more than a node may hold for others becomes a gap', async () => {
    for (const user of idsFrom(0, 30_000)) here.publish({ type: 'user', user });
    await until(async () => gaps > 0 || undefined);
    expect(arrived.length).toBeLessThan(30_000);
  });

  test('nodes that were cut off hear of the gap, and of each other again', async () => {
    await nodes.cut();
    await until(async () => gaps > 0 || undefined);
    await publishUntilArrived(here, arrived);
    const heard: BusEvent[] = [];
    here.subscribe((event) => heard.push(event));
    await publishUntilArrived(there, heard);
  });

  test('silence ends when something comes back', async () => {
    await until(async () => here.silenceMs() > 100 || undefined);
    await until(async () => {
      here.publish({ type: 'outbox' });
      return here.silenceMs() < 50 || undefined;
    });
  });

  test('a node that starts later hears the others, and they hear it', async () => {
    const later = nodes.open();
    const heard: BusEvent[] = [];
    later.subscribe((event) => heard.push(event));
    await publishUntilArrived(here, heard);
    arrived.length = 0;
    await publishUntilArrived(later, arrived);
    await later.close();
  });

  test('a closed node has told the others its last events', async () => {
    here.publish({ type: 'presence.end', node: NODE });
    await nextTurn();
    // (The first is on its way.)
    here.publish({ type: 'typing', threadId: THREAD, user: USER, isTyping: true });
    await here.close();
    await until(async () => arrived.some(({ type }) => type === 'presence.end') || undefined);
    await until(async () => arrived.some(({ type }) => type === 'typing') || undefined);
  });
}

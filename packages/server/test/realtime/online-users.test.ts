import type { ExtUserId } from '@palaver/protocol/ids';
import { beforeEach, expect, test } from 'vitest';
import type { PresenceEvent } from '../../src/bus/bus.ts';
import { OnlineUsers } from '../../src/realtime/online-users.ts';
import { Random } from '../faults/random.ts';
import { at } from '../harness/client-api.ts';

/** Nodes of a simulated network with a simulated clock. A second passes at each tick. */

const TICK_MS = 1_000;
/** A crash must be noticed within this many ticks. */
const CRASH_TICKS = 9;
/** A difference must be removed within this many ticks. */
const HEAL_TICKS = 8;

interface TestNode {
  online: OnlineUsers;
  /** What it has learned about each user, in order. */
  changes: string[];
  /** It neither sends, receives nor ticks. */
  isStopped: boolean;
}

let nowMs: number;
let nodes: TestNode[];
/** All published events. */
let sent: PresenceEvent[];
/** In how many copies an event reaches the others, and after how many later events. */
let faults: (event: PresenceEvent) => { copies: number; delay: number };
/** For how long the bus has carried nothing; 0: it works. */
let busSilenceMs: number;
let underway: { event: PresenceEvent; delay: number }[];

beforeEach(() => {
  nowMs = 5_000;
  nodes = [];
  sent = [];
  underway = [];
  busSilenceMs = 0;
  faults = () => ({ copies: 1, delay: 0 });
});

function start(): TestNode {
  const changes: string[] = [];
  const online: OnlineUsers = new OnlineUsers({
    publish: (event) => {
      if (node.isStopped) return;
      sent.push(event);
      const { copies, delay } = faults(event);
      for (let copy = 0; copy < copies; copy += 1) underway.push({ event, delay });
    },
    changed: (user) => changes.push(`${user} ${online.has(user) ? 'online' : 'offline'}`),
  });
  const node: TestNode = { online, changes, isStopped: false };
  nodes.push(node);
  return node;
}

/** Delivers what is under way. An event with a delay lets others pass. */
function deliver(): void {
  for (;;) {
    const next = underway.findIndex(({ delay }) => delay <= 0);
    const [one] = underway.splice(Math.max(next, 0), 1);
    if (one === undefined) return;
    for (const other of underway) other.delay -= 1;
    // As JSON, because events travel between processes.
    const text = JSON.stringify(one.event);
    for (const { online, isStopped } of nodes) {
      if (!isStopped) online.receive(JSON.parse(text) as PresenceEvent, nowMs);
    }
  }
}

function tick(times = 1): void {
  for (let time = 0; time < times; time += 1) {
    nowMs += TICK_MS;
    if (busSilenceMs > 0) busSilenceMs += TICK_MS;
    for (const { online, isStopped } of nodes) if (!isStopped) online.tick(nowMs, busSilenceMs);
    deliver();
  }
}

const user = (number: number) => String(number) as ExtUserId;
const ann = user(1);
const ben = user(2);
const count = (type: PresenceEvent['type']) => sent.filter((event) => event.type === type).length;
const lose = (isLost: (event: PresenceEvent) => boolean) => {
  faults = (event) => ({ copies: isLost(event) ? 0 : 1, delay: 0 });
};

test('a change is known at once on every node, and announced once', () => {
  const [a, b, c] = [start(), start(), start()];
  for (const step of ['add', 'add', 'remove', 'remove'] as const) {
    a.online[step](ann);
    deliver();
  }
  for (const { changes } of [a, b, c]) expect(changes).toEqual(['1 online', '1 offline']);
  expect(count('presence')).toBe(2);
});

test('nodes that agree send heartbeats only', () => {
  const [a, b] = [start(), start()];
  a.online.add(ann);
  b.online.add(ben);
  tick(30);
  expect(count('presence')).toBe(2);
  expect(count('presence.heartbeat')).toBe(30);
  expect(sent).toHaveLength(32);
});

test('the users of a crashed node expire, except those with a connection to another', () => {
  const [a, b] = [start(), start()];
  a.online.add(ann);
  a.online.add(ben);
  deliver();
  b.online.add(ben);
  // The last of these ticks sends a heartbeat.
  tick(61);
  expect(b.online.has(ann)).toBe(true);
  a.isStopped = true;
  tick(CRASH_TICKS);
  expect(b.online.has(ann)).toBe(false);
  expect(b.online.has(ben)).toBe(true);
  expect(b.changes).toEqual(['1 online', '2 online', '1 offline']);
});

test.each([
  ['online', 1, true],
  ['offline', 2, false],
])('a lost "%s" is found by the digest', (_, losesAfter, isOnline) => {
  const [a, b] = [start(), start()];
  let changes = 0;
  lose((event) => {
    if (event.type === 'presence') changes += 1;
    return event.type === 'presence' && changes >= losesAfter;
  });
  a.online.add(ann);
  if (!isOnline) a.online.remove(ann);
  deliver();
  expect(b.online.has(ann)).toBe(!isOnline);
  tick(HEAL_TICKS);
  expect(b.online.has(ann)).toBe(isOnline);
  expect(count('presence.request')).toBe(1);
});

test('two sets of equal size are told apart', () => {
  const [a, b] = [start(), start()];
  a.online.add(ann);
  tick(2);
  lose((event) => event.type === 'presence');
  a.online.remove(ann);
  a.online.add(ben);
  tick(HEAL_TICKS);
  expect([ann, ben].map((one) => b.online.has(one))).toEqual([false, true]);
});

test('a heartbeat that overtakes a change causes no request', () => {
  const [a, b] = [start(), start()];
  tick(2);
  faults = (event) => ({ copies: 1, delay: event.type === 'presence' ? 2 : 0 });
  a.online.add(ann);
  tick(6);
  expect(b.online.has(ann)).toBe(true);
  expect(count('presence.request')).toBe(0);
});

test('a new node learns the users of the others from their first heartbeats', () => {
  const [a, b] = [start(), start()];
  a.online.add(ann);
  b.online.add(ben);
  tick(20);
  const c = start();
  tick(2);
  expect([ann, ben].map((one) => c.online.has(one))).toEqual([true, true]);
});

test('a large snapshot has parts of at most 1,000 users, each of which heals its range', () => {
  const [a, b] = [start(), start()];
  for (let number = 1; number <= 2_500; number += 1) a.online.add(user(number));
  tick(2);
  lose((event) => event.type === 'presence');
  for (let number = 3; number <= 2_500; number += 3) a.online.remove(user(number));
  for (let number = 2_501; number <= 5_000; number += 1) a.online.add(user(number));
  let parts = 0;
  lose((event) => {
    if (event.type === 'presence.snapshot') parts += 1;
    // Of the first snapshot, the second part is lost.
    return event.type === 'presence.snapshot' && parts === 2;
  });
  tick(2 * HEAL_TICKS);
  const numbers = Array.from({ length: 5_000 }, (_, index) => index + 1);
  expect(numbers.filter((number) => b.online.has(user(number)) !== a.online.has(user(number)))).toEqual([]);
  const snapshots = sent.filter((event) => event.type === 'presence.snapshot');
  expect(snapshots).toHaveLength(10);
  for (const { users } of snapshots) expect(users.length).toBeLessThanOrEqual(1_000);
});

test('many requests cause one snapshot in a few seconds', () => {
  const a = start();
  a.online.add(ann);
  tick(2);
  const others = Array.from({ length: 20 }, start);
  tick(2);
  expect(count('presence.request')).toBeGreaterThanOrEqual(20);
  expect(count('presence.snapshot')).toBe(1);
  const late = Array.from({ length: 20 }, start);
  tick(HEAL_TICKS);
  expect(count('presence.snapshot')).toBeLessThanOrEqual(3);
  for (const { online } of [...others, ...late]) expect(online.has(ann)).toBe(true);
});

test('a node that closes takes its users with it, whatever of it arrives later', () => {
  const [a, b] = [start(), start()];
  a.online.add(ann);
  tick(2);
  faults = (event) => ({ copies: 1, delay: event.type === 'presence' ? 1 : 0 });
  a.online.add(ben);
  a.online.close();
  nodes.splice(nodes.indexOf(a), 1);
  deliver();
  expect([ann, ben].map((one) => b.online.has(one))).toEqual([false, false]);
  expect(b.changes).toEqual(['1 online', '1 offline']);
  expect(count('presence.end')).toBe(1);
});

test('a node that was stopped forgets no others, and the others learn its users again', () => {
  const [a, b] = [start(), start()];
  a.online.add(ann);
  deliver();
  b.online.add(ben);
  tick(2);
  a.isStopped = true;
  tick(15);
  expect(b.online.has(ann)).toBe(false);
  a.isStopped = false;
  // It wakes by its own tick, before it receives anything.
  a.online.tick(nowMs, 0);
  expect(a.online.has(ben)).toBe(true);
  tick(HEAL_TICKS);
  expect(a.changes).toEqual(['1 online', '2 online']);
  expect(b.changes).toEqual(['1 online', '2 online', '1 offline', '1 online']);
});

test('a stall does not keep the users of a crashed node', () => {
  const [a, b] = [start(), start()];
  b.online.add(ben);
  tick(2);
  b.isStopped = true;
  // Every other second it wakes from a stall.
  for (let stall = 0; stall < 6; stall += 1) {
    nowMs += 5_000;
    // It has not read yet what the bus carried during the stall.
    busSilenceMs = 5_000;
    tick();
  }
  expect(a.online.has(ben)).toBe(false);
});

test('while the bus is away, everybody stays as they were, for a minute', () => {
  const [a, b] = [start(), start()];
  a.online.add(ann);
  b.online.add(ben);
  tick(2);
  lose(() => true);
  busSilenceMs = 1;
  tick(59);
  expect(a.online.has(ben)).toBe(true);
  tick(CRASH_TICKS);
  expect(a.online.has(ben)).toBe(false);
});

test('after the bus was away, nodes that are heard again keep their users, and a node that crashed meanwhile loses them', () => {
  const [a, b, c] = [start(), start(), start()];
  b.online.add(ann);
  c.online.add(ben);
  tick(2);
  lose(() => true);
  busSilenceMs = 1;
  tick(20);
  c.isStopped = true;
  lose(() => false);
  busSilenceMs = 0;
  tick(CRASH_TICKS);
  expect([ann, ben].map((one) => a.online.has(one))).toEqual([true, false]);
  expect(a.changes).toEqual(['1 online', '2 online', '2 offline']);
});

test('a node of which nothing more is heard is forgotten', () => {
  const a = start();
  const bogus: PresenceEvent = { type: 'presence.heartbeat', node: 'bogus', count: 3, digest: 7 };
  const requestsOf = (events: number) => {
    const before = count('presence.request');
    for (let event = 0; event < events; event += 1) a.online.receive(bogus, nowMs);
    return count('presence.request') - before;
  };
  // A new node is asked at once; a known one after two disagreements.
  expect(requestsOf(1)).toBe(1);
  expect(requestsOf(1)).toBe(0);
  tick(CRASH_TICKS);
  expect(requestsOf(1)).toBe(1);
});

test.each([1, 2, 3, 4, 5])('nodes converge on a bus that loses, repeats and reorders (seed %i)', (seed) => {
  const random = new Random(seed);
  faults = () => ({
    copies: random.pick([0, 0, 0, 1, 1, 1, 1, 1, 2, 2]),
    delay: random.chance(0.3) ? random.between(1, 20) : 0,
  });
  const three = [start(), start(), start()];
  const all = Array.from({ length: 50 }, (_, index) => user(index));
  /** The users of each node. */
  const expected = three.map(() => new Set<ExtUserId>());
  for (let change = 0; change < 500; change += 1) {
    const index = random.between(0, 2);
    const [{ online }, users] = [at(three, index), at(expected, index)];
    const one = random.pick(all);
    if (random.chance(0.5)) {
      online.add(one);
      users.add(one);
    } else {
      online.remove(one);
      users.delete(one);
    }
    if (random.chance(0.25)) tick();
  }
  const isRight = () =>
    all.every((one) => {
      const isOnline = expected.some((some) => some.has(one));
      return three.every(({ online }) => online.has(one) === isOnline);
    });
  let ticks = 0;
  while (!isRight() && ticks < 100) {
    tick();
    ticks += 1;
  }
  expect(isRight()).toBe(true);
});

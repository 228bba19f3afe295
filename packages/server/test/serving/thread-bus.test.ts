import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { WholeEntry } from '@palaver/protocol/log';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Bus, BusEvent } from '../../src/bus/bus.ts';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { createLog } from '../../src/platform/log.ts';
import { type MainCalls, openCalls, type ServingCalls } from '../../src/serving/calls.ts';
import { ThreadBus } from '../../src/serving/thread-bus.ts';
import { type HubMember, ThreadHub } from '../../src/serving/thread-hub.ts';
import { testBus } from '../bus/conformance.ts';
import { until } from '../harness/until.ts';
import { quietFor } from '../harness/waits.ts';

/** The buses of serving threads, connected by real message channels with the bus of the main thread; all in this thread. */

const log = createLog('silent');
const CHAT = '1' as ThreadId;
const USER = '42' as ExtUserId;
const typing: BusEvent = { type: 'typing', threadId: CHAT, user: USER, isTyping: true };
const entry = (seq: number) => ({ seq }) as WholeEntry;
const reached = (seq: number, entries?: WholeEntry[]): BusEvent => ({
  ...{ type: 'entries', threadId: CHAT, seq },
  ...(entries === undefined ? {} : { entries }),
});

let main: Bus;
let hub: ThreadHub;
let ports: { close: () => void }[];

interface Joined {
  bus: ThreadBus;
  member: HubMember;
  /** What has arrived. */
  heard: BusEvent[];
  /** From now on the thread takes nothing, as if it were busy. Resolves when something is on its way to it; call the result to end this. */
  stall: () => Promise<() => void>;
}

function join(): Joined {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  let held = Promise.resolve();
  let arrived = () => {};
  const heard: BusEvent[] = [];
  const functions: Partial<ServingCalls> = {
    deliver: async (events, silenceMs) => {
      arrived();
      await held;
      bus.receive(events, silenceMs);
    },
  };
  const bus = new ThreadBus(log, openCalls<MainCalls>(port2, functions));
  bus.subscribe((event) => heard.push(event));
  const calls = openCalls<ServingCalls>(port1, {
    publish: async (events) => member.publish(events),
    listen: async (changes) => member.listen(changes),
  } satisfies Partial<MainCalls>);
  const member = hub.join(
    (events, silenceMs) => calls.deliver(events, silenceMs),
    () => {},
  );
  const stall = async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    held = promise;
    main.publish(typing);
    await new Promise<void>((resolve) => {
      arrived = resolve;
    });
    return release;
  };
  return { bus, member, heard, stall };
}

beforeEach(() => {
  ports = [];
  main = openInProcessBus(log);
  hub = new ThreadHub(main);
});
afterEach(async () => {
  hub.close();
  await main.close();
  for (const port of ports) port.close();
});

describe('the bus of one serving thread', () => {
  testBus(
    async () => join().bus,
    async () => {
      await quietFor(20);
    },
  );
});

test('what one thread publishes arrives once: at itself, at the main thread, and at the others', async () => {
  const [one, two] = [join(), join()];
  const atMain: BusEvent[] = [];
  main.subscribe((event) => atMain.push(event));
  one.bus.publish(typing);
  await until(() => Promise.resolve(two.heard[0]));
  main.publish({ type: 'outbox' });
  await until(() => Promise.resolve(one.heard[1]));
  expect(one.heard).toEqual([typing, { type: 'outbox' }]);
  expect(two.heard).toEqual([typing, { type: 'outbox' }]);
  expect(atMain).toEqual([typing, { type: 'outbox' }]);
});

test('entries go only to threads with subscribers of the chat, and the news that there are some to all', async () => {
  const [one, two] = [join(), join()];
  one.bus.audience.add(CHAT);
  await until(() => Promise.resolve(main.audience.has(CHAT) || undefined));
  main.publish(reached(7, [entry(7)]));
  await until(() => Promise.resolve(one.heard[0] && two.heard[0]));
  expect(one.heard).toEqual([reached(7, [entry(7)])]);
  expect(two.heard).toEqual([reached(7)]);
});

test('the audience of the node is that of all its threads', async () => {
  const [one, two] = [join(), join()];
  for (const { bus } of [one, two]) bus.audience.add(CHAT);
  const other = '2' as ThreadId;
  const hears = (threadId: ThreadId, isHeard: boolean) =>
    until(() => Promise.resolve(main.audience.has(threadId) === isHeard || undefined));
  await hears(CHAT, true);
  one.bus.audience.delete(CHAT);
  one.bus.audience.add(other);
  await hears(other, true);
  expect(main.audience.has(CHAT)).toBe(true);
  two.bus.audience.delete(CHAT);
  await hears(CHAT, false);

  // Of changes back and forth within one turn, only the last counts.
  one.bus.audience.delete(other);
  one.bus.audience.add(other);
  two.bus.audience.add(CHAT);
  await hears(CHAT, true);
  expect(main.audience.has(other)).toBe(true);
  // A thread that has ended hears nothing.
  one.member.leave();
  two.member.leave();
  expect(main.audience.has(other) || main.audience.has(CHAT)).toBe(false);
  one.heard.length = 0;
  main.publish(typing);
  await quietFor(20);
  expect(one.heard).toEqual([]);
});

describe('a busy thread', () => {
  test('gets the entries of a chat together, and holds up nobody but itself', async () => {
    const [busy, idle] = [join(), join()];
    for (const { bus } of [busy, idle]) bus.audience.add(CHAT);
    await until(() => Promise.resolve(main.audience.has(CHAT) || undefined));
    const release = await busy.stall();
    for (const seq of [1, 2, 3]) main.publish(reached(seq, [entry(seq)]));
    await until(() => Promise.resolve(idle.heard.at(-1)?.type === 'entries' || undefined));
    expect(busy.heard).toEqual([]);
    release();
    await until(() => Promise.resolve(busy.heard[1]));
    expect(busy.heard).toEqual([typing, reached(3, [entry(1), entry(2), entry(3)])]);
  });

  test.each([
    [1_000, 1_000],
    [1_001, undefined],
  ])('of %i whole entries gets %s', async (count, given) => {
    const busy = join();
    busy.bus.audience.add(CHAT);
    await until(() => Promise.resolve(main.audience.has(CHAT) || undefined));
    const release = await busy.stall();
    for (let seq = 1; seq <= count; seq += 1) main.publish(reached(seq, [entry(seq)]));
    await nextTurn();
    release();
    const event = await until(() => Promise.resolve(busy.heard[1]));
    expect(event).toMatchObject({ type: 'entries', seq: count });
    expect(event.type === 'entries' ? event.entries?.length : null).toBe(given);
  });

  test.each([
    [10_000, 10_000],
    [10_001, 1],
  ])('of %i events gets %i', async (count, given) => {
    const busy = join();
    const release = await busy.stall();
    for (let user = 1; user <= count; user += 1)
      main.publish({ type: 'user', user: String(user) as ExtUserId });
    await nextTurn();
    release();
    await until(() => Promise.resolve(busy.heard[1]));
    expect(busy.heard).toHaveLength(1 + given);
    expect(busy.heard[1]?.type).toBe(given === 1 ? 'gap' : 'user');
  });
});

test('a thread knows how long the bus of the node has been silent', { tags: 'thorough' }, async () => {
  hub.close();
  let silenceMs = 5_000;
  main = { ...main, silenceMs: () => silenceMs };
  hub = new ThreadHub(main);
  const { bus, stall } = join();
  // The main thread tells it, although nothing happens.
  await until(() => Promise.resolve(bus.silenceMs() >= 5_000 || undefined));
  silenceMs = 0;
  await until(() => Promise.resolve(bus.silenceMs() < 1_000 || undefined));
  // Nor does a main thread that is stalled tell it anything.
  const release = await stall();
  await until(() => Promise.resolve(bus.silenceMs() > 1_500 || undefined));
  release();
});

test('a thread that leaves half a minute unanswered is stuck; one that answers late is not', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  hub.close();
  hub = new ThreadHub(main);
  let stuck = 0;
  let answer = () => {};
  const deliver = () =>
    new Promise<void>((resolve) => {
      answer = resolve;
    });
  hub.join(deliver, () => {
    stuck += 1;
  });
  vi.advanceTimersByTime(30_000);
  expect(stuck).toBe(0);
  answer();
  await nextTurn();
  vi.advanceTimersByTime(30_000);
  expect(stuck).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(stuck).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(stuck).toBe(1);
});

test('a thread knows for how long the main thread has been silent', async () => {
  const { bus, stall } = join();
  const release = await stall();
  await until(() => Promise.resolve(bus.stallMs > 1_200 || undefined));
  release();
  await until(() => Promise.resolve(bus.stallMs < 500 || undefined));
});

test('what a thread says of its audience after its end is ignored', () => {
  const { member } = join();
  member.leave();
  member.listen(new Map([[CHAT, true]]));
  expect(main.audience.has(CHAT)).toBe(false);
});

test('the last events of a thread that closes arrive', async () => {
  const [one, two] = [join(), join()];
  one.bus.publish(typing);
  await one.bus.close();
  await until(() => Promise.resolve(two.heard[0]));
  expect(two.heard).toEqual([typing]);
});

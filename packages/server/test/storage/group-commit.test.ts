// @module-tag database
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  GroupCommit,
  type GroupCommitOptions,
  type Locks,
  type Outcome,
} from '../../src/storage/group-commit.ts';

interface Item {
  key: string;
  n: number;
}

interface Batch {
  items: readonly Item[];
  locks: Locks;
  /** Ends the transaction with these outcomes, or with a failure of the whole. */
  end: (outcomes: Outcome<number>[] | Error) => void;
}

/** A queue whose transactions end under the test's control. */
function open(options: Partial<GroupCommitOptions<Item, number>> = {}) {
  const batches: Batch[] = [];
  const queue = new GroupCommit<Item, number>({
    lanes: 1,
    maxBatch: 256,
    maxBatchBytes: 1_000,
    maxWaiting: 1_000,
    maxWaitingBytes: 10_000,
    sizeOf: () => 1,
    keyOf: ({ key }) => key,
    commit: (items, locks) =>
      new Promise((resolve, reject) => {
        const end = (outcomes: Outcome<number>[] | Error) =>
          outcomes instanceof Error ? reject(outcomes) : resolve(outcomes);
        batches.push({ items, locks, end });
      }),
    failsAlone: (error) => error instanceof Error && error.message !== 'away',
    overloaded: () => new Error('overloaded'),
    ...options,
  });
  const submit = (key: string, count: number) =>
    Array.from({ length: count }, (_, n) => queue.submit({ key, n }));
  return { queue, batches, submit };
}

const stored = (items: readonly Item[]) => items.map(({ n }) => ({ result: n }));
const seen = (promises: Promise<number>[]) =>
  Promise.all(promises.map((promise) => promise.catch((error: Error) => error.message)));

/** Lets all ready callbacks run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
}

test('items that arrive in one turn form one batch, in order of arrival', async () => {
  const { batches, submit } = open();
  const results = submit('a', 100);
  await settle();
  expect(batches.map(({ items }) => items.length)).toEqual([100]);
  expect(batches[0]?.items.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  batches[0]?.end(stored(batches[0].items));
  expect(await seen(results)).toEqual(Array.from({ length: 100 }, (_, n) => n));
});

test('one batch is in flight at a time; later items wait and form the next one', async () => {
  const { batches, submit } = open();
  void submit('a', 1);
  await settle();
  void submit('a', 5);
  void submit('b', 5);
  await settle();
  expect(batches).toHaveLength(1);
  batches[0]?.end(stored(batches[0].items));
  await settle();
  expect(batches.map(({ items }) => items.length)).toEqual([1, 10]);
});

test('a batch has at most maxBatch items, the oldest first', async () => {
  const { batches, submit } = open({ maxBatch: 256 });
  void submit('a', 300);
  await settle();
  batches[0]?.end(stored(batches[0].items));
  await settle();
  expect(batches.map(({ items }) => [items[0]?.n, items.length])).toEqual([
    [0, 256],
    [256, 44],
  ]);
});

test('lanes work at the same time; items of one key are always in the same', async () => {
  const { batches, submit } = open({ lanes: 4 });
  for (let round = 0; round < 3; round += 1)
    for (let key = 0; key < 40; key += 1) void submit(`key ${key}`, 1);
  await settle();
  expect(batches).toHaveLength(4);
  const lanesOf = Map.groupBy(
    batches.flatMap(({ items }, lane) => items.map(({ key }) => ({ key, lane }))),
    ({ key }) => key,
  );
  expect(lanesOf.size).toBe(40);
  for (const places of lanesOf.values()) expect(new Set(places.map(({ lane }) => lane)).size).toBe(1);
});

test('items beyond maxWaiting are refused at once, until others are done', async () => {
  const { batches, submit, queue } = open({ maxWaiting: 10 });
  void submit('a', 9);
  void submit('a', 1);
  expect(await seen(submit('a', 1))).toEqual(['overloaded']);
  await settle();
  batches[0]?.end(stored(batches[0].items));
  await settle();
  expect(queue.waiting).toBe(0);
  void submit('a', 1);
  expect(queue.waiting).toBe(1);
});

test('a batch is limited by weight, but has at least one item', async () => {
  const { batches, submit } = open({ maxBatchBytes: 10, sizeOf: ({ key }) => Number(key) });
  void submit('4', 3);
  void submit('50', 1);
  for (const size of [2, 1, 1]) {
    await settle();
    expect(batches.at(-1)?.items.length).toBe(size);
    batches.at(-1)?.end(stored(batches.at(-1)?.items ?? []));
  }
  expect(batches.map(({ items }) => items.map(({ key }) => key))).toEqual([['4', '4'], ['4'], ['50']]);
});

test('the waiting items are limited by weight: n-1, n, n+1', async () => {
  const weighing = (bytes: number) => {
    const { submit } = open({ maxWaitingBytes: 10, sizeOf: ({ key }) => Number(key) });
    void submit('5', 1);
    return Promise.race([seen(submit(String(bytes), 1)), settle().then(() => 'waits')]);
  };
  expect([await weighing(4), await weighing(5), await weighing(6)]).toEqual([
    'waits',
    'waits',
    ['overloaded'],
  ]);
});

test('each item has its own outcome: a refused one does not affect its neighbours', async () => {
  const { batches, submit } = open();
  const results = submit('a', 3);
  await settle();
  batches[0]?.end([{ result: 0 }, { failure: new Error('muted') }, { result: 2 }]);
  expect(await seen(results)).toEqual([0, 'muted', 2]);
});

test('a poisoned item among 256 fails alone', async () => {
  const poisoned = 77;
  const { submit } = open({
    commit: async (items) => {
      if (items.some(({ n }) => n === poisoned)) throw new Error('poisoned');
      return stored(items);
    },
  });
  const results = await seen(submit('a', 256));
  expect(results.filter((result) => result === 'poisoned')).toHaveLength(1);
  expect(results[poisoned]).toBe('poisoned');
  expect(results[poisoned + 1]).toBe(poisoned + 1);
});

test('when the database is unavailable, a batch fails as a whole and is tried once', async () => {
  const { batches, submit } = open();
  const results = submit('a', 5);
  await settle();
  batches[0]?.end(new Error('away'));
  expect(await seen(results)).toEqual(Array.from({ length: 5 }, () => 'away'));
  expect(batches).toHaveLength(1);
});

test('a blocked key waits beside the lane with its later items, in order; the lane continues', async () => {
  const { batches, submit, queue } = open();
  const locked = submit('locked', 2);
  const free = submit('free', 1);
  await settle();
  batches[0]?.end(['blocked', 'blocked', { result: 0 }]);
  expect(await seen(free)).toEqual([0]);
  await settle();
  expect(batches[1]).toMatchObject({
    locks: 'wait for locks',
    items: [{ key: 'locked' }, { key: 'locked' }],
  });

  const lockedLater = submit('locked', 1);
  const freeLater = submit('free', 1);
  await settle();
  expect(batches[2]).toMatchObject({ locks: 'skip locked', items: [{ key: 'free' }] });
  batches[2]?.end([{ result: 7 }]);
  expect(await seen(freeLater)).toEqual([7]);

  batches[1]?.end([{ result: 1 }, { result: 2 }]);
  expect(await seen(locked)).toEqual([1, 2]);
  await settle();
  expect(batches[3]).toMatchObject({ locks: 'wait for locks', items: [{ key: 'locked' }] });
  batches[3]?.end([{ result: 3 }]);
  expect(await seen(lockedLater)).toEqual([3]);
  await settle();

  // The key is unblocked again.
  void submit('locked', 1);
  await settle();
  expect(batches[4]).toMatchObject({ locks: 'skip locked' });
  expect(queue.waiting).toBe(1);
});

test('at most two blocked keys wait for their locks at the same time', async () => {
  const { batches, submit } = open();
  for (let key = 0; key < 8; key += 1) void submit(`locked ${key}`, 1);
  await settle();
  batches[0]?.end(Array.from({ length: 8 }, () => 'blocked' as const));
  await settle();
  const waiting = batches.filter(({ locks }) => locks === 'wait for locks').length;
  expect(waiting).toBeGreaterThan(0);
  expect(waiting).toBeLessThanOrEqual(2);
});

test('draining waits for all accepted items', async () => {
  const { batches, submit, queue } = open();
  void submit('a', 1);
  let isDrained = false;
  void queue.drain().then(() => {
    isDrained = true;
  });
  await settle();
  expect(isDrained).toBe(false);
  batches[0]?.end([{ result: 0 }]);
  await settle();
  expect(isDrained).toBe(true);
});

test('items that arrive for a blocked key during its batch stay behind it', async () => {
  const { batches, submit } = open();
  const first = submit('locked', 1);
  await settle();
  const second = submit('locked', 1);
  batches[0]?.end(['blocked']);
  await settle();
  expect(batches.map(({ locks, items }) => [locks, items.length])).toEqual([
    ['skip locked', 1],
    ['wait for locks', 2],
  ]);
  batches[1]?.end([{ result: 1 }, { result: 2 }]);
  expect(await seen([...first, ...second])).toEqual([1, 2]);
});

test('an item told to wait for locks that reports blocked again fails, and nothing hangs', async () => {
  const { batches, submit, queue } = open();
  const results = submit('locked', 1);
  await settle();
  batches[0]?.end(['blocked']);
  await settle();
  batches[1]?.end(['blocked']);
  expect(await seen(results)).toEqual(['commit() must wait for locks']);
  await queue.drain();
});

test('owners take turns in a batch, each with their oldest item', async () => {
  const { batches, submit } = open({ maxBatch: 4, owners: { ownerOf: ({ key }) => key, share: 1 } });
  void submit('a', 5);
  void submit('b', 2);
  void submit('c', 1);
  for (let round = 0; round < 2; round += 1) {
    await settle();
    batches.at(-1)?.end(stored(batches.at(-1)?.items ?? []));
  }
  expect(batches.map(({ items }) => items.map(({ key, n }) => `${key}${n}`))).toEqual([
    ['a0', 'b0', 'c0', 'a1'],
    ['b1', 'a2', 'a3', 'a4'],
  ]);
});

test('an owner can fill only their share of the queue, in number and weight: n-1, n, n+1', async () => {
  const owners = { ownerOf: ({ key }: Item) => key.charAt(0), share: 0.25 };
  const { batches, submit, queue } = open({ maxWaiting: 8, owners });
  expect(await Promise.race([seen(submit('a', 3)), settle().then(() => 'wait')])).toBe('wait');
  const [second, third] = [submit('b', 2), submit('b', 1)];
  expect(await seen(third)).toEqual(['overloaded']);
  await settle();
  expect(batches.at(-1)?.items.filter(({ key }) => key === 'a')).toHaveLength(2);
  while (queue.waiting > 0) {
    batches.at(-1)?.end(stored(batches.at(-1)?.items ?? []));
    await settle();
  }
  expect(await seen(second)).toEqual([0, 1]);
  expect(await Promise.race([seen(submit('a', 2)), settle().then(() => 'wait')])).toBe('wait');

  const weighing = (bytes: number) => {
    const scale = open({ maxWaitingBytes: 40, sizeOf: ({ key }) => Number(key.slice(1)), owners });
    void scale.submit('a5', 1);
    return Promise.race([seen(scale.submit(`a${bytes}`, 1)), settle().then(() => 'waits')]);
  };
  expect([await weighing(4), await weighing(5), await weighing(6)]).toEqual([
    'waits',
    'waits',
    ['overloaded'],
  ]);
  // A single item is accepted whatever its weight.
  const heavy = open({ maxWaitingBytes: 40, sizeOf: () => 11, owners });
  expect(await Promise.race([seen(heavy.submit('a', 1)), settle().then(() => 'waits')])).toBe('waits');
});

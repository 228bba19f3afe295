import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Batcher, type BatchOutcome } from '../../src/platform/batcher.ts';

/** A batcher whose batches end under the test's control. */
function open({ maxBatch = 100, retryMs }: { maxBatch?: number; retryMs?: number } = {}) {
  const batches: { items: readonly string[]; end: (outcome: BatchOutcome | Error) => void }[] = [];
  const failures: unknown[] = [];
  const batcher = new Batcher<string>({
    maxBatch,
    ...(retryMs === undefined ? {} : { retryMs }),
    handle: (items) =>
      new Promise((resolve, reject) => {
        const end = (outcome: BatchOutcome | Error) =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome);
        batches.push({ items, end });
      }),
    failed: (error) => failures.push(error),
  });
  return { batcher, batches, failures, itemsOf: () => batches.map(({ items }) => items) };
}

/** Lets all ready callbacks run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

test('items of one turn form one batch, each item once', async () => {
  const { batcher, itemsOf } = open();
  for (const item of ['a', 'b', 'a']) batcher.add(item);
  queueMicrotask(() => batcher.add('c'));
  expect(itemsOf()).toEqual([]);
  await settle();
  expect(itemsOf()).toEqual([['a', 'b', 'c']]);
});

test('one batch is in progress at a time; items that arrive during it form the next one', async () => {
  const { batcher, batches, itemsOf } = open();
  batcher.add('a');
  await settle();
  for (const item of ['b', 'a']) batcher.add(item);
  await settle();
  expect(itemsOf()).toEqual([['a']]);
  batches[0]?.end('done');
  await settle();
  expect(itemsOf()).toEqual([['a'], ['b', 'a']]);
});

test('a batch has at most maxBatch items, the oldest first; withdrawn items are left out', async () => {
  const { batcher, batches, itemsOf } = open({ maxBatch: 2 });
  for (const item of ['a', 'b', 'c', 'd']) batcher.add(item);
  batcher.delete('b');
  await settle();
  batches[0]?.end('done');
  await settle();
  expect(itemsOf()).toEqual([['a', 'c'], ['d']]);
});

test('a failed batch is reported and retried', async () => {
  const { batcher, batches, failures, itemsOf } = open({ retryMs: 1 });
  batcher.add('a');
  for (const outcome of [new Error('away'), 'retry', 'done'] as const) {
    await expect.poll(() => batches.length).toBeGreaterThan(0);
    expect(itemsOf()).toEqual([['a']]);
    batches.shift()?.end(outcome);
  }
  expect(failures).toEqual([new Error('away')]);
  await settle();
  await batcher.close();
  expect(itemsOf()).toEqual([]);
});

test('without retryMs a failed batch is dropped, and the next one is independent', async () => {
  const { batcher, batches, itemsOf } = open();
  batcher.add('a');
  await settle();
  batcher.add('b');
  batches[0]?.end(new Error('away'));
  await settle();
  expect(itemsOf()).toEqual([['a'], ['b']]);
});

test('closing waits for the batch in progress and starts no other', async () => {
  const { batcher, batches, itemsOf } = open({ retryMs: 3_600_000 });
  batcher.add('a');
  await settle();
  batcher.add('b');
  let isClosed = false;
  const closed = batcher.close().then(() => {
    isClosed = true;
  });
  await settle();
  expect(isClosed).toBe(false);
  // Not even the pause before a retry holds it up.
  batches[0]?.end('retry');
  await closed;
  batcher.add('c');
  await settle();
  expect(itemsOf()).toEqual([['a']]);
});

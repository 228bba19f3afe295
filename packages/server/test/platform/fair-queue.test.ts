import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue } from '../../src/platform/fair-queue.ts';

/** Tasks that end when the test says so. */
function open(atOnce: number, maxWaiting = 100, maxWaitingPerOwner = maxWaiting) {
  const turns = new FairQueue({
    atOnce,
    maxWaiting,
    maxWaitingPerOwner,
    overloaded: () => new Error('overloaded'),
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (owner: string, name: string, signal?: AbortSignal) =>
    turns.run(
      owner,
      async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  };
  return { begun, run, end };
}

test('an owner runs one task at a time; other owners continue', async () => {
  const { begun, run, end } = open(3);
  for (let index = 1; index <= 19; index += 1) void run('a', `a${index}`);
  void run('b', 'b1');
  void run('b', 'b2');
  await end('');
  expect(begun).toEqual(['a1', 'b1']);
  void run('c', 'c1');
  await end('');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(begun.at(-1)).toBe('b2');
});

test('owners take turns, each with their oldest task', async () => {
  const { begun, run, end } = open(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name.charAt(0), name);
  for (const name of ['', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a failed task frees its turn, and its caller gets the failure', async () => {
  const { begun, run } = open(1);
  const turns = new FairQueue({ atOnce: 1, maxWaiting: 1, overloaded: () => new Error('overloaded') });
  const failed = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('a', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
  void run('a', 'a1');
  expect(begun).toEqual(['a1']);
});

test('tasks beyond the waiting limit are refused at once: n-1, n, n+1', async () => {
  const { run, end } = open(1, 2);
  void run('a', 'a1');
  void run('a', 'a2');
  void run('b', 'b1');
  await expect(run('c', 'c1')).rejects.toThrow('overloaded');
  await end('a1');
  void run('c', 'c2');
  await expect(run('c', 'c3')).rejects.toThrow('overloaded');
});

test('an owner cannot fill the queue: n-1, n, n+1', async () => {
  const { begun, run, end } = open(1, 100, 2);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  await expect(run('a', 'a4')).rejects.toThrow('overloaded');
  void run('b', 'b1');
  await end('a1');
  await end('b1');
  await end('a2');
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('a task whose signal aborts while it waits frees its place, and is not started', async () => {
  const { begun, run, end } = open(1, 2);
  const leaving = new AbortController();
  void run('a', 'a1');
  const left = run('a', 'a2', leaving.signal);
  void run('b', 'b1');
  await expect(run('c', 'c1')).rejects.toThrow('overloaded');
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(run('a', 'a3', leaving.signal)).rejects.toThrow('left');
  void run('a', 'a4');
  for (const name of ['a1', 'b1']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a4']);
});

test('a signal that aborts after the start changes nothing', async () => {
  const { begun, run, end } = open(1);
  const leaving = new AbortController();
  void run('a', 'a1');
  const started = run('b', 'b1', leaving.signal);
  await end('a1');
  leaving.abort();
  await end('b1');
  await expect(started).resolves.toBeUndefined();
  void run('c', 'c1');
  await end('');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
});

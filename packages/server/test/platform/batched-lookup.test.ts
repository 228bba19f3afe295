import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchedLookup } from '../../src/platform/batched-lookup.ts';

test('keys requested during a lookup are served together by the next one', async () => {
  const looks: string[][] = [];
  const first = Promise.withResolvers<void>();
  const lookup = new BatchedLookup(async (ids: readonly string[]) => {
    looks.push([...ids]);
    if (looks.length === 1) await first.promise;
    return new Map(ids.filter((id) => id !== 'nobody').map((id) => [id, id.toUpperCase()]));
  });
  const a = lookup.find('a');
  await nextTurn();
  const rest = Promise.all(['b', 'nobody', 'b', 'c'].map((id) => lookup.find(id)));
  await nextTurn();
  expect(looks).toEqual([['a']]);
  first.resolve();
  expect(await a).toBe('A');
  expect(await rest).toEqual(['B', undefined, 'B', 'C']);
  expect(looks).toEqual([['a'], ['b', 'nobody', 'c']]);
});

test('a failed lookup fails only its own callers, and the next lookup is independent', async () => {
  let isAway = true;
  const lookup = new BatchedLookup(async (ids: readonly string[]) => {
    if (isAway) throw new Error('away');
    return new Map(ids.map((id) => [id, id]));
  });
  await expect(Promise.all([lookup.find('a'), lookup.find('b')])).rejects.toThrow('away');
  isAway = false;
  expect(await lookup.find('a')).toBe('a');
});

import { expect, test } from 'vitest';
import { loudest } from '../src/message/waveform.tsx';

test('a waveform has the loudest of each part, and at most so many parts', () => {
  expect(loudest([], 3)).toEqual([]);
  expect(loudest([1, 2], 3)).toEqual([1, 2]);
  expect(loudest([1, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(loudest([1, 9, 3, 4], 3)).toEqual([1, 9, 4]);
  expect(loudest([5, 0, 0, 7, 0, 1], 3)).toEqual([5, 7, 1]);
});

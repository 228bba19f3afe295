import { afterEach, expect, test, vi } from 'vitest';
import { TokenSource } from '../src/chat/connection/token-source.ts';

afterEach(() => vi.useRealTimers());

const STEP_MS = 50;

test('a tokenProvider that fails is asked at most every ten seconds, however many calls wait for a token', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let isDown = true;
  let asked = 0;
  const provide = async () => {
    await Promise.resolve();
    asked += 1;
    if (isDown) throw new Error('down');
    return 'a token';
  };
  const source = new TokenSource(undefined, provide, () => {});

  const pauses: number[] = [];
  for (let pause = 0, step = 0; step < 40_000 / STEP_MS; step += 1) {
    const before = asked;
    await expect(Promise.all([source.get(), source.get()])).rejects.toMatchObject({ code: 'token' });
    if (asked > before) {
      pauses.push(pause);
      pause = 0;
    }
    vi.advanceTimersByTime(STEP_MS);
    pause += STEP_MS;
  }
  // The first failure may have been the network's.
  expect(pauses).toEqual([0, STEP_MS, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);

  isDown = false;
  vi.advanceTimersByTime(10_000);
  expect(await source.get()).toBe('a token');
  source.refuse('a token');
  isDown = true;
  // After a success, a failure is the first again.
  await expect(source.get()).rejects.toMatchObject({ code: 'token' });
  isDown = false;
  expect(await source.get()).toBe('a token');
});

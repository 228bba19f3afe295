import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `ask` returns a value, and returns it; fails after 20 s by default. */
export async function until<T>(ask: () => Promise<T | undefined>, seconds = 20): Promise<T> {
  for (let tries = 0; tries < seconds * 50; tries += 1) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(20);
  }
  throw new Error('waited in vain');
}

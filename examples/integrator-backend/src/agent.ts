import { setTimeout as sleep } from 'node:timers/promises';
import type { Palaver } from '@palaver/client/server';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/**
 * Creates the agent, who answers the visitors of the page, in Palaver. It retries, at growing intervals, until it succeeds or the
 * signal aborts. `tried` resolves after the first attempt, `done` at the end; neither rejects. (The policy of the application
 * lets guests write to the agent: see the README.)
 */
export function putAgent(
  palaver: Palaver,
  { id, name }: Config['agent'],
  log: FastifyBaseLogger,
  signal: AbortSignal,
): { tried: Promise<unknown>; done: Promise<void> } {
  const put = async (): Promise<boolean> => {
    try {
      await palaver.users.put(id, { display_name: name }, { signal });
      return true;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'Palaver did not take the agent');
      return false;
    }
  };
  const tried = put();
  const retry = async () => {
    let isPut = await tried;
    for (let retryMs = FIRST_RETRY_MS; !isPut && !signal.aborted; ) {
      await sleep(retryMs, undefined, { signal }).catch(() => {});
      isPut = await put();
      retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
    }
  };
  return { tried, done: retry() };
}

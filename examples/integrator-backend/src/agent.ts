import { setTimeout as sleep } from 'node:timers/promises';
import type { Palaver } from '@palaver/client/server';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/**
 * Tells Palaver who answers the visitors of the page. It tries again, later and later, until Palaver has taken it or the signal
 * ends it. (That guests may write to the agent says the policy of the application: see the README.)
 */
export async function putAgent(
  palaver: Palaver,
  { id, name }: Config['agent'],
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<void> {
  for (let retryMs = FIRST_RETRY_MS; !signal.aborted; retryMs = Math.min(2 * retryMs, LAST_RETRY_MS)) {
    try {
      await palaver.users.put(id, { display_name: name }, { signal });
      return;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'Palaver did not take the agent');
    }
    await sleep(retryMs, undefined, { signal }).catch(() => {});
  }
}

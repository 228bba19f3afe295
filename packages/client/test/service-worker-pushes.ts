import type { Page, Worker } from 'playwright-core';
import { until } from '../../server/test/harness/until.ts';

/** Counts the events that the worker has handled. */
const COUNT_HANDLED = `{
  self.handled = 0;
  const { waitUntil } = ExtendableEvent.prototype;
  ExtendableEvent.prototype.waitUntil = function (work) {
    const count = () => { handled += 1; };
    work.then(count, count);
    waitUntil.call(this, work);
  };
}`;

/** A service worker of Chromium that gets pushes without a push service. */
export interface PushedWorker {
  worker: Worker;
  /**
   * Delivers a push with this text. Resolves when the worker has handled it; until then nobody must look for notifications,
   * because Chromium forgets one that is being shown meanwhile.
   */
  push: (text: string) => Promise<void>;
}

/** The active service worker of this scope, an address, in the browser of this page. */
export async function pushedWorker(page: Page, scope: string): Promise<PushedWorker> {
  const devTools = await page.context().newCDPSession(page);
  const ids: string[] = [];
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL } of registrations)
      if (scopeURL === scope) ids.push(registrationId);
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await until(async () => ids[0]);
  const worker = await until(async () => page.context().serviceWorkers()[0]);
  await worker.evaluate(COUNT_HANDLED);
  let pushes = 0;
  return {
    worker,
    push: async (data) => {
      const { origin } = new URL(scope);
      await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      pushes += 1;
      await until(async () => (await worker.evaluate<number>('handled')) === pushes || undefined);
    },
  };
}

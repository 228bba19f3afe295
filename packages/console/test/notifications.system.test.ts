import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { BROWSER, isMissing } from '../../client/test/browsers.ts';
import { findFirefox, startFirefox } from '../../client/test/firefox/firefox.ts';
import { startPushService } from '../../client/test/firefox/push-service.ts';
import { pushedWorker } from '../../client/test/service-worker-pushes.ts';
import { playgroundAddress } from '../../server/src/http/playground/playground.ts';
import { startTestServer } from '../../server/test/harness/test-server.ts';
import { until } from '../../server/test/harness/until.ts';
import type { PlaygroundPage } from './playground-page.ts';
import { PlaygroundWorld } from './playground-world.ts';

const PROVIDER = '/notification/v1.0/provider/web_push';

describe.skipIf(isMissing)('notifications in the playground (needs a browser)', () => {
  let world: PlaygroundWorld;
  beforeAll(async () => {
    world = await PlaygroundWorld.start();
  });
  afterAll(() => world.close());

  const switchOf = (page: PlaygroundPage, name: string) =>
    page.seat(name).place.getByRole('button', { name: 'Notifications', exact: true });

  test('the switch sets up Web Push, and says plainly what is missing', async () => {
    const page = await world.open({ permissions: [] });
    const ann = page.seat('Ann');
    await ann.sees('No messages yet.');
    expect((await world.server.call('GET', PROVIDER)).body.message_code).toBe('M40409');
    // (This browser answers the question itself: no.)
    await switchOf(page, 'Ann').click();
    await ann.sees('Notifications are off for this site');
    expect(await world.server.ok('GET', PROVIDER)).toMatchObject({
      subject: 'mailto:playground@example.com',
    });
    await page.page.context().grantPermissions(['notifications'], { origin: world.url });
    await switchOf(page, 'Ann').click();
    // (Chromium gives private windows no subscription.)
    await ann.sees('The browser could not be subscribed');
    expect(await switchOf(page, 'Ann').getAttribute('aria-pressed')).toBe('false');
    await ann.place.getByRole('status').getByRole('button', { name: 'Close' }).click();
    await ann.seesNoMore('The browser could not be subscribed');
  });

  // (Only Chromium can be given a push. The tests of the SDK cover Firefox.)
  test.skipIf(BROWSER === 'firefox')('the service worker of the page shows a push', async () => {
    const page = await world.open({ permissions: ['notifications'] });
    await page.seat('Ann').sees('No messages yet.');
    await switchOf(page, 'Ann').click();
    await page.seat('Ann').sees('The browser could not be subscribed');
    const { worker, push } = await pushedWorker(page.page, `${world.url}/playground/`);
    expect(worker.url()).toBe(`${world.url}/playground/notifications.js`);
    const data = { thread_id: '1', seq: '2', app_id: 'x' };
    await push(JSON.stringify({ title: 'Ben', body: 'Hello', tag: '1', badge: 1, data }));
    const shown = await worker.evaluate<string[]>(
      `registration.getNotifications().then((all) => all.map(({ body }) => body))`,
    );
    expect(shown).toEqual(['Hello']);
  });
});

const firefoxPath = findFirefox();
const isFirefoxMissing = firefoxPath === undefined;
if (isFirefoxMissing && process.env.CI) throw new Error('firefox is needed: apt-get install firefox-esr');

test.skipIf(isFirefoxMissing)(
  'a message becomes a real notification, for one seat at a time, and a click opens the chat (needs firefox-esr)',
  async () => {
    const [server, service] = await Promise.all([
      startTestServer({
        PALAVER_PLAYGROUND: '1',
        PALAVER_WEB_PUSH_ALLOW_PRIVATE: '127.0.0.1',
        PALAVER_NOTIFICATION_DELAY_MS: '0',
      }),
      startPushService(),
    ]);
    onTestFinished(async () => {
      await server.close();
      await service.close();
    });
    onTestFinished(server.runNotifications());
    writeFileSync(join(server.dataDir, 'api-key'), server.key);
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const firefox = await startFirefox(firefoxPath ?? '', service.url);
    onTestFinished(() => firefox.close());
    await firefox.setPermission(url, 'ALLOW');
    await firefox.marionette.open(playgroundAddress(url, server.playgroundToken));
    // (`onTestFailed` would come after the browser is closed.)
    onTestFinished(async ({ task }) => {
      if (task.result?.state !== 'fail') return;
      const text = await firefox.marionette.run<string>('content', 'return document.body.innerText');
      process.stdout.write(`\nThe page:\n${text}\n`);
    });
    /** What an expression about the seats by name evaluates to, once it is true. */
    const eventually = (expression: string) =>
      until(() =>
        firefox.marionette.run<boolean | undefined>(
          'content',
          `const seat = (name) => document.querySelector('section.seat[aria-label=' + name + ']');
           const toggle = (name) => seat(name).querySelector('button[aria-label=Notifications]');
           return (${expression}) || undefined;`,
        ),
      );
    const switchOn = async (name: string) => {
      await eventually(`toggle('${name}').click() ?? true`);
      await eventually(`toggle('${name}').ariaPressed === 'true'`);
      await eventually(`seat('${name}').textContent.includes('shows notifications for ${name} only')`);
    };
    await eventually(`seat('Ann')?.textContent.includes('No messages yet.')`);
    await switchOn('Ben');
    await switchOn('Ann');
    await eventually(`toggle('Ben').ariaPressed === 'false'`);
    await server.ok('PUT', '/user/v1.0/user/cleo', { body: { display_name: 'Cleo' } });
    const threadId = await server.group(['cleo', 'ann', 'ben']);
    const message = { body: { text: 'Who is in?' } };
    const token = await server.token('cleo');
    await server.ok('POST', `/client/v1.0/threads/${threadId}/messages`, { token, body: message });
    await firefox.clickAlert('Who is in?');
    await eventually(`seat('Ann').querySelector('[role=log]')?.textContent.includes('Who is in?')`);
  },
);

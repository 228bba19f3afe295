import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../server/test/harness/client-api.ts';
import { until } from '../../server/test/harness/until.ts';
import { newWebPushCredentials } from '../../testing/src/receivers/web-push-service.ts';
import { type ChatServer, startChatServer } from './chat-server.ts';
import { type Firefox, findFirefox, startFirefox } from './firefox/firefox.ts';
import { type PushService, startPushService } from './firefox/push-service.ts';
import { PAGE_PATH, PushSite, WORKER_PATH } from './push-site.ts';

/*
 * From a sent message to a notification on the screen: the SDK subscribes a real Firefox, the server encrypts a push to it, a push
 * service passes it on, and Firefox decrypts and shows it. Only the push service is the test's.
 */

const path = findFirefox();
const isMissing = path === undefined;
if (isMissing && process.env.CI) throw new Error('firefox is needed: apt-get install firefox-esr');

const PROVIDER = '/notification/v1.0/provider/web_push';

interface Shown {
  title: string;
  body: string;
  data: { thread_id: string; seq: string };
}

describe.skipIf(isMissing)('notifications in a browser (needs firefox-esr)', () => {
  let chats: ChatServer;
  let site: PushSite;
  let service: PushService;
  let firefox: Firefox;
  let ann: SignedIn;
  let ben: SignedIn;
  let threadId: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const settings = { PALAVER_WEB_PUSH_ALLOW_PRIVATE: '127.0.0.1', PALAVER_NOTIFICATION_DELAY_MS: '0' };
    [chats, site, service] = await Promise.all([
      startChatServer(2, settings),
      PushSite.open(),
      startPushService(),
    ]);
    [ann, ben] = chats.people as [SignedIn, SignedIn];
    stop = chats.server.runNotifications();
    threadId = await chats.server.group([ann.userId, ben.userId]);
    firefox = await startFirefox(path ?? '', service.url);
    await firefox.marionette.open(site.url + PAGE_PATH);
  });
  afterAll(async () => {
    await firefox.close();
    await service.close();
    site.close();
    await stop();
    await chats.close();
  });

  const inPage = <T>(body: string) => firefox.marionette.run<T>('content', body);

  /** Opens the page anew, with the chat of this user as `chat` and their notifications as `push`. */
  const openPage = async ({ token }: SignedIn) => {
    await firefox.marionette.open(site.url + PAGE_PATH);
    await until(() => inPage<boolean | undefined>('return window.palaver !== undefined || undefined'));
    await connectInPage('', token);
  };
  /** Adds another user to the page: `chat` and `push` with this suffix. */
  const connectInPage = (suffix: string, token: string) =>
    inPage(`
      const chat = palaver.connect({ url: ${JSON.stringify(chats.url)}, token: ${JSON.stringify(token)} });
      window.chat${suffix} = chat;
      window.push${suffix} = palaver.webPush(chat, {
        worker: '${WORKER_PATH}',
        onOpen: ({ thread_id, seq }) => { document.title = 'opened${suffix} ' + thread_id + ' ' + seq; },
      });
      await chat.ready();`);

  /** The outcome of a call in the page: the code of its error, if it fails. */
  const codeOf = (call: string) => inPage<string>(`return ${call}.then(() => 'done', ({ code }) => code)`);
  const stateOf = (name: string) => inPage<{ state: string }>(`return ${name}.state.getSnapshot()`);
  const shown = () =>
    inPage<Shown[]>(`
      const registration = await navigator.serviceWorker.getRegistration('${PAGE_PATH}');
      const all = await registration.getNotifications();
      return all.map(({ title, body, data }) => ({ title, body, data }));`);
  const isShown = (isMet: (all: Shown[]) => boolean) =>
    until(async () => {
      const all = await shown();
      return isMet(all) ? all : undefined;
    });
  const send = async (text: string): Promise<number> => {
    const sent = await ben.ok('POST', `/client/v1.0/threads/${threadId}/messages`, {
      body: { body: { text } },
    });
    return sent.seq;
  };
  const devicesOf = ({ userId }: SignedIn) =>
    chats.server.ok('GET', `/user/v1.0/user/${encodeURIComponent(userId)}/devices`);

  test('`enable` fails for a user who refuses, and for one whose application has no provider', async () => {
    await firefox.setPermission(site.url, 'DENY');
    await openPage(ann);
    expect(await stateOf('push')).toEqual({ state: 'denied' });
    expect(await codeOf('push.enable()')).toBe('push_denied');
    await firefox.setPermission(site.url, 'ALLOW');
    await openPage(ann);
    expect(await stateOf('push')).toEqual({ state: 'off' });
    expect(await codeOf('push.enable()')).toBe('push_not_set_up');
    expect(await stateOf('push')).toEqual({ state: 'off' });
  });

  test('a worker that does not exist is reported', async () => {
    await chats.server.ok('PUT', PROVIDER, { body: { subject: 'mailto:ops@example.com' } });
    await inPage(`window.broken = palaver.webPush(chat, { worker: '/elsewhere' });`);
    expect(await codeOf('broken.enable()')).toBe('push_worker');
    expect(await devicesOf(ann)).toEqual([]);
  });

  test('a message becomes a notification, which Firefox has decrypted', async () => {
    expect(await codeOf('push.enable()')).toBe('done');
    expect(await stateOf('push')).toEqual({ state: 'on' });
    expect(await devicesOf(ann)).toMatchObject([{ provider: 'web_push', language: 'en-US' }]);
    const seq = await send('Lunch?');
    expect(await isShown((all) => all.length > 0)).toMatchObject([
      { body: expect.stringContaining('Lunch?'), data: { thread_id: threadId, seq: String(seq) } },
    ]);
    await expect.poll(() => service.codes).toEqual([100]);
  });

  test('a later message replaces it, a click opens its thread in the page, and reading withdraws it', async () => {
    const seq = await send('Pizza?');
    await isShown(([one]) => one?.data.seq === String(seq));
    await firefox.clickAlert('Pizza?');
    await until(
      async () => (await inPage<string>('return document.title')).startsWith('opened') || undefined,
    );
    expect(await inPage('return document.title')).toBe(`opened ${threadId} ${seq}`);
    await isShown((all) => all.length === 0);
    const next = await send('With olives?');
    await isShown(([one]) => one?.data.seq === String(next));
    await chats.server.ok('PUT', `/client/v1.0/threads/${threadId}/read`, {
      token: ann.token,
      body: { seq: next },
    });
    await isShown((all) => all.length === 0);
  });

  test('the next start of the page registers again, and a new key gets a new subscription', async () => {
    const keyInBrowser = () =>
      inPage<string>(`
        const registration = await navigator.serviceWorker.getRegistration('${PAGE_PATH}');
        const { options } = await registration.pushManager.getSubscription();
        return new Uint8Array(options.applicationServerKey).toBase64({ alphabet: 'base64url', omitPadding: true });`);
    const { subject, publicKey: public_key, privateKey: private_key } = newWebPushCredentials();
    for (const body of [undefined, { subject, public_key, private_key }]) {
      if (body !== undefined) await chats.server.ok('PUT', PROVIDER, { body });
      const [{ seen_at: before }] = await devicesOf(ann);
      await openPage(ann);
      await until(async () => (await devicesOf(ann))[0]?.seen_at > before || undefined);
      expect(await stateOf('push')).toEqual({ state: 'on' });
      expect(await keyInBrowser()).toBe((await chats.server.ok('GET', PROVIDER)).public_key);
    }
    expect(await keyInBrowser()).toBe(public_key);
    await until(async () => service.subscribed() === 1 || undefined);
    const seq = await send('And now?');
    await isShown(([one]) => one?.data.seq === String(seq));
    expect(service.codes.filter((code) => code !== 100)).toEqual([]);
  });

  test('a browser shows the notifications of one user: the last who has switched them on', async () => {
    await connectInPage('OfBen', ben.token);
    expect(await stateOf('pushOfBen')).toEqual({ state: 'off' });
    expect(await codeOf('pushOfBen.enable()')).toBe('done');
    await until(async () => (await stateOf('push')).state === 'off' || undefined);
    expect(await devicesOf(ann)).toEqual([]);
    expect(await devicesOf(ben)).toHaveLength(1);
    // Ann's are off already: Ben's stay on.
    expect(await codeOf('push.disable()')).toBe('done');
    expect(await stateOf('pushOfBen')).toEqual({ state: 'on' });
    expect(service.subscribed()).toBe(1);
  });

  test('switching off ends the subscription, and removes the device', async () => {
    expect(await codeOf('pushOfBen.disable()')).toBe('done');
    expect(await stateOf('pushOfBen')).toEqual({ state: 'off' });
    expect(await devicesOf(ben)).toEqual([]);
    await until(async () => service.subscribed() === 0 || undefined);
    await openPage(ben);
    expect(await stateOf('push')).toEqual({ state: 'off' });
  });

  test('a lost subscription is replaced while the page is open', async () => {
    expect(await codeOf('push.enable()')).toBe('done');
    const [{ seen_at: before }] = await devicesOf(ben);
    await inPage(`
      const registration = await navigator.serviceWorker.getRegistration('${PAGE_PATH}');
      const subscription = await registration.pushManager.getSubscription();
      await subscription.unsubscribe();
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'palaver.subscription' } }));`);
    await until(async () => (await devicesOf(ben))[0]?.seen_at > before || undefined);
    expect(service.subscribed()).toBe(1);
  });

  test('a registration that cannot be refreshed stays on, and says why', async () => {
    const [{ seen_at: before }] = await devicesOf(ben);
    await chats.server.ok('DELETE', PROVIDER);
    await openPage(ben);
    const errorCode = () => inPage<string | undefined>('return push.state.getSnapshot().error?.code');
    await expect.poll(errorCode).toBe('push_not_set_up');
    expect(await inPage('return push.state.getSnapshot().state')).toBe('on');
    await chats.server.ok('PUT', PROVIDER, { body: { subject: 'mailto:ops@example.com' } });
    await openPage(ben);
    await until(async () => (await devicesOf(ben))[0]?.seen_at > before || undefined);
    expect(await stateOf('push')).toEqual({ state: 'on' });
  });

  test('a test notification is shown, too', async () => {
    const [{ device_id }] = await devicesOf(ben);
    const body = { user_id: ben.userId, device_id };
    expect(await chats.server.ok('POST', `${PROVIDER}/test`, { body })).toMatchObject({ status: 201 });
    await isShown((all) => all.some(({ title }) => title === 'Test'));
  });
});

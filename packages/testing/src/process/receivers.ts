import type { Database } from '@palaver/server/src/storage/database.ts';
import type { Phone, PhoneProvider, PushAccount, Received, WebPushSubscription } from '../received.ts';
import { type ApnsService, startApnsService } from '../receivers/apns-service.ts';
import { type FcmService, startFcmService } from '../receivers/fcm-service.ts';
import { startMailServer } from '../receivers/mail-server.ts';
import { startWebPushService } from '../receivers/web-push-service.ts';
import { startWebhookReceiver } from '../receivers/webhook-receiver.ts';
import type { TestChannel } from './server.ts';
import { readSecrets } from './webhook-secrets.ts';

/** What receives everything that the server sends, and passes it on to tests. */
export interface Receivers {
  webhooksUrl: string;
  smtpUrl: string;
  /** Their addresses. */
  pushServices: { fcm: string; fcmTokens: string; apns: string };
  /** From now on webhooks can be received: their secrets are in the database. */
  verifyWith: (db: Database) => void;
  respondToWebhooks: (status: number) => void;
  /** A browser subscribes to pushes. */
  subscribe: () => WebPushSubscription;
  /** Somebody installs the app on a phone. */
  installApp: (provider: PhoneProvider) => Phone;
  pushAccount: (provider: PhoneProvider) => PushAccount;
  /** As after the start. */
  empty: () => void;
  close: () => Promise<void>;
}

/** Starts them on loopback; `tests` may change. */
export async function startReceivers(tests: ReadonlySet<TestChannel>): Promise<Receivers> {
  const tell = <Name extends keyof Received>(name: Name, item: Received[Name]) => {
    for (const test of tests) void test.received.asEvent(name, item);
  };
  const refuse = (name: keyof Received, why: string) => {
    for (const test of tests) void test.refused.asEvent(name, why);
  };
  const [webhooks, browsers, firebase, apple, mails] = await Promise.all([
    startWebhookReceiver(
      (call) => tell('webhooks', call),
      (why) => refuse('webhooks', why),
    ),
    startWebPushService(),
    startFcmService(),
    startApnsService(),
    startMailServer(),
  ]);
  browsers.onPush = ({ subscription, headers, payload }) =>
    tell('pushes', { provider: 'web_push', to: subscription.endpoint, headers, payload: payload as unknown });
  firebase.onMessage = ({ token, headers, message }) =>
    tell('pushes', { provider: 'fcm', to: token, headers, payload: message as unknown });
  apple.onNotification = ({ device, headers, payload }) =>
    tell('pushes', { provider: 'apns', to: device, headers, payload: payload as unknown });
  for (const service of [browsers, firebase, apple]) service.onFault = (why) => refuse('pushes', why);
  mails.onMail = async ({ envelopeFrom, recipients, subject = '', text = '', html = '', headers }) => {
    const named = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
    tell('mails', { from: envelopeFrom, to: recipients, subject, text, html, headers: named });
    return undefined;
  };
  return {
    webhooksUrl: webhooks.url,
    smtpUrl: mails.url,
    pushServices: { fcm: firebase.url, fcmTokens: firebase.tokenUrl, apns: apple.url },
    verifyWith: (db) => {
      webhooks.findSecrets = () => readSecrets(db);
    },
    respondToWebhooks: (status) => {
      webhooks.status = status;
    },
    subscribe: () => {
      const { endpoint, keys } = browsers.subscribe();
      return { endpoint, keys };
    },
    installApp: (provider) => {
      const { token } = provider === 'fcm' ? firebase.register() : apple.register();
      return { provider, token };
    },
    pushAccount: (provider) => (provider === 'fcm' ? accountOf(firebase) : keyOf(apple)),
    empty: () => {
      webhooks.status = 204;
    },
    close: async () => {
      await Promise.all([webhooks, browsers, firebase, apple, mails].map((one) => one.close()));
    },
  };
}

function accountOf({ credentials: { projectId, clientEmail, privateKey } }: FcmService): PushAccount {
  return { service_account: { project_id: projectId, client_email: clientEmail, private_key: privateKey } };
}

function keyOf({ credentials: { keyId, teamId, topic, privateKey } }: ApnsService): PushAccount {
  return { key_id: keyId, team_id: teamId, topic, private_key: privateKey };
}

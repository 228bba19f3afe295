import type { Database } from '@palaver/server/src/storage/database.ts';
import type { Received, WebPushSubscription } from '../received.ts';
import { startMailServer } from '../receivers/mail-server.ts';
import { startWebPushService } from '../receivers/web-push-service.ts';
import { startWebhookReceiver } from '../receivers/webhook-receiver.ts';
import type { TestChannel } from './server.ts';
import { readSecrets } from './webhook-secrets.ts';

/** What receives everything that the server sends, and passes it on to tests. */
export interface Receivers {
  webhooksUrl: string;
  smtpUrl: string;
  /** From now on webhooks can be received: their secrets are in the database. */
  verifyWith: (db: Database) => void;
  respondToWebhooks: (status: number) => void;
  /** A browser subscribes to pushes. */
  subscribe: () => WebPushSubscription;
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
  const [webhooks, pushes, mails] = await Promise.all([
    startWebhookReceiver(
      (call) => tell('webhooks', call),
      (why) => refuse('webhooks', why),
    ),
    startWebPushService(),
    startMailServer(),
  ]);
  pushes.onPush = ({ subscription: { endpoint }, headers, payload }) =>
    tell('pushes', { endpoint, headers, payload: payload as unknown });
  pushes.onFault = (why) => refuse('pushes', why);
  mails.onMail = async ({ envelopeFrom, recipients, subject = '', text = '', html = '', headers }) => {
    const named = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
    tell('mails', { from: envelopeFrom, to: recipients, subject, text, html, headers: named });
    return undefined;
  };
  return {
    webhooksUrl: webhooks.url,
    smtpUrl: mails.url,
    verifyWith: (db) => {
      webhooks.findSecrets = () => readSecrets(db);
    },
    respondToWebhooks: (status) => {
      webhooks.status = status;
    },
    subscribe: () => {
      const { endpoint, keys } = pushes.subscribe();
      return { endpoint, keys };
    },
    empty: () => {
      webhooks.status = 204;
    },
    close: async () => {
      await Promise.all([webhooks.close(), pushes.close(), mails.close()]);
    },
  };
}

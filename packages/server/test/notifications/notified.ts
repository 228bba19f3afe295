import { onTestFinished } from 'vitest';
import {
  startWebPushService,
  type TestSubscription,
  type WebPushService,
} from '../../../testing/src/receivers/web-push-service.ts';
import { type SignedIn, signIn } from '../harness/client-api.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** A server with Web Push, and the push service that it reaches. Nothing is sent before `run`. */
export interface Notified {
  server: TestServer;
  service: WebPushService;
  /** Creates a user with a device; a second call for the same user adds one. */
  away: (userId: string, deviceId?: string) => Promise<Away>;
  /** Notifies from here on. The result stops it, as a node that stops. */
  run: () => () => Promise<void>;
  /** Resolves when no message waits for its notification and none is due soon. (While a thread is open, they are due later.) */
  settled: () => Promise<void>;
  /** The same, except that attempts may be due later. */
  tried: () => Promise<void>;
  /** The states of all notifications, by device. */
  states: () => Promise<Record<string, string>>;
}

export interface Away extends SignedIn {
  subscription: TestSubscription;
}

const MY_DEVICES = '/client/v1.0/devices';
const WEB_PUSH = '/notification/v1.0/provider/web_push';

export async function startNotified(environment: Record<string, string> = {}): Promise<Notified> {
  const service = await startWebPushService();
  const server = await startTestServer({
    PALAVER_WEB_PUSH_ALLOW_PRIVATE: '127.0.0.1',
    PALAVER_NOTIFICATION_DELAY_MS: '0',
    ...environment,
  });
  onTestFinished(async () => {
    await server.close();
    await service.close();
  });
  const { public_key } = await server.ok('PUT', WEB_PUSH, { body: { subject: 'mailto:ops@example.com' } });
  const away = async (userId: string, deviceId = `${userId}'s phone`) => {
    await server.ok('PUT', `/user/v1.0/user/${userId}`, { body: { display_name: userId.toUpperCase() } });
    const user = await signIn(server, userId);
    const subscription = service.subscribe(public_key);
    await user.ok('PUT', `${MY_DEVICES}/${encodeURIComponent(deviceId)}`, { body: deviceOf(subscription) });
    return { ...user, subscription };
  };
  const run = () => {
    const stop = server.runNotifications();
    onTestFinished(stop);
    return stop;
  };
  const { sql } = server.database;
  const isEmpty = (query: string) => async () => (await sql(`${query} limit 1`)).length === 0 || undefined;
  const settled = async () => {
    await server.relayed();
    await until(
      isEmpty(
        `select from notification_batches union all
         select from notifications where is_claimed or due_at < now() + interval '30 seconds'`,
      ),
    );
  };
  const tried = async () => {
    await server.relayed();
    const waiting = 'select from notifications where due_at is not null and (is_claimed or tries = 0)';
    await until(isEmpty(`select from notification_batches union all ${waiting}`));
  };
  const states = async () => {
    const rows = await sql<{ device_id: string; state: string }>(
      'select device_id, state from notifications',
    );
    return Object.fromEntries(rows.map(({ device_id, state }) => [device_id, state]));
  };
  return { server, service, away, run, settled, tried, states };
}

export const deviceOf = ({ endpoint, keys }: TestSubscription) => ({
  provider: 'web_push',
  subscription: { endpoint, keys },
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { ENDPOINTS, MESSAGES, USERS } from '../harness/api.ts';
import { cleanEnvironment, PALAVER, ROOT } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { startPalaver } from '../harness/palaver.ts';
import { ALLOW_LOOPBACK, ok, startReceiver, status } from '../harness/receiver.ts';

test('a worker delivers for a server that does not, and its metrics show its leases, and count pending deliveries and results', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  // One attempt, a retry at once, and then none for an hour.
  const settings = { ...ALLOW_LOOPBACK, PALAVER_WEBHOOK_SCHEDULE: '0,3600', PALAVER_WORKER: '0' };
  const server = await startPalaver(settings);
  const metricsAddress = `127.0.0.1:${await freePort()}`;
  const worker = spawn(process.execPath, [PALAVER, 'worker'], {
    cwd: ROOT,
    env: {
      ...cleanEnvironment(),
      ...settings,
      DATA_DIR: server.dataDir,
      PALAVER_METRICS_ADDRESS: metricsAddress,
    },
    stdio: 'ignore',
  });
  const exited = once(worker, 'exit');
  onTestFinished(() => {
    worker.kill('SIGKILL');
  });
  const measure = async (pattern: RegExp) => {
    const response = await fetch(`http://${metricsAddress}/metrics`).catch(() => undefined);
    const lines = ((await response?.text()) ?? '').matchAll(pattern);
    return Object.fromEntries([...lines].map(([, name = '', value]) => [name, Number(value)]));
  };
  const measured = () =>
    expect.poll(() =>
      measure(/^palaver_webhook_(deliveries_pending|call_duration_seconds_count\S+) (\d+)$/gm),
    );
  const leases = () => measure(/^palaver_lease_held\{name="(\w+)"\} (\d)$/gm);
  const calls = (result: string) => `call_duration_seconds_count{result="${result}"}`;

  const post = async (url: string, body: object) => {
    const headers = { 'x-api-key': server.key(), 'content-type': 'application/json' };
    const response = await fetch(server.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
  };
  await post(`${USERS}/batch`, { users: [{ user_id: 'ann' }, { user_id: 'bob' }] });
  await post(ENDPOINTS, { url: receiver.url, event_types: ['message.created'] });
  const say = (text: string) =>
    post(MESSAGES, {
      sender: { user_id: 'ann' },
      target: { user_ids: ['bob'] },
      body: { text, metadata: [{ type: 'text' }] },
    });
  await measured().toEqual({ deliveries_pending: 0 });
  await expect.poll(leases).toEqual({ events: 1, notifications: 1, search: 1, sweeps: 1, webhooks: 1 });
  await say('this arrives');
  await measured().toEqual({ deliveries_pending: 0, [calls('delivered')]: 1 });
  receiver.answer = status(500);
  await say('this does not');
  await measured().toEqual({ deliveries_pending: 1, [calls('delivered')]: 1, [calls('failed')]: 2 });
  expect(receiver.received).toHaveLength(3);
  receiver.answer = ok;

  worker.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

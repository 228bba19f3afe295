import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/server/verify-webhook.ts';
import { BOTS, ENDPOINTS } from '../harness/api.ts';
import { at } from '../harness/client-api.ts';
import { ALLOW_LOOPBACK, type Received, type Receiver, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useServer } from '../harness/use-server.ts';
import { makeEndpoint } from './endpoint.ts';

/** Calls are signed according to Standard Webhooks 1.0: two independent libraries and our SDK accept them. */

const server = await useServer(ALLOW_LOOPBACK);
let receiver: Receiver;
let stopWebhooks: () => Promise<void>;

beforeAll(async () => {
  receiver = await startReceiver();
  stopWebhooks = server.runWebhooks();
  await server.users(1);
});
afterAll(async () => {
  await stopWebhooks();
  await receiver.close();
});

const VERIFIERS: [string, (secret: string, call: Received) => unknown][] = [
  ['standardwebhooks', (secret, { body, headers }) => new StandardWebhook(secret).verify(body, headers)],
  [
    'svix',
    (secret, { body, headers, event }) => {
      new SvixWebhook(secret).verify(body, headers);
      return event;
    },
  ],
  ['our SDK', (secret, { body, headers }) => verifyWebhook(body, headers, secret)],
];

test.each(VERIFIERS)(
  '%s accepts a signed call, but not a changed one or another secret',
  async (_, verify) => {
    const one = await makeEndpoint(server, receiver, ['user.updated']);
    const other = await makeEndpoint(server, receiver, ['webhook.disabled']);
    await server.ok('PUT', '/user/v1.0/user/user1', {
      body: { display_name: 'Añna \u{1f70f} "quoted" \\ ' },
    });
    const call = at(await one.arrived(1), 0);
    expect(await verify(one.secret, call)).toEqual(call.event);
    expect(call.event.data.user.display_name).toBe('Añna \u{1f70f} "quoted" \\ ');
    await expect(async () => verify(other.secret, call)).rejects.toThrow();
    await expect(async () => verify(one.secret, { ...call, body: `${call.body} ` })).rejects.toThrow();
    const later = { ...call.headers, 'webhook-id': `${call.headers['webhook-id']}0` };
    await expect(async () => verify(one.secret, { ...call, headers: later })).rejects.toThrow();
  },
);

test('during a rotation both secrets sign; afterwards only the new one', async () => {
  const one = await makeEndpoint(server, receiver, ['user.updated']);
  const { webhook_secret: next } = await server.ok('POST', `${ENDPOINTS}/${one.id}/rotate-secret`);
  await server.ok('PUT', '/user/v1.0/user/user1', { body: {} });
  const call = at(await one.arrived(1), 0);
  for (const secret of [one.secret, next]) {
    for (const [, verify] of VERIFIERS) expect(await verify(secret, call)).toEqual(call.event);
  }
  await server.database.sql('update webhooks set previous_secret_expires_at = now() where id = $1', [one.id]);
  await server.ok('PUT', '/user/v1.0/user/user1', { body: {} });
  const after = at(await one.arrived(2), 1);
  expect(after.headers['webhook-signature']).not.toContain(' ');
  expect(await verifyWebhook(after.body, after.headers, next)).toEqual(after.event);
});

test("a bot's calls are signed with the bot's secret", async () => {
  const { webhook_secret: secret, ext_user_id: bot } = await server.ok('POST', BOTS, {
    body: { bot_id: 'signer', display_name: 'S', webhook_url: `${receiver.url}/signer` },
  });
  const token = await server.token('user1');
  const group = await server.group(['user1']);
  const body = { body: { text: 'x' }, mentions: [bot] };
  await server.ok('POST', `/client/v1.0/threads/${group}/messages`, { token, body });
  const call = await until(async () => receiver.of('/signer')[0]);
  for (const [, verify] of VERIFIERS) expect(await verify(secret, call)).toEqual(call.event);
});

import { expect, onTestFinished, test } from 'vitest';
import { MY_DEVICES, myDeviceUrl, signInAll } from '../harness/client-api.ts';
import { inParallel } from '../harness/in-parallel.ts';
import { startTestServer } from '../harness/test-server.ts';

const REGISTRATIONS = 10_000;
const AT_A_TIME = 20;

test('10,000 registrations by one user leave 20 devices, and each registration succeeds', async () => {
  const server = await startTestServer();
  onTestFinished(server.close);
  const [ann, ben] = await signInAll(server, 2);
  await ben.ok('PUT', myDeviceUrl('phone'), { body: { provider: 'fcm', token: 'of-ben' } });
  let registered = 0;
  await inParallel(AT_A_TIME, async () => {
    while (registered < REGISTRATIONS) {
      registered += 1;
      const body = { provider: 'fcm', token: `token-${registered}` };
      await ann.ok('PUT', myDeviceUrl(`phone-${registered}`), { body });
    }
  });
  expect(await ann.ok('GET', MY_DEVICES)).toHaveLength(20);
  expect(await ben.ok('GET', MY_DEVICES)).toHaveLength(1);
  expect(await server.database.sql('select count(*)::int from devices')).toEqual([{ count: 21 }]);
  // The latest registration is among them.
  await ann.ok('PUT', myDeviceUrl('last'), { body: { provider: 'fcm', token: 'last' } });
  const ids = (await ann.ok('GET', MY_DEVICES)).map(({ device_id }: { device_id: string }) => device_id);
  expect(ids).toHaveLength(20);
  expect(ids).toContain('last');
});

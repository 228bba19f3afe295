import { expect, onTestFinished, test } from 'vitest';
import { severable } from '../../../packages/server/test/harness/severable.ts';
import { until } from '../../../packages/server/test/harness/until.ts';
import { startWorld } from './world.ts';

test('the agent is registered as soon as Palaver is reachable, and the start does not wait for it', async () => {
  const world = await startWorld();
  onTestFinished(() => world.close());
  const road = await severable(Number(new URL(world.environment.PALAVER_URL ?? '').port));
  onTestFinished(() => road.close());
  road.isDown = true;
  const agent = { AGENT_ID: 'helga', AGENT_NAME: 'Helga' };
  await world.restart({ PALAVER_URL: `http://127.0.0.1:${road.port}`, ...agent });
  await until(async () => world.log().includes('Palaver did not take the agent') || undefined);
  road.isDown = false;
  const user = await until(() => world.palaver.users.get('helga').catch(() => undefined));
  expect(user).toMatchObject({ display_name: 'Helga', is_guest: false });
});

import { expect, onTestFinished, test } from 'vitest';
import { recount } from '../harness/recount.ts';
import { seedOfRun } from '../harness/seed.ts';
import { startTestServer } from '../harness/test-server.ts';
import { BUSES, replaySequences } from './replay.ts';

/** `npm run test:realtime` runs more sequences. */
const COUNT = 10;

test.for(BUSES)('old state plus events equals a fresh fetch: $bus', async ({ openBus, isSound }) => {
  const server = await startTestServer({}, undefined, openBus);
  onTestFinished(() => server.close());
  const from = seedOfRun();
  await replaySequences(server, { from, count: COUNT, together: COUNT, isSound });
  expect(await recount(server.database)).toEqual([]);
});

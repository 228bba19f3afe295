import { expect, onTestFinished, test } from 'vitest';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { openLossyBus } from '../harness/lossy-bus.ts';
import { recount } from '../harness/recount.ts';
import { startTestServer } from '../harness/test-server.ts';
import { replaySequences } from './replay.ts';

/** `npm run test:realtime` takes more. */
const BUSES = [
  { bus: 'a sound bus', openBus: openInProcessBus, count: 10, together: 10 },
  { bus: 'a bus that loses, repeats and reorders', openBus: openLossyBus, count: 10, together: 10 },
];

test.for(BUSES)('old state and events are a fresh fetch: $bus', async ({ openBus, count, together }) => {
  const server = await startTestServer({}, undefined, openBus);
  onTestFinished(() => server.close());
  await replaySequences(server, Math.trunc(Math.random() * 1e6), count, together);
  expect(await recount(server.database)).toEqual([]);
});

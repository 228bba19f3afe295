import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type SignedIn, signInAll } from '../harness/client-api.ts';
import { connect } from '../harness/realtime.ts';
import { startTestServer } from '../harness/test-server.ts';

test('a server that has slept does not take its clients for dead; one that stays silent is', async () => {
  const server = await startTestServer({ PALAVER_HEARTBEAT_MS: '1000' });
  onTestFinished(() => server.close());
  const [ann, ben] = (await signInAll(server, 2)) as [SignedIn, SignedIn];
  const [alive, silent] = await Promise.all([connect(server, ann), connect(server, ben)]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200);
  silent.ws.pause();
  await sleep(3_500);
  await alive.settled();
  silent.ws.resume();
  expect(await silent.next('closing')).toMatchObject({ code: 4408 });
});

import { expect, onTestFinished, test } from 'vitest';
import { signInAll } from '../harness/client-api.ts';
import { connect, connectionsTo } from '../harness/realtime.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

test('a server that was suspended keeps its live clients, and disconnects silent ones', async () => {
  const server = await startTestServer({ PALAVER_HEARTBEAT_MS: '1000' });
  onTestFinished(() => server.close());
  const [ann, ben] = await signInAll(server, 2);
  const [alive, silent] = await Promise.all([connect(server, ann), connect(server, ben)]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_200);
  silent.ws.pause();
  await until(async () => (await connectionsTo(server)) === 1 || undefined);
  await alive.settled();
  silent.ws.resume();
  expect(await silent.next('closing')).toMatchObject({ code: 4408 });
});

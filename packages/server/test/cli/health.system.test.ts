import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { runPalaver, startPalaver } from '../harness/palaver.ts';
import { until } from '../harness/until.ts';

const health = (port: number | string, environment: Record<string, string> = {}) =>
  runPalaver(['health'], { PORT: `${port}`, ...environment });

test('`palaver health` succeeds while the server is ready, and fails while it drains', async () => {
  const server = await startPalaver({ HOST: '0.0.0.0', PALAVER_DRAIN_DELAY_MS: '3600000' });
  const { port } = new URL(server.url);
  const ask = () => health(port, { HOST: '0.0.0.0' });
  expect(await ask()).toMatchObject({ code: 0, stdout: `http://127.0.0.1:${port}/health/ready: ready\n` });

  server.process.kill('SIGTERM');
  await until(async () => server.stderr().includes('draining') || undefined);
  expect(await ask()).toMatchObject({ code: 1, stdout: expect.stringContaining('status 503') });
  server.process.kill('SIGKILL');
});

test('`palaver health` fails without a server, and soon', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const [none, mute, unknown] = await Promise.all([health(await freePort()), health(port), health(0)]);
  expect(none).toMatchObject({ code: 1, stdout: expect.stringContaining('no connection') });
  expect(mute).toMatchObject({ code: 1, stdout: expect.stringContaining('no response in 4 s') });
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('set PORT') });
});

import { spawn, spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signInAll } from '../harness/client-api.ts';
import { ROOT } from '../harness/command.ts';
import { realtimeUrl } from '../harness/realtime.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';
import { periodPasses } from '../harness/waits.ts';

const SCRIPT = join(ROOT, 'packages/server/test/realtime/another_client.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython && process.env.CI) throw new Error('python3 is missing: .ci/run installs it');

test.skipIf(!hasPython)(
  'a client in another language, without a WebSocket library, understands every frame (needs python3)',
  async () => {
    const server = await startTestServer({ PALAVER_HEARTBEAT_MS: '2000' });
    onTestFinished(() => server.close());
    const [ann, ben] = await signInAll(server, 2);
    const thread = await server.group([ann.userId, ben.userId]);
    await realtimeUrl(server);
    const { port } = server.app.server.address() as AddressInfo;
    const client = spawn('python3', [SCRIPT, String(port), ben.token, thread]);
    onTestFinished(() => void client.kill());
    let output = '';
    let complaints = '';
    client.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    client.stderr.on('data', (chunk) => {
      complaints += String(chunk);
    });
    const lines = () => output.split('\n').slice(0, -1);
    // biome-ignore lint/suspicious/noExplicitAny: whatever the script has printed
    const find = (matches: (frame: any) => boolean) =>
      until(async () =>
        lines()
          .map((line): unknown => JSON.parse(line))
          .find(matches),
      );

    await find((frame) => frame.type === 'resumed');
    // Frames of each of the three length encodings of WebSocket.
    const payload = JSON.stringify('x'.repeat(65_300));
    for (const body of [
      { text: 'short' },
      { metadata: [{ type: 'custom_defined', custom_name: 'long', payload }] },
    ])
      await ann.say(thread, { body });
    await find((frame) => frame.entry?.message?.body.metadata[0]?.payload === payload);
    client.stdin.write('grüße aus python\n');
    const answer = await find((frame) => frame.type === 'answer');
    expect(answer).toMatchObject({ id: '0', data: { seq: 4, body: { text: 'grüße aus python' } } });
    expect(await ann.message(thread, 4)).toMatchObject({ client_message_id: 'python 0' });
    await find((frame) => frame.entry?.seq === 4);

    // It answers pings, so it stays connected longer than a silent client would.
    await periodPasses(5_500);
    await ann.say(thread, 'still there?');
    await find((frame) => frame.entry?.seq === 5);
    await server.realtime.close(1_000);
    expect(await find((frame) => frame.type === 'closing')).toMatchObject({ code: 1012 });
    expect(await find((frame) => 'closed' in frame)).toEqual({ closed: 1012 });
    expect(complaints).toBe('');
  },
);

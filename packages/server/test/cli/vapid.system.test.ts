import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { providerUrl } from '../harness/api.ts';
import { newDataDir, runPalaver } from '../harness/palaver.ts';
import { startTestServer } from '../harness/test-server.ts';

test('the command line makes key pairs for Web Push that a server accepts, without a database', async () => {
  const dataDir = newDataDir();
  const palaver = (...args: string[]) => runPalaver(['vapid', 'create', ...args], { DATA_DIR: dataDir });
  const [text, json] = await Promise.all([palaver(), palaver('--json')]);
  const [, publicKey, privateKey] = /^public_key: (\S+)\nprivate_key: (\S+)\n$/.exec(text.stdout) ?? [];
  expect(text).toMatchObject({ code: 0, stderr: expect.stringContaining('does not store these keys') });
  expect(json).toMatchObject({ code: 0, stderr: '' });
  const printed = JSON.parse(json.stdout) as { public_key: string; private_key: string }[];
  const server = await startTestServer();
  try {
    for (const body of [{ public_key: publicKey, private_key: privateKey }, ...printed]) {
      const { public_key } = await server.ok('PUT', providerUrl('web_push'), { body });
      expect(public_key).toBe(body.public_key);
    }
  } finally {
    await server.close();
  }
  expect(printed).toHaveLength(1);
  expect(printed[0]?.private_key).not.toBe(privateKey);
  expect(readdirSync(dataDir)).toEqual([]);
});

import { expect, test } from 'vitest';
import { newDataDir, runPalaver, startPalaver, usedDataDir } from '../harness/palaver.ts';

async function statusWith(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/open-api/v1.0/chat/threads`, { headers: { 'x-api-key': key } });
  return response.status;
}

test('commands work without a server, and one after the other', async () => {
  const dataDir = newDataDir();
  const palaver = (...args: string[]) => runPalaver(args, { DATA_DIR: dataDir });
  expect((await palaver('migrate')).stdout).toContain('Applied 0001_schema');
  expect((await palaver('migrate')).stdout).toContain('up to date');
  expect((await palaver('app', 'create', 'first')).code).toBe(0);
  const key = (await palaver('key', 'create', '--app', 'first')).stdout.trim();

  const server = await startPalaver({}, dataDir);
  expect(await statusWith(server.url, key)).toBe(200);
  // An application existed, so no `demo` is created unasked.
  expect((await palaver('app', 'list')).stdout).not.toContain('demo');
});

test('two commands at once share the database', async () => {
  const dataDir = usedDataDir();
  const names = ['one', 'two', 'three'];
  const done = await Promise.all(
    names.map((name) => runPalaver(['app', 'create', name], { DATA_DIR: dataDir })),
  );
  expect(done.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    names.map(() => ({ code: 0, stderr: '' })),
  );
  const listed = await runPalaver(['app', 'list', '--json'], { DATA_DIR: dataDir });
  expect((JSON.parse(listed.stdout) as { id: string }[]).map(({ id }) => id)).toEqual(names.toSorted());
});

// @module-tag database
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePrivateFolder } from '../../src/storage/private-folder.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { packForm } from '../harness/sticker-pack.ts';
import { startTestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

test("the server's files are readable only by its own user, whatever the umask", {
  tags: 'thorough',
}, async ({ onTestFinished }) => {
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  const server = await startTestServer();
  const jobs = await server.runJobs();
  const { id } = await server.ok('POST', '/sticker/v1.0/pack', { body: packForm() });
  await until(
    async () => (await server.ok('GET', `/sticker/v1.0/pack/${id}`)).status === 'uploaded' || undefined,
  );
  await jobs.stop();
  const stored = readdirSync(server.dataDir, { recursive: true, withFileTypes: true });
  expect(stored.some((entry) => entry.isFile())).toBe(true);
  for (const entry of stored) {
    const path = join(entry.parentPath, entry.name);
    expect([path, modeOf(path)]).toEqual([path, entry.isFile() ? '600' : '700']);
  }
  await server.close();
});

test('an existing folder is closed to others, and stays open to its group', async () => {
  const root = scratchFolder();
  for (const [before, after] of [
    [0o755, '750'],
    [0o777, '770'],
    [0o2775, '2770'],
    [0o700, '700'],
    [0o701, '700'],
  ] as const) {
    const path = join(root, before.toString(8));
    mkdirSync(path);
    chmodSync(path, before);
    await makePrivateFolder(path);
    expect(modeOf(path)).toBe(after);
  }
  await makePrivateFolder(join(root, 'new/one'));
  expect([modeOf(join(root, 'new')), modeOf(join(root, 'new/one'))]).toEqual(['700', '700']);
});

import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../harness/command.ts';
import { expectToPrintWhatItShows, hasCurl } from '../harness/documented-commands.ts';
import { startTestServer } from '../harness/test-server.ts';

const GUIDES = globSync('docs/guides/*.md', { cwd: ROOT });

test('there are guides', () => {
  expect(GUIDES).toContain(join('docs', 'guides', 'first-group.md'));
});

test.skipIf(!hasCurl).for(GUIDES)('the commands of %s print what it shows (needs curl)', async (guide) => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const jobs = await server.runJobs();
  onTestFinished(() => jobs.stop());
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await expectToPrintWhatItShows(guide, url, server.key);
});

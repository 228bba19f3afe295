import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';
import { expectDocumentedOutput, HERE, hasCurl } from '../harness/documented-commands.ts';
import { startTestServer } from '../harness/test-server.ts';

/** Guides that show commands; `packages/client/test` runs the SDK examples. */
const GUIDES = globSync('docs/guides/*.md', { cwd: ROOT })
  .filter((guide) => readFileSync(join(ROOT, guide), 'utf8').includes('```sh\n'))
  // Its commands need a receiver: see webhooks-guide.system.test.ts.
  .filter((guide) => !guide.endsWith('webhooks.md'));

test('the test finds the guides', () => {
  expect(GUIDES).toContain(join('docs', 'guides', 'first-group.md'));
});

test.skipIf(!hasCurl).concurrent.for(GUIDES)(
  'the commands of %s print what the guide shows (needs curl)',
  async (guide, { onTestFinished }) => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const jobs = await server.runJobs();
    onTestFinished(() => jobs.stop());
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const stopIndexer = server.runIndexer();
    onTestFinished(stopIndexer);
    // A busy machine takes longer than the second that readers wait for the index.
    const others = { 'sleep 1\n': 'sleep 5\n' };
    await expectDocumentedOutput(guide, url, server.key, { ...HERE, others });
  },
);

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../harness/command.ts';
import { expectToPrintWhatItShows, hasCurl } from '../harness/documented-commands.ts';
import { startTestServer } from '../harness/test-server.ts';

/** Those that show commands: the examples of the SDK's are run in `packages/client/test`. */
const GUIDES = globSync('docs/guides/*.md', { cwd: ROOT })
  .filter((guide) => readFileSync(join(ROOT, guide), 'utf8').includes('```sh\n'))
  // It needs a receiver: webhooks-guide.system.test.ts.
  .filter((guide) => !guide.endsWith('webhooks.md'));

test('there are guides', () => {
  expect(GUIDES).toContain(join('docs', 'guides', 'first-group.md'));
});

test.skipIf(!hasCurl).concurrent.for(GUIDES)(
  'the commands of %s print what it shows (needs curl)',
  async (guide, { onTestFinished }) => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const jobs = await server.runJobs();
    onTestFinished(() => jobs.stop());
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    await expectToPrintWhatItShows(guide, url, server.key);
  },
);

import { test } from 'vitest';
import {
  expectDocumentedOutput,
  hasCurl,
} from '../../../packages/server/test/harness/documented-commands.ts';
import { runExample } from './run-example.ts';

test.skipIf(!hasCurl)(
  'the commands of the README print what it shows (needs curl)',
  { timeout: 60_000 },
  async () => {
    const { url, key, place } = await runExample('data/example');
    await expectDocumentedOutput('examples/integrator-backend/README.md', url, key, place);
  },
);

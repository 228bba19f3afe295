import { onTestFinished, test } from 'vitest';
import {
  expectDocumentedOutput,
  hasCurl,
} from '../../../packages/server/test/harness/documented-commands.ts';
import { urlOf } from '../../../packages/server/test/harness/test-database.ts';
import { runExample } from './run-example.ts';
import { createEmptyDatabase } from './world.ts';

/** This also tests a back end with an external database. */
test.skipIf(!hasCurl)(
  'the commands of the different-identifiers guide print what the guide shows (needs curl)',
  { timeout: 60_000 },
  async () => {
    const database = await createEmptyDatabase();
    onTestFinished(() => database.drop());
    const settings = { IDENTIFIERS: 'different', DATABASE_URL: urlOf(database.connection) };
    const { url, key, place } = await runExample('data/different', settings);
    await expectDocumentedOutput('examples/integrator-backend/different-identifiers.md', url, key, place);
  },
);

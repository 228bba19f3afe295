/**
 * Writes everything in the repository that is generated from the code: the reference pages, the OpenAPI document, the types
 * of the SDK, three modules of the components and the dump of the schema. A test compares the files with what this would write.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../src/platform/log.ts';
import { startEmbeddedPostgres } from '../src/storage/embedded/embedded-postgres.ts';
import { migrate } from '../src/storage/migrate.ts';
import { clientApi, componentCopies, referencePages } from './pages.ts';
import { dumpSchema } from './schema-dump.ts';

await writeFile('packages/client/src/api.ts', await clientApi());
for (const [path, text] of Object.entries(componentCopies()))
  await writeFile(join('packages/react/src', path), text);
const pages = await referencePages();
// Starts empty, so that pages of removed items disappear.
await rm('docs/reference', { recursive: true });
await mkdir('docs/reference');
for (const [path, text] of Object.entries(pages)) await writeFile(join('docs/reference', path), text);
await writeFile('packages/server/src/storage/schema.sql', await schema());

async function schema(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palaver-generate-'));
  // When run as root, the database runs as another user, who needs access.
  await chmod(dataDir, 0o711);
  const log = createLog('warn');
  const onFatal = (error: Error) => {
    throw error;
  };
  const postgres = await startEmbeddedPostgres({
    dataDir,
    holder: 'npm run generate',
    runAs: undefined,
    log,
    onFatal,
  });
  try {
    await migrate(postgres.connection, log);
    const client = new pg.Client(postgres.connection);
    await client.connect();
    const dump = await dumpSchema(client);
    await client.end();
    return dump;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadDatabase } from '../../src/backup/load-database.ts';
import { createLog } from '../../src/platform/log.ts';
import { useEmbeddedPostgres } from '../../src/storage/embedded/embedded-postgres.ts';
import { inSnapshot } from '../../src/upgrade/copy-of-database.ts';
import { VERSION } from '../../src/version.ts';
import { furnishWorld } from '../api/isolation/belongings.ts';
import { BackEnd, stop } from '../backup/installations.ts';
import { SECRETS_KEY } from '../harness/command.ts';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';
import { startTestServer } from '../harness/test-server.ts';
import { ABOUT, type About, countRows, keep } from './kept-data-folders.ts';

/** `KEEP_DATA_FOLDER=1 npm run test:system -- keep-data-folder`, before a release. */
test.runIf(process.env.KEEP_DATA_FOLDER === '1')(
  'keeps a data folder of this version',
  async () => {
    const dataDir = newDataDir();
    const log = createLog('warn');
    const world = await startTestServer();
    await furnishWorld(world);
    await world.relayed();
    await world.stopRelay();
    cpSync(join(world.dataDir, 'objects'), join(dataDir, 'objects'), { recursive: true });
    writeFileSync(join(dataDir, 'secrets-key'), `${SECRETS_KEY}\n`, { mode: 0o600 });
    const postgres = await useEmbeddedPostgres({ dataDir, runAs: undefined, log, holder: 'a test' });
    const { connection } = postgres;
    await inSnapshot(world.database.connection, (snapshot) => loadDatabase({ connection, log }, snapshot));
    await postgres.stop();
    await world.close();

    // (It calls nobody: the webhooks of that world are not of this machine.)
    const server = await startPalaver({ PALAVER_WORKER: '0' }, dataDir);
    const created = await runPalaver(['key', 'create', '--app', 'test', '--json'], { DATA_DIR: dataDir });
    const [{ key }] = JSON.parse(created.stdout) as [{ key: string }];
    const backEnd = new BackEnd(server.url, key);
    const thread = await backEnd.newThread('kept', ['ann', 'ben']);
    const texts = ['one', 'two', 'three', 'Grüße, 世界 👋'];
    for (const text of texts) await backEnd.sendText(thread, text);
    const file = await backEnd.upload(Buffer.from('the content of a file'));
    await backEnd.sendFile(thread, file);
    await stop(server);
    expect(await runPalaver(['verify'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const about: About = { key, thread, texts, file, rows: await countRows(dataDir) };
    writeFileSync(join(dataDir, ABOUT), `${JSON.stringify(about, null, 2)}\n`);
    keep(VERSION, dataDir);
  },
  120_000,
);

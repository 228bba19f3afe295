import { join } from 'node:path';
import { loadConfig } from '../config/load.ts';
import { createDemo, type DemoParts, removeDemo } from '../demo/demo.ts';
import { AppError } from '../domain/records/apps.ts';
import { hasPages } from '../http/playground/pages.ts';
import { openObjects } from '../storage/objects/open-objects.ts';
import { localAddress } from './event-client.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

const MAKING_MS = 60_000;

/** `palaver demo create` */
export async function createDemoCommand(): Promise<void> {
  const { config } = loadConfig(process.env);
  checkEmbedded(config);
  if (!hasPages())
    throw new AppError('the demo needs the pages of the playground, which have not been built');
  const url = localAddress(config);
  await fetch(`${url}/health/live`).catch(() => {
    throw new AppError(`no server responds at ${url}: the demo is made by its API, so run \`palaver start\``);
  });
  const signal = AbortSignal.timeout(MAKING_MS);
  const result = await withDemo('demo create', (parts) =>
    createDemo({ ...parts, url, signal, isOwner: false }),
  );
  print(
    result === 'made' ? 'Made the demo: the playground opens with it.\n' : 'The demo is there already.\n',
  );
}

/** `palaver demo remove` */
export async function removeDemoCommand(): Promise<void> {
  checkEmbedded(loadConfig(process.env).config);
  const wasThere = await withDemo('demo remove', removeDemo);
  print(wasThere ? `Removed the demo. ${AGAIN}` : 'There is no demo.\n');
}

const AGAIN = 'The next start makes it again, unless PALAVER_DEMO is 0.\n';

function checkEmbedded({ databaseUrl }: { databaseUrl: string | undefined }): void {
  if (databaseUrl !== undefined)
    throw new AppError('the demo is for the embedded database, but DATABASE_URL names another one');
}

function withDemo<Result>(command: string, work: (parts: DemoParts) => Promise<Result>): Promise<Result> {
  return withDatabase(command, async (db, config) => {
    const objects = openObjects(config, join(config.dataDir, 'objects'));
    try {
      return await work({ db, objects, config });
    } finally {
      await objects.close();
    }
  });
}

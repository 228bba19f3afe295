import { loadConfig } from '../src/config.ts';
import { createServices } from '../src/http/parts.ts';
import { buildServer } from '../src/http/server.ts';
import { createLog } from '../src/platform/log.ts';
import { Metrics } from '../src/platform/metrics.ts';
import { Database } from '../src/storage/database.ts';
import { openFolder } from '../src/storage/objects/folder.ts';
import { Temporary } from '../src/storage/temporary.ts';
import { VERSION } from '../src/version.ts';

/** docs/reference/openapi.json: what `/openapi.json` answers with the default settings. Connects to nothing. */
export async function openapiDocument(): Promise<string> {
  const { config } = loadConfig({});
  const log = createLog('silent');
  const db = new Database({}, { poolSize: 1, log });
  const server = await buildServer({
    config,
    version: VERSION,
    db,
    ...createServices(db, config),
    objects: openFolder(''),
    temporary: new Temporary(''),
    metrics: new Metrics(),
    log,
    isDraining: () => false,
  });
  await server.ready();
  const document = server.swagger();
  await server.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}

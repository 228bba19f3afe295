import { loadConfig } from '../src/config.ts';
import { KeyAuthenticator } from '../src/domain/apps/authenticate-key.ts';
import { createSendQueue } from '../src/domain/messages/send-queue.ts';
import { TokenAuthenticator } from '../src/domain/tokens/authenticate-token.ts';
import { HttpMetrics } from '../src/http/metrics.ts';
import { buildServer } from '../src/http/server.ts';
import { createLog } from '../src/platform/log.ts';
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
    keys: new KeyAuthenticator(db),
    tokens: new TokenAuthenticator(db),
    objects: openFolder(''),
    temporary: new Temporary(''),
    sends: createSendQueue(db, { lanes: config.sendLanes, maxWaiting: config.sendQueue }),
    metrics: new HttpMetrics(db),
    log,
    isDraining: () => false,
  });
  await server.ready();
  const document = server.swagger();
  await server.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}

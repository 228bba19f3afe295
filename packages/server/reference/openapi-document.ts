import { compose } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';

/** docs/reference/openapi.json: what `/openapi.json` answers with the default settings. Connects to nothing. */
export async function openapiDocument(): Promise<string> {
  const { config } = loadConfig({});
  const { server } = await compose({ config, log: createLog('silent'), connection: {} });
  await server.ready();
  const document = server.swagger();
  await server.close();
  return `${JSON.stringify(document, null, 2)}\n`;
}

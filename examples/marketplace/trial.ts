/*
 * `npm run example:marketplace`: the marketplace with a Palaver of its own, which `@palaver/testing` starts.
 * Nothing is left behind. EXAMPLE_PORT is the port of the marketplace.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Palaver } from '@palaver/client/server';
import { startPalaver } from '../../packages/testing/src/index.ts';
import { writeElement } from '../../scripts/bundle-element.ts';
import { startMarket } from './src/server.ts';

const elementFolder = mkdtempSync(join(tmpdir(), 'palaver-chat-'));
process.once('exit', () => rmSync(elementFolder, { recursive: true }));
const [server] = await Promise.all([startPalaver(), writeElement(elementFolder)]);
const market = await startMarket({
  palaver: new Palaver({ url: server.url, apiKey: server.apiKey }),
  palaverUrl: server.url,
  secret: `whsec_${randomBytes(32).toString('base64')}`,
  elementFolder,
  port: Number(process.env.EXAMPLE_PORT ?? 7710),
});
process.stdout.write(`The marketplace is at ${market.url}. Stop it with Ctrl-C.\n`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
market.close();
await server.stop();

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Palaver } from '@palaver/client/server';
import { startMarket } from './server.ts';

const { PALAVER_URL = 'http://127.0.0.1:7700', PALAVER_API_KEY = '', WEBHOOK_SECRET = '' } = process.env;
const { PORT = '7710', PUBLIC_URL } = process.env;

const { url } = await startMarket({
  palaver: new Palaver({ url: PALAVER_URL, apiKey: PALAVER_API_KEY }),
  palaverUrl: PALAVER_URL,
  secret: WEBHOOK_SECRET,
  elementFolder: dirname(fileURLToPath(import.meta.resolve('@palaver/react/element'))),
  port: Number(PORT),
  publicUrl: PUBLIC_URL,
});
process.stdout.write(`The marketplace is at ${url}\n`);

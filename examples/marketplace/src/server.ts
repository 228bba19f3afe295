import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setUp } from './chat.ts';
import { type Market, Refusal, refuse, routes } from './routes.ts';
import type { Account } from './shop.ts';

export interface Options extends Omit<Market, 'url'> {
  /** The folder with `<palaver-chat>`, which the pages load: `dist/element` of `@palaver/react`. Tests of the API need none. */
  elementFolder?: string;
  port?: number;
  /** Where browsers and Palaver reach this back end. By default its own address. */
  publicUrl?: string | undefined;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const MAX_BODY_BYTES = 100_000;
/** By their cookies. Yours are in a database, and new guests are limited for each address. */
const sessions = new Map<string, Account>();

export async function startMarket({ elementFolder, port = 0, publicUrl, ...options }: Options) {
  const files = new Map([
    ...filesIn(join(import.meta.dirname, '../public'), '/'),
    ...(elementFolder === undefined ? [] : filesIn(elementFolder, '/palaver-chat/')),
  ]);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const market = { ...options, url };
  server.on('request', (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const name = path === '/' ? '/index.html' : path;
    const file = request.method === 'GET' ? files.get(name) : undefined;
    if (file === undefined) void respond(market, `${request.method} ${path}`, request, response);
    else response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream').end(file);
  });
  await setUp(options.palaver, url, options.secret);
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function filesIn(folder: string, prefix: string): [string, Buffer][] {
  return readdirSync(folder).map((name) => [prefix + name, readFileSync(join(folder, name))]);
}

async function respond(market: Market, route: string, request: IncomingMessage, response: ServerResponse) {
  const respondWith = (status: number, result: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(result ?? {}));
  try {
    const run = Object.hasOwn(routes, route) ? routes[route] : undefined;
    if (run === undefined) throw new Refusal(404, 'There is nothing here.');
    const raw = await bodyOf(request);
    const [, session = ''] = /\bsession=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
    const signIn = (account: Account) => {
      const id = randomUUID();
      sessions.set(id, account);
      response.setHeader('set-cookie', `session=${id}; Path=/; HttpOnly; SameSite=Strict`);
    };
    const call = {
      account: sessions.get(session),
      signIn,
      headers: request.headers,
      raw,
      body: fieldsOf(raw),
    };
    respondWith(200, await run(call, market));
  } catch (error) {
    if (error instanceof Refusal) return respondWith(error.status, { error: error.message });
    process.stderr.write(`${route}: ${String(error)}\n`);
    respondWith(500, { error: 'That did not work. Please try again.' });
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'This is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function fieldsOf(raw: Buffer): Record<string, unknown> {
  try {
    return { ...(JSON.parse(raw.toString() || '{}') as object) };
  } catch {
    return refuse(400, 'The body is not JSON.');
  }
}

import { readFileSync, rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { Palaver } from '@palaver/client/server';
import { isScope, type Scope } from '../../../packages/server/src/domain/rules/scopes.ts';
import { scratchFolder } from '../../../packages/server/test/harness/scratch.ts';
import {
  createTestDatabase,
  type TestDatabase,
  urlOf,
} from '../../../packages/server/test/harness/test-database.ts';
import { startTestServer, type TestServer } from '../../../packages/server/test/harness/test-server.ts';
import { writeElement } from '../../../scripts/bundle-element.ts';
import { type Backend, startBackend } from '../src/backend.ts';
import { type Config, loadConfig } from '../src/config.ts';

/** The back end beside a real Palaver, each with a database of its own. */
export interface World {
  palaver: Palaver;
  server: TestServer;
  database: TestDatabase;
  backend: Backend;
  /** The log of the back end so far. */
  log: () => string;
  /** The settings that the back end was started with. */
  environment: Record<string, string>;
  call: (path: string, options?: Call) => Promise<Answer>;
  /** Calls the back end and returns `data`; fails unless the call succeeds. */
  ok: (path: string, options?: Call) => Promise<Answer['body']['data']>;
  /** Stops the back end and starts another one on the same database. */
  restart: (settings?: Record<string, string>) => Promise<void>;
  close: () => Promise<void>;
}

export interface Call {
  body?: unknown;
  /** An access token. */
  token?: string;
  headers?: Record<string, string>;
  /** The client's address as the trusted proxy reports it; by default a new one for each call. */
  ip?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: {
    message_code: string;
    message: string;
    request_id?: string;
    errors?: { field: string; rule: string; message: string }[];
    // Tests reach into data with what they expect of it.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    data?: any;
  };
}

export const PAGE = 'https://shop.example.com';
const AUTH = '/user/v1.0/auth/';
let addresses = 0;

/** An address that no call has used yet. */
export function newAddress(): string {
  addresses += 1;
  return `10.1.${addresses >> 8}.${addresses & 255}`;
}

let chat: Promise<string> | undefined;

/** The folder of the chat for the page, bundled once per process. */
export function bundledChat(): Promise<string> {
  chat ??= (async () => {
    const folder = scratchFolder();
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await writeElement(folder);
    return folder;
  })();
  return chat;
}

/** The scopes that the README names; the tests use no other. */
function documentedScopes(): Scope[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [command = ''] = /palaver key create --app demo[^`]*/.exec(readme) ?? [];
  return [...command.matchAll(/--scope (\S+)/g)].map(([, scope = '']) => scope).filter(isScope);
}

/** `settings` override the back end's defaults, by which it is behind a proxy on loopback. */
export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  const [server, database] = [await startTestServer(), await createEmptyDatabase()];
  const palaverUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  await server.ok('PATCH', '/app/v1.0/policy', { body: { contacts: ['agent'] } });
  const environment = {
    PORT: '0',
    METRICS_PORT: '0',
    DATABASE_URL: urlOf(database.connection),
    PALAVER_URL: palaverUrl,
    PALAVER_API_KEY: await server.createKey({ scopes: documentedScopes() }),
    PALAVER_CHAT: await bundledChat(),
    HTTPS: 'proxy',
    TRUSTED_PROXIES: '127.0.0.1',
    WEB_ORIGINS: PAGE,
    ...settings,
  };
  let logged = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const start = (config: Config) => startBackend(config, { level: 'info', stream });
  const world: World = {
    palaver: new Palaver({ url: palaverUrl, apiKey: server.key }),
    server,
    database,
    backend: await start(loadConfig(environment)),
    log: () => logged,
    environment,
    call: (path, options) => callAt(world.backend.url + AUTH + path, options),
    ok: async (path, options) => {
      const { body } = await world.call(path, options);
      if (body.message_code !== 'M200') throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body.data;
    },
    restart: async (changed) => {
      await world.backend.stop();
      world.backend = await start(loadConfig({ ...environment, ...changed }));
    },
    close: async () => {
      await world.backend.stop();
      await server.close();
      await database.drop();
    },
  };
  return world;
}

export function createEmptyDatabase(): Promise<TestDatabase> {
  return createTestDatabase('template0');
}

/** POST, as it arrives from the proxy. */
export async function callAt(
  url: string,
  { body, token, headers, ip = newAddress() }: Call = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'x-forwarded-for': ip,
      'x-forwarded-proto': 'https',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: toBody(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  };
}

function toBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

export interface Person {
  id: number;
  token: string;
}

export async function newGuest(world: World): Promise<Person> {
  const { access_token, profile } = await world.ok('signup-as-guest');
  return { id: profile.id as number, token: access_token as string };
}

/** The account whose e-mail begins with this. */
export function account(name: string, password = 'correct horse battery') {
  return { email: `${name}@example.com`, full_name: name.toUpperCase(), password };
}

export function convert(world: World, { id, token }: Person, body: unknown): Promise<Answer> {
  return world.call(`complete-signup-from-guest/${id}`, { token, body });
}

/** Waits until everything has reached Palaver. */
export async function isSettled(world: World): Promise<true | undefined> {
  const rows = await world.database.sql('select from outbox');
  return rows.length === 0 ? true : undefined;
}

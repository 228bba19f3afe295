/*
 * `npm run example`: Palaver (by default at port 7703, with its data in data/example, so that it runs beside `npm start`) and the back end of
 * examples/integrator-backend, which has a PostgreSQL of its own
 * (DATABASE_URL, or an embedded one in DATA_DIR/integrator-backend), so that it keeps running while Palaver is down. A killed
 * Palaver is restarted; DATA_DIR/palaver.pid has its process id. PORT, DATA_DIR and PALAVER_… configure Palaver as with `npm
 * start`; EXAMPLE_PORT, EXAMPLE_METRICS_PORT and the settings in its README configure the back end, whose page loads the chat
 * from DATA_DIR/palaver-chat.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createLog } from '../packages/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../packages/server/src/storage/embedded/embedded-postgres.ts';
import { setUpServerRole } from '../packages/server/src/storage/embedded/server-role.ts';
import { writeElement } from './bundle-element.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { DATABASE_URL: givenUrl = '', ...environment } = process.env;
const PALAVER = 'packages/server/bin/palaver.js';
const dataDir = resolve(environment.DATA_DIR ?? 'data/example');
const { PORT = '7703' } = environment;
const palaverUrl = `http://127.0.0.1:${PORT}`;

/** A database that runs until `close`. */
async function openDatabase(): Promise<{ url: string; close: () => Promise<void> }> {
  if (givenUrl !== '') return { url: givenUrl, close: async () => {} };
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'integrator-backend'),
    holder: 'npm run example',
    runAs: environment.PALAVER_POSTGRES_USER || undefined,
    log: createLog('warn'),
    onFatal: (error) => fail(error.message),
  });
  const { host, port, user, password, database } = postgres.connection;
  const name = 'integrator_backend';
  const { rowCount } = await asAdmin({ ...postgres.admin, database }, (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  );
  if (rowCount === 0)
    await asAdmin({ ...postgres.admin, database }, (client) => client.query(`create database ${name}`));
  await asAdmin({ ...postgres.admin, database: name }, (client) => setUpServerRole(client, name, password));
  const url = new URL(`postgres://localhost:${port}/${name}`);
  url.username = user;
  url.password = password;
  // The folder of the socket goes into the query, because a host name cannot be a path.
  url.searchParams.set('host', host);
  return { url: url.href, close: () => postgres.stop() };
}

async function asAdmin<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const stopping = new AbortController();
function stop(why: string): void {
  if (!stopping.signal.aborted) process.stdout.write(`Stopping: ${why}\n`);
  stopping.abort();
}
/** Unless we requested the exit. */
function fail(why: string): void {
  if (!stopping.signal.aborted) process.exitCode = 1;
  stop(why);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal));

/** A child in its own process group: it gets Ctrl-C only from us, in order. */
function run(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit', detached: true });
  // If we fail, the children must not keep running.
  process.once('exit', () => child.kill('SIGTERM'));
  return child;
}

let palaver: ChildProcess | undefined;
/** Restarts Palaver when it is killed. If it exits by itself, it has printed why, and a restart would only repeat that. */
async function keepPalaver(): Promise<void> {
  while (!stopping.signal.aborted) {
    palaver = run([PALAVER, 'start'], {
      // There is no load balancer in front of it.
      PALAVER_DRAIN_DELAY_MS: '0',
      ...environment,
      PORT,
      DATA_DIR: dataDir,
    });
    writeFileSync(join(dataDir, 'palaver.pid'), `${palaver.pid}\n`);
    const [code] = (await once(palaver, 'exit')) as [number | null];
    if (code !== null) fail('Palaver has ended');
  }
}

async function isReady(): Promise<boolean> {
  return fetch(`${palaverUrl}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Guests may write to the agent (by default only to people with whom they share a thread), and the chat has stickers. */
async function setUpPalaver(): Promise<void> {
  const headers = { 'x-api-key': readFileSync(join(dataDir, 'api-key'), 'utf8').trim() };
  const call = async (method: string, path: string, body?: string | FormData) => {
    const response = await fetch(palaverUrl + path, { method, headers, ...(body !== undefined && { body }) });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as { data: unknown };
  };
  await call('PATCH', '/app/v1.0/policy', JSON.stringify({ contacts: [environment.AGENT_ID ?? 'agent'] }));
  const { data: packs } = await call('GET', '/sticker/v1.0/pack');
  if (Array.isArray(packs) && packs.length > 0) return;
  const form = new FormData();
  form.set('name', 'Weather');
  for (const [field, name] of Object.entries({ icon: 'icon.png', stickers: 'weather.zip' }))
    form.set(field, await openAsBlob(join(ROOT, 'examples/stickers', name)), name);
  await call('POST', '/sticker/v1.0/pack', form);
}

mkdirSync(dataDir, { recursive: true, mode: 0o711 });
const chat = join(dataDir, 'palaver-chat');
const database = await openDatabase();
const kept = keepPalaver();
// The page loads the chat from there.
await writeElement(chat).catch((error: Error) => fail(error.message));
while (!stopping.signal.aborted && !(await isReady())) await sleep(100);
if (!stopping.signal.aborted) {
  await setUpPalaver().catch((error: Error) => fail(error.message));
  const { EXAMPLE_PORT = '7701', EXAMPLE_METRICS_PORT = '7702', ...others } = environment;
  const main = ['--import', './scripts/sdk-from-sources.ts', 'examples/integrator-backend/src/main.ts'];
  const backend = run(main, {
    ...others,
    PORT: EXAMPLE_PORT,
    METRICS_PORT: EXAMPLE_METRICS_PORT,
    DATABASE_URL: database.url,
    PALAVER_URL: palaverUrl,
    PALAVER_API_KEY_FILE: join(dataDir, 'api-key'),
    PALAVER_CHAT: chat,
    HTTPS: environment.HTTPS ?? 'off',
  });
  const ended = once(backend, 'exit').then(() => fail('the back end has ended'));
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  backend.kill('SIGTERM');
  await ended;
}
palaver?.kill('SIGTERM');
await kept;
await database.close();

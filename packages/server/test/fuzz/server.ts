/*
 * The fuzzed server, in its own process: the server of `palaver start`, with a watch on its event loop. The fuzzer
 * talks to it over Node's IPC channel; when the fuzzer is gone, it stops.
 */
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import pg from 'pg';
import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openSecrets } from '../../src/domain/operations/secrets/open-secrets.ts';
import { rotateSigningKey } from '../../src/domain/operations/tokens/rotate-signing-key.ts';
import { verify } from '../../src/domain/operations/verify/verify.ts';
import { createKey, type NewKey, publicIdOf, revokeKey } from '../../src/domain/records/api-keys.ts';
import { createApp } from '../../src/domain/records/apps.ts';
import { SCOPES } from '../../src/domain/rules/scopes.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import { SUPERUSER } from '../../src/storage/embedded/data-folder.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { type Hold, LoopWatch } from './loop-watch.ts';

/** The secret that signs tokens. */
export interface SigningSecret {
  id: string;
  /** In base64url. */
  secret: string;
}

/** API keys of one application, and the signing secrets that forgers of its tokens would want. */
export interface Keys {
  appId: string;
  full: string;
  /** Keys that some routes refuse: with one scope, bound to a tenant, revoked, expired, or of another application. */
  others: string[];
  signing: SigningSecret;
  /** Has been revoked. */
  oldSigning: SigningSecret;
}

/** Each command is answered by the message of the same kind. */
export type Question = 'longest hold' | 'verify' | 'memory';

export type Told =
  | { kind: 'ready'; url: string; apps: Keys[] }
  | { kind: 'hold'; hold: Hold }
  | { kind: 'longest hold'; heldMs: number }
  | { kind: 'verify'; differences: string[] }
  | { kind: 'memory'; bytes: number };

const { config } = loadConfig(process.env);
const log = createLog(config.logLevel);
const storage = await openDatabase({
  config,
  log,
  holder: 'the fuzzer',
  onFatal(error) {
    throw error;
  },
});
// Webhooks with random addresses: no query of theirs may leave the machine.
const lookup: LookupFunction = (hostname, _options, callback) =>
  process.nextTick(() => callback(new Error(`no lookup of ${hostname} here`), []));
const app = await startApp({ config, log, storage, lookup });
const db = new Database(storage.connection, { poolSize: 1, log });
await openSecrets(db, config);
// These tests do not cover power cuts. (The database of the other tests already has these settings.)
if (storage.clusterDir !== undefined) {
  const password = readFileSync(join(config.dataDir, 'postgres-password'), 'utf8').trim();
  const admin = new pg.Client({ ...storage.connection, user: SUPERUSER, password });
  await admin.connect();
  await admin.query('alter system set fsync = off');
  await admin.query('select pg_reload_conf()');
  await admin.end();
}
const apps = await makeApps();
const watch = new LoopWatch((hold) => tell({ kind: 'hold', hold }));

process.once('disconnect', () => void stop());
process.on('message', (question: Question) => void answer(question));
tell({ kind: 'ready', url: app.url, apps });

async function answer(question: Question): Promise<void> {
  if (question === 'memory') tell({ kind: 'memory', bytes: memoryInUse() });
  else if (question === 'verify') tell({ kind: 'verify', differences: await recount() });
  else tell({ kind: 'longest hold', heldMs: watch.takeLongest() });
}

/** Memory that is still referenced. */
function memoryInUse(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function tell(message: Told): void {
  if (process.connected) process.send?.(message);
}

/** Two, because in one the requests mostly wait for each other: many lock its users, or the application itself. */
async function makeApps(): Promise<Keys[]> {
  const made = await Promise.all(['ann', 'bob'].map(makeKeys));
  return made.map((keys, index) => ({ ...keys, others: [...keys.others, made.at(index - 1)?.full ?? ''] }));
}

async function makeKeys(appId: string): Promise<Keys> {
  await createApp(db, { id: appId, name: appId });
  const make = async (input: Partial<NewKey> = {}) =>
    (await createKey(db, { appId, name: '', scopes: ['full'], ...input })).key;
  const revoked = await make();
  await revokeKey(db, publicIdOf(revoked) ?? '');
  const scoped = await Promise.all(SCOPES.map((scope) => make({ scopes: [scope] })));
  const bound = await make({ tenantId: 'bound' as TenantId });
  const expired = await make({ expiresAt: new Date(0) });
  const oldSigning = await rotate(appId);
  const signing = await rotate(appId);
  return { appId, full: await make(), others: [...scoped, bound, expired, revoked], signing, oldSigning };
}

async function rotate(appId: string): Promise<SigningSecret> {
  const { id, secret } = await rotateSigningKey(db, appId as AppId, true);
  return { id, secret: secret.toString('base64url') };
}

/** The findings of `palaver verify`, in words. */
async function recount(): Promise<string[]> {
  const { differences } = await verify(db);
  return differences.map(({ rule, count, examples }) => `${rule}: ${count}, ${JSON.stringify(examples[0])}`);
}

async function stop(): Promise<void> {
  watch.stop();
  await db.close();
  await app.stop();
}

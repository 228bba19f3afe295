import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { urlOf } from '../packages/server/test/harness/test-database.ts';
import { type Subject, startSubject, stopSubject } from './harness.ts';

/** Lifts the limits of signed-in users, whose defaults suit a person. */
const NO_LIMITS = {
  PALAVER_CLIENT_RATE_LIMIT_READS: '0',
  PALAVER_CLIENT_RATE_LIMIT_WRITES: '0',
  PALAVER_CLIENT_CONCURRENT_REQUESTS: '0',
  PALAVER_CLIENT_HTTP_CONNECTIONS: '0',
  PALAVER_MAX_USER_CONNECTIONS: '100',
};

/** An ordinary `palaver start`, with an embedded PostgreSQL with fsync on, in a temporary folder. */
export interface Palaver {
  subject: Subject;
  key: string;
  dataDir: string;
  connection: pg.ClientConfig;
  /** The processes of its PostgreSQL (Linux). */
  postgresPids: () => number[];
  /** Posts to the API and returns `data`; throws unless the code is M200. */
  post: (path: string, body: unknown, tenant?: string) => Promise<unknown>;
  /** Gets a list. */
  get: (path: string) => Promise<unknown[]>;
  patch: (path: string, body: unknown) => Promise<unknown>;
  put: (path: string, body: unknown) => Promise<unknown>;
  delete: (path: string) => Promise<unknown>;
  stop: () => Promise<void>;
}

export interface PalaverOptions {
  /** The checkout that it runs from: this one unless stated. */
  root?: string;
  /** Signed-in users keep the limits of a new installation. */
  hasLimits?: boolean;
}

/** It logs into a file, as an installation does; its warnings are printed when it stops. */
export async function startPalaver(
  environment: Record<string, string> = {},
  { root, hasLimits = false }: PalaverOptions = {},
): Promise<Palaver> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palaver-bench-'));
  chmodSync(dataDir, 0o711);
  const logFile = join(dataDir, 'log');
  const subject = await startSubject('palaver', 'packages/server/bin/palaver.js', {
    // As in `npm start`.
    flags: ['--max-semi-space-size=8'],
    args: ['start'],
    ...(root === undefined ? {} : { root }),
    logFile,
    environment: {
      DATA_DIR: dataDir,
      PALAVER_DRAIN_DELAY_MS: '0',
      ...(hasLimits ? {} : NO_LIMITS),
      ...environment,
    },
  }).catch((error: unknown) => {
    printWarnings(logFile);
    throw error;
  });
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim();
  const key = read('api-key');
  const [, , , port, host] = read('postgres/postmaster.pid').split('\n');
  const call = async (method: string, path: string, body?: unknown, tenant?: string) => {
    const whose: Record<string, string> = tenant === undefined ? {} : { 'x-tenant-id': tenant };
    const response = await fetch(`http://127.0.0.1:${subject.port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-api-key': key, ...whose },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { message_code: string; data?: unknown };
    if (answer.message_code !== 'M200') throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  return {
    subject,
    key,
    dataDir,
    connection: {
      host: host ?? '',
      port: Number(port),
      user: 'palaver',
      password: read('postgres-password'),
      database: 'palaver',
    },
    postgresPids: () => postgresPidsOf(dataDir),
    post: (path, body, tenant) => call('POST', path, body, tenant),
    get: async (path) => (await call('GET', path)) as unknown[],
    patch: (path, body) => call('PATCH', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
    stop: async () => {
      await stopSubject(subject);
      printWarnings(logFile);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const WARNING = 40;

function printWarnings(logFile: string): void {
  const lines = readFileSync(logFile, 'utf8').split('\n');
  // (The start also prints for people, which is no JSON.)
  const isWarning = (line: string) =>
    line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= WARNING;
  for (const line of lines.filter(isWarning)) process.stderr.write(`${line}\n`);
}

/** The processes of the embedded PostgreSQL of a data folder (Linux). */
export function postgresPidsOf(dataDir: string): number[] {
  const [postmaster = ''] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim();
  return [postmaster, ...children.split(' ')].map(Number);
}

/** Those of them that serve connections. Others, such as the checkpointer, work by the clock. */
export function postgresBackendsOf(dataDir: string): number[] {
  return postgresPidsOf(dataDir).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('[local]'),
  );
}

/** Another node on the database of `palaver`, which is still to be stopped. */
export function startNode(
  { connection, dataDir }: Palaver,
  settings: Record<string, string> = {},
  { name = 'node', port }: { name?: string; port?: number } = {},
): Promise<Subject> {
  return startSubject(name, 'packages/server/bin/palaver.js', {
    flags: ['--max-semi-space-size=8'],
    args: ['start'],
    ...(port === undefined ? {} : { port }),
    environment: {
      DATABASE_URL: urlOf(connection),
      DATA_DIR: join(dataDir, 'nodes'),
      PALAVER_SECRETS_KEY_FILE: join(dataDir, 'secrets-key'),
      PALAVER_LOG_LEVEL: 'warn',
      PALAVER_DRAIN_DELAY_MS: '0',
      ...settings,
    },
  });
}

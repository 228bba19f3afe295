import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../src/storage/embedded/embedded-postgres.ts';
import { cleanEnvironment } from '../harness/command.ts';
import { copyOf } from '../harness/postgres.ts';
import { listProcesses, type Process } from '../harness/processes.ts';
import { scratchFolder } from '../harness/scratch.ts';

/* Real processes, killed for real. */

export const isRoot = process.getuid?.() === 0;

/** Enough for a start on a busy machine. */
const PATIENCE_MS = 20_000;

const folders: string[] = [];
const children: ChildProcess[] = [];
const owners: EmbeddedPostgres[] = [];
const strays = new Set<number>();

/**
 * Everything that a test file starts or creates is ended and removed after it, by id and path, even when a test fails.
 */
export function cleanUpAfterTests(): void {
  afterAll(cleanUp, 60_000);
}

async function cleanUp(): Promise<void> {
  await Promise.allSettled(owners.splice(0).map((owner) => owner.stop()));
  for (const child of children.splice(0)) child.kill('SIGKILL'); // no effect if it has ended
  for (const pid of strays) kill(pid);
  strays.clear();
  const made = folders.splice(0);
  try {
    // The guards need a moment to stop the orphans of killed children.
    await until('all databases to be gone', () => made.every((folder) => processesOn(folder).length === 0));
  } finally {
    for (const { pid } of made.flatMap(processesOn)) kill(pid);
    for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** An empty folder that every user may enter, and in which programs can be run. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palaver-test-'));
  folders.push(folder);
  chmodSync(folder, 0o711);
  return folder;
}

/** The place of a test's data folder, and of root's files outside it. */
export interface Place {
  readonly dataDir: string;
  readonly systemDir: string;
}

export function emptyPlace(): Place {
  const folder = scratchFolder();
  folders.push(folder);
  // Characters with a meaning in shells and in lists of PostgreSQL's settings.
  return { dataDir: join(folder, `it's "my" data, $HOME`), systemDir: join(folder, 'system') };
}

/** A place that a server has used: a copy, because creating a database takes most of the time. */
export function usedPlace(): Place {
  const place = emptyPlace();
  copyOf(inject('usedFolder'), place.dataDir);
  return place;
}

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

export function optionsFor(place: Place): EmbeddedPostgresOptions {
  return { ...place, holder: 'test server', runAs: undefined, log: silentLog };
}

/** A server in this process; stopped after the tests if not before. */
export async function start(
  place: Place,
  more: Partial<EmbeddedPostgresOptions> & { onFatal?: (error: Error) => void } = {},
): Promise<EmbeddedPostgres> {
  const onFatal = (error: Error) => {
    throw error;
  };
  const postgres = await startEmbeddedPostgres({ ...optionsFor(place), onFatal, ...more });
  owners.push(postgres);
  return postgres;
}

export type ChildOptions = Partial<EmbeddedPostgresOptions> & Place & { as: 'server' | 'command' };

export interface ChildReport {
  readonly ready?: Pick<EmbeddedPostgres, 'connection' | 'admin' | 'clusterDir' | 'role'>;
  readonly failed?: { readonly name: string; readonly message: string };
  readonly fatal?: string;
}

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The next message of the child. */
  says(): Promise<ChildReport>;
}

/** A server or a command in its own process and process group. */
export function startChild(options: ChildOptions, user: { uid?: number; gid?: number } = {}): Child {
  const script = join(import.meta.dirname, 'embedded-child.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    ...user,
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const says = async () => JSON.parse(String((await lines.next()).value)) as ChildReport;
  if (child.pid === undefined) throw new Error('could not be spawned');
  return { process: child, pid: child.pid, says };
}

/** Waits until the child is ready; otherwise fails with its output. */
export async function startReadyChild(options: ChildOptions, user: { uid?: number; gid?: number } = {}) {
  const child = startChild(options, user);
  const { ready, failed } = await child.says();
  if (ready === undefined) throw new Error(failed?.message);
  return { ...child, ...ready };
}

/** Stops a child in the proper way. */
export async function stopChild({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** kill -9, of the process alone or of its whole group; returns when it is dead. */
export async function killChild({ process: child, pid }: Child, what: 'process' | 'group'): Promise<void> {
  const exit = once(child, 'exit');
  kill(what === 'group' ? -pid : pid);
  await exit;
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // already ended
  }
}

/** Registers a process to be killed after the tests if it still runs. */
export function stray(pid: number): number {
  strays.add(pid);
  return pid;
}

export async function query<Row extends pg.QueryResultRow>(
  { admin }: Pick<EmbeddedPostgres, 'admin'>,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client(admin);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Stores a row under this name, in a table of the server's. */
export async function keep(where: Pick<EmbeddedPostgres, 'admin'>, name: string): Promise<void> {
  await query(where, `insert into applications (id, name) values ('${name}', '')`);
}

/** The names of the stored rows, in order of insertion. */
export async function kept(where: Pick<EmbeddedPostgres, 'admin'>): Promise<string[]> {
  const rows = await query<{ id: string }>(where, 'select id from applications order by created_at');
  return rows.map(({ id }) => id);
}

export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > giveUpAtMs) expect.fail(`waited in vain for ${what}`);
    await sleep(20);
  }
}

/** The postmaster and the guard of every cluster under a folder, and initdb. */
export function processesOn(folder: string): Process[] {
  return listProcesses().filter(
    ({ command }) =>
      command.includes(`${folder}/`) &&
      /postgres|initdb/.test(command) &&
      !command.includes('embedded-child'),
  );
}

export function guardOf(clusterDir: string): number {
  const guard = processesOn(dirname(clusterDir)).find(({ command }) => command.includes('palaver-guard'));
  return guard?.pid ?? expect.fail('there is no guard');
}

export function postmasterOf(clusterDir: string): number {
  return Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10);
}

export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** Files of an unfinished data folder. */
export function unfinishedIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.includes('.new-'));
}

/** The installed package of binaries; undefined where tests run on the machine's PostgreSQL. */
export function installedPackage(): string | undefined {
  try {
    const require = createRequire(join(import.meta.dirname, '../../src/main.ts'));
    return dirname(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  } catch {
    return undefined;
  }
}

/**
 * Copies the installed package without the effect of its install script; returns the links that the script would make.
 */
export function copyPackage(to: string): { source: string; target: string }[] {
  execFileSync('cp', ['-a', installedPackage() ?? expect.fail('there is no package'), to]);
  const list = readFileSync(join(to, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { target } of links) rmSync(join(to, target), { force: true });
  return links;
}

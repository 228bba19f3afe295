import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { createLog } from '../../src/platform/log.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { freePort } from './free-port.ts';
import { scratchFolder } from './scratch.ts';
import { severable } from './severable.ts';
import type { TestDatabase } from './test-database.ts';
import { until } from './until.ts';

/** A PostgreSQL server and a replica that streams from it, behind one address. Debian has both: `apt-get install postgresql`. */
export interface ReplicatedPostgres {
  /** A migrated database, at the address. */
  database: TestDatabase;
  /** Resolves when the replica has everything. */
  caughtUp: () => Promise<void>;
  /** From now on the replica receives nothing. */
  cutReplication: () => Promise<void>;
  /** Kills the server, promotes the replica, and lets the address lead there. */
  failOver: () => Promise<void>;
  close: () => Promise<void>;
}

const BIN = newestBin();
if (BIN === undefined && process.env.CI) throw new Error('PostgreSQL is needed: apt-get install postgresql');

/** Tests of a missing PostgreSQL are skipped, except in the gate. */
export const isReplicationMissing = BIN === undefined;

function newestBin(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => `${root}/${version}/bin`)
    .find((bin) => existsSync(`${bin}/postgres`) && existsSync(`${bin}/pg_basebackup`));
}

const NOBODY = 65_534;
/** PostgreSQL refuses to run as root. */
const AS = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

const SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 200
fsync = off
`;

/** `isSynchronous`: whether the server answers a commit only when the replica has it. */
export async function startReplicatedPostgres(isSynchronous: boolean): Promise<ReplicatedPostgres> {
  const folder = scratchFolder();
  const [primary, replica] = [join(folder, 'primary'), join(folder, 'replica')];
  for (const data of [primary, replica]) {
    mkdirSync(data, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(data, NOBODY, NOBODY);
  }
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(BIN ?? '', program), args, { ...AS, cwd: '/' });
  await run('initdb', '-D', primary, '-U', 'palaver', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
  appendFileSync(join(primary, 'postgresql.conf'), SETTINGS);
  const running = new Map<string, ChildProcess>();
  const start = async (data: string, port: number) => {
    // (Its own group: its processes are killed together.)
    const child = spawn(join(BIN ?? '', 'postgres'), ['-D', data, '-p', String(port)], {
      ...AS,
      stdio: 'ignore',
      detached: true,
    });
    running.set(data, child);
    await until(async () => (await ask(port, 'select 1').catch(() => undefined)) && true);
  };
  const kill = async (data: string) => {
    const child = running.get(data);
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid, 'SIGKILL');
    await once(child, 'exit');
  };
  await start(primary, primaryPort);
  await run(
    'pg_basebackup',
    '-d',
    `host=127.0.0.1 port=${primaryPort} user=palaver`,
    '-D',
    replica,
    '-R',
    '-c',
    'fast',
  );
  await start(replica, replicaPort);
  if (isSynchronous) {
    await ask(primaryPort, `alter system set synchronous_standby_names = '*'`);
    await ask(primaryPort, 'select pg_reload_conf()');
  }
  await ask(primaryPort, 'create database palaver');
  const way = await severable(primaryPort);
  const connection = { ...addressOf(way.port), database: 'palaver' };
  await migrate(connection, createLog('warn'));
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  const close = async () => {
    await pool.end();
    way.close();
    for (const data of [primary, replica]) await kill(data);
    rmSync(folder, { recursive: true, force: true });
  };
  const isStreaming = async () => {
    const [row] = await ask(primaryPort, 'select count(*)::int from pg_stat_replication');
    return row?.count === 1;
  };
  return {
    database: {
      connection,
      sql: async <R extends pg.QueryResultRow>(query: string | pg.QueryConfig, values: unknown[] = []) =>
        (await pool.query<R>(query, values)).rows,
      drop: async () => {},
    },
    caughtUp: async () => {
      const [row] = await ask(primaryPort, 'select pg_current_wal_lsn()::text as reached');
      await until(async () => {
        const [behind] = await ask(
          primaryPort,
          `select from pg_stat_replication where replay_lsn >= '${String(row?.reached)}'::pg_lsn`,
        );
        return behind && true;
      });
    },
    cutReplication: async () => {
      await ask(replicaPort, `alter system set primary_conninfo = ''`);
      await ask(replicaPort, 'select pg_reload_conf()');
      await until(async () => !(await isStreaming()) || undefined);
    },
    failOver: async () => {
      await kill(primary);
      way.sever();
      await ask(replicaPort, 'select pg_promote()');
      way.target = replicaPort;
    },
    close,
  };
}

const addressOf = (port: number) => ({
  host: '127.0.0.1',
  port,
  user: 'palaver',
  password: 'none',
  database: 'postgres',
});

async function ask(port: number, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(addressOf(port));
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

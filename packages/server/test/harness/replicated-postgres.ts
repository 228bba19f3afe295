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
  /** After a failover: the new server gets a replica. */
  addReplica: () => Promise<void>;
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

/** One of the servers. */
interface Server {
  data: string;
  port: number;
  process: ChildProcess;
}

/** `isSynchronous`: whether the server answers a commit only when the replica has it. */
export async function startReplicatedPostgres(isSynchronous: boolean): Promise<ReplicatedPostgres> {
  const folder = scratchFolder();
  const servers: Server[] = [];
  const newData = () => {
    const data = join(folder, String(servers.length));
    mkdirSync(data, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(data, NOBODY, NOBODY);
    return data;
  };
  const start = async (data: string): Promise<Server> => {
    const port = await freePort();
    // (Its own group: its processes are killed together.)
    const options = { ...AS, stdio: 'ignore', detached: true } as const;
    const server = {
      data,
      port,
      process: spawn(join(BIN ?? '', 'postgres'), ['-D', data, '-p', String(port)], options),
    };
    servers.push(server);
    await until(async () => (await ask(port, 'select 1').catch(() => undefined)) && true);
    return server;
  };
  const replicate = async (from: Server): Promise<Server> => {
    const data = newData();
    await run(
      'pg_basebackup',
      '-d',
      `host=127.0.0.1 port=${from.port} user=palaver`,
      '-D',
      data,
      '-R',
      '-c',
      'fast',
    );
    const replica = await start(data);
    await until(async () => (await countReplicas(from)) === 1 || undefined);
    if (isSynchronous) {
      // (Only now: what is promoted must not wait for a replica that it does not have.)
      await ask(from.port, `alter system set synchronous_standby_names = '*'`);
      await ask(from.port, 'select pg_reload_conf()');
    }
    return replica;
  };
  const data = newData();
  await run('initdb', '-D', data, '-U', 'palaver', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N');
  appendFileSync(join(data, 'postgresql.conf'), SETTINGS);
  let primary = await start(data);
  let replica = await replicate(primary);
  await ask(primary.port, 'create database palaver');
  const way = await severable(primary.port);
  const connection = { ...addressOf(way.port), database: 'palaver' };
  await migrate(connection, createLog('warn'));
  const pool = new pg.Pool({ ...connection, max: 2 });
  pool.on('error', () => {});
  return {
    database: {
      connection,
      sql: async <R extends pg.QueryResultRow>(query: string | pg.QueryConfig, values: unknown[] = []) =>
        (await pool.query<R>(query, values)).rows,
      drop: async () => {},
    },
    caughtUp: async () => {
      const [row] = await ask(primary.port, 'select pg_current_wal_lsn()::text as reached');
      const hasAll = `select from pg_stat_replication where replay_lsn >= '${String(row?.reached)}'::pg_lsn`;
      await until(async () => (await ask(primary.port, hasAll))[0] && true);
    },
    cutReplication: async () => {
      await ask(replica.port, `alter system set primary_conninfo = ''`);
      await ask(replica.port, 'select pg_reload_conf()');
      await until(async () => (await countReplicas(primary)) === 0 || undefined);
    },
    failOver: async () => {
      await kill(primary);
      way.sever();
      await ask(replica.port, 'select pg_promote()');
      primary = replica;
      way.target = primary.port;
    },
    addReplica: async () => {
      replica = await replicate(primary);
    },
    close: async () => {
      await pool.end();
      way.close();
      for (const server of servers) await kill(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const run = (program: string, ...args: string[]) =>
  promisify(execFile)(join(BIN ?? '', program), args, { ...AS, cwd: '/' });

async function kill({ process: { pid, exitCode, signalCode }, process: child }: Server): Promise<void> {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, 'SIGKILL');
  await once(child, 'exit');
}

async function countReplicas({ port }: Server): Promise<unknown> {
  const [row] = await ask(port, `select count(*)::int from pg_stat_replication where state = 'streaming'`);
  return row?.count;
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

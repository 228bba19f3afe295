import type { Config } from '../config/config.ts';
import { findSecretsKey } from '../domain/operations/secrets/open-secrets.ts';
import { BACKUP_LEASE } from '../domain/records/backup-lease.ts';
import type { Log } from '../platform/log.ts';
import { Database } from '../storage/database.ts';
import { majorVersions } from '../storage/embedded/embedded-postgres.ts';
import { missingMigrations } from '../storage/migrate.ts';
import type { OpenDatabase } from '../storage/open-database.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';

/** Examines the database of servers, and what they keep in it. */
export async function examineDatabase(config: Config, storage: OpenDatabase, log: Log): Promise<Finding[]> {
  const missing = await missingMigrations(storage.connection);
  const db = new Database(storage.link.connection, { ...storage.link, log, poolSize: 1, isReadOnly: true });
  try {
    const findings = [
      ...(await examineServer(db, config, storage)),
      ...(storage.clusterDir === undefined ? [] : await ofVersion(config, log)),
      ofMigrations(missing),
    ];
    if (missing !== 'all') findings.push(await ofSecrets(db, config), await ofLeases(db));
    return findings;
  } finally {
    await db.close();
  }
}

/** Of the embedded PostgreSQL. */
async function ofVersion({ dataDir, postgresUser: runAs }: Config, log: Log): Promise<Finding[]> {
  const { cluster, latest } = await majorVersions({ dataDir, runAs, log, holder: 'palaver doctor' });
  if (cluster >= latest) return [];
  const text = `PostgreSQL ${cluster} made it, and this version of Palaver brings ${latest}`;
  return [
    warning('database', text, 'Run `palaver upgrade --rehearse`, stop the server, run `palaver upgrade`.'),
  ];
}

interface ServerFacts {
  version: string;
  now: Date;
  fsync: string;
  isReplica: boolean;
  connections: number;
  places: number;
  oldest: number | null;
}

const FACTS = `
  select current_setting('server_version') as version, clock_timestamp() as now, current_setting('fsync') as fsync,
    pg_is_in_recovery() as "isReplica", (select count(*)::int from pg_stat_activity) as connections,
    current_setting('max_connections')::int as places,
    (select extract(epoch from clock_timestamp() - min(xact_start))::float8 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()) as oldest`;

const CLOCK_MS = { warning: 1_000, problem: 30_000 };
const OLD_TRANSACTION_S = 60 * 60;
/** Of a node and its commands, besides its pool: see docs/operating.md. */
const OTHER_CONNECTIONS = 9;

async function examineServer(db: Database, config: Config, { clusterDir }: OpenDatabase): Promise<Finding[]> {
  // (The first statement also connects.)
  await db.query('select 1');
  const pingMs = (await timed(() => db.query('select 1'))).tookMs;
  const clock = Date.now();
  const { rows, tookMs } = await timed(() => db.query<ServerFacts>(FACTS));
  const [facts] = rows;
  if (facts === undefined) throw new Error('the database does not tell its version');
  const where = clusterDir === undefined ? 'at DATABASE_URL' : `embedded, in ${clusterDir}`;
  const findings = [ok('database', `PostgreSQL ${facts.version} ${where}, ${pingMs.toFixed(1)} ms away`)];
  findings.push(clockFinding(facts.now.getTime() - clock, tookMs));
  if (facts.isReplica)
    findings.push(
      problem(
        'database',
        'it is a replica, in which nothing can be stored',
        'Let DATABASE_URL lead to the primary.',
      ),
    );
  if (facts.fsync !== 'on')
    findings.push(
      problem('database', 'fsync is off: a power cut may damage it', 'Set fsync = on in PostgreSQL.'),
    );
  const free = facts.places - facts.connections;
  const needed = config.databasePoolSize + OTHER_CONNECTIONS;
  if (free < needed)
    findings.push(
      warning(
        'database',
        `${free} of ${facts.places} connections are free, and a node may need ${needed}`,
        'Raise max_connections in PostgreSQL, or lower PALAVER_DATABASE_POOL_SIZE.',
      ),
    );
  if ((facts.oldest ?? 0) > OLD_TRANSACTION_S)
    findings.push(
      warning(
        'database',
        `a transaction has been open for ${Math.round((facts.oldest ?? 0) / 3_600)} h, so dead rows are kept`,
        'See xact_start in pg_stat_activity, and end it.',
      ),
    );
  return findings;
}

async function timed<T>(work: () => Promise<T>): Promise<{ rows: T; tookMs: number }> {
  const begun = performance.now();
  return { rows: await work(), tookMs: performance.now() - begun };
}

/** `differenceMs`: from the clock of this machine to that of the database, which was read within `tookMs`. */
export function clockFinding(differenceMs: number, tookMs: number): Finding {
  const off = Math.max(0, Math.abs(differenceMs) - tookMs);
  const mend = 'Let both machines keep time with NTP.';
  const text = `the clock of the database is ${(off / 1_000).toFixed(1)} s ${differenceMs > 0 ? 'ahead of' : 'behind'} that of this machine`;
  if (off >= CLOCK_MS.problem) return problem('clock', text, mend);
  if (off >= CLOCK_MS.warning) return warning('clock', text, mend);
  return ok('clock', 'the same as that of the database');
}

function ofMigrations(missing: 'all' | string[]): Finding {
  if (missing === 'all')
    return warning('schema', 'there is none yet', '`palaver migrate` or `palaver start` creates it.');
  if (missing.length > 0)
    return warning(
      'schema',
      `it lacks ${missing.join(', ')}`,
      '`palaver migrate` or `palaver start` brings it up to date.',
    );
  return ok('schema', 'up to date');
}

async function ofSecrets(db: Database, config: Config): Promise<Finding> {
  try {
    await findSecretsKey(db, config);
    return ok('secrets', 'the key opens them');
  } catch (error) {
    return problem('secrets', reasonOf(error), 'Set PALAVER_SECRETS_KEY to the key of this installation.');
  }
}

async function ofLeases(db: Database): Promise<Finding> {
  const rows = await db.query<{ name: string; isHeld: boolean }>(
    `select name, expires_at > clock_timestamp() as "isHeld" from leases where name <> $1 order by name`,
    [BACKUP_LEASE],
  );
  const free = rows.filter(({ isHeld }) => !isHeld).map(({ name }) => name);
  if (rows.length === 0 || free.length === rows.length)
    return warning('work', 'no server or worker runs', '`palaver start` runs a server.');
  if (free.length > 0)
    return problem(
      'work',
      `nobody does the work of the leases ${free.join(', ')}`,
      'Look into the logs; with PALAVER_WORKER=0 on all servers, start `palaver worker`.',
    );
  return ok('work', `held: ${rows.map(({ name }) => name).join(', ')}`);
}

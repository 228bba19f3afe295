import pg from 'pg';
import { KEEP_EPOCH } from './epoch.ts';

/*
 * The settings of all our sessions of PostgreSQL. They override the role, the database, the server and `DATABASE_URL`:
 *
 *   UTC          Times are read and written in UTC.
 *   Notation     Times are written as the driver reads them.
 *   Flush        A commit waits until it is on disk: with `synchronous_commit = off` an acknowledged message could be lost.
 *                All other values (`local`, `remote_write`, `remote_apply`) are the operator's choice.
 *   Timeout      An idle transaction ends after a minute.
 *   Indexes      No plan reads a whole table if there is an index. A connection keeps its plans, and one that was made while the
 *                table was small would otherwise read all of it each time, however large it has become.
 *   JIT          A plan that has no index to use seems so expensive then that PostgreSQL would compile it.
 *   Keepalive    Each side notices within 15 s that the machine of the other is gone. PostgreSQL then releases the locks of
 *                the session, from which other nodes learn that this one is dead. The default of most systems is two hours.
 *
 * A statement sets them once per connection. Startup options would not do: `DATABASE_URL` overrides them, poolers refuse them,
 * and they cannot depend on the current value. Behind a pooler, each transaction may run in another session, which it shares
 * with other programs; there each transaction sets what it needs for itself, and keepalive is the pooler's.
 */
const TRANSACTION_SETTINGS = {
  timezone: `'UTC'`,
  datestyle: `'ISO'`,
  synchronous_commit: `coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on')`,
  idle_in_transaction_session_timeout: `'60s'`,
  enable_seqscan: `'off'`,
  jit: `'off'`,
};
const SESSION_SETTINGS = {
  ...TRANSACTION_SETTINGS,
  tcp_keepalives_idle: `'5'`,
  tcp_keepalives_interval: `'5'`,
  tcp_keepalives_count: `'2'`,
  tcp_user_timeout: `'15s'`,
};

const SESSION = applying(SESSION_SETTINGS, 'session');

/** How statements of a database are run. */
export interface StatementSettings {
  /** How long a statement may take; 0 means no limit. */
  statementTimeoutMs: number;
  /** Whether the epoch (epoch.ts) is kept first. */
  keepsEpoch: boolean;
}

/** A statement that applies the settings to the session. */
export function sessionSettings(settings: StatementSettings): string {
  return preparing(SESSION_SETTINGS, settings, 'session');
}

/** The same for a single transaction. */
export function transactionSettings(settings: StatementSettings): string {
  return preparing(TRANSACTION_SETTINGS, settings, 'transaction');
}

function preparing(
  settings: Record<string, string>,
  { statementTimeoutMs, keepsEpoch }: StatementSettings,
  scope: 'session' | 'transaction',
): string {
  const applied = applying({ ...settings, statement_timeout: `'${statementTimeoutMs}'` }, scope);
  return keepsEpoch ? `${applied}, ${KEEP_EPOCH} as branch` : applied;
}

/** `settings`: SQL expressions by name. */
function applying(settings: Record<string, string>, scope: 'session' | 'transaction'): string {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', ${value}, ${scope === 'transaction'})`,
  );
  return `select ${calls.join(', ')}`;
}

/** Node then sends ten probes, one second apart. */
const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** A broken connection fails its statements and also emits `error`, which would end the process without a listener. */
const ignore = () => {};

/**
 * A pool of connections, each of which runs `onConnect` first: our settings of sessions, unless the pool says otherwise. `connected`
 * gets its rows before the connection is used. The caller handles the `error` events of the pool.
 */
export function createPool(
  config: pg.PoolConfig,
  onConnect: string | null = SESSION,
  connected: (rows: readonly object[]) => void = ignore,
): pg.Pool {
  const verify: pg.PoolConfig['verify'] = (client, done) => {
    if (onConnect === null) {
      done();
      return;
    }
    client
      .query<pg.QueryResultRow>(onConnect)
      .then(({ rows }) => connected(rows))
      .then(() => done(), done);
  };
  const pool = new pg.Pool({ ...config, ...KEEPALIVE, verify });
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** A single connection, for {@link open}. */
export function createClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...config, ...KEEPALIVE });
  client.on('error', ignore);
  return client;
}

/** A connection for commands of the replication protocol: it takes no statements of SQL, and so none of our settings. */
export async function openReplication(config: pg.ClientConfig): Promise<pg.Client> {
  // (The driver has this parameter, and its types do not.)
  const client = createClient({ ...config, ...({ replication: 'true' } as object) });
  await client.connect();
  return client;
}

export async function open(client: pg.Client): Promise<void> {
  await client.connect();
  await client.query(SESSION);
}

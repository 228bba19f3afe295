import pg from 'pg';

/*
 * The session settings of all our connections to PostgreSQL. They override the role, the database, the server and
 * `DATABASE_URL`:
 *
 *   UTC          Times are read and written in UTC.
 *   Flush        A commit waits until it is on disk: with `synchronous_commit = off` an acknowledged message could be lost.
 *                All other values (`local`, `remote_write`, `remote_apply`) are the operator's choice.
 *   Keepalive    Each side notices within 15 s that the machine of the other is gone. PostgreSQL then releases the locks of
 *                the session, from which other nodes learn that this one is dead. The default of most systems is two hours.
 *   Timeout      An idle transaction ends after a minute.
 *   Indexes      No plan reads a whole table if there is an index. A connection keeps its plans, and one that was made while the
 *                table was small would otherwise read all of it each time, however large it has become.
 *   JIT          A plan that has no index to use seems so expensive then that PostgreSQL would compile it.
 *
 * A statement sets them once per connection. Startup options would not do: `DATABASE_URL` overrides them, and they cannot
 * depend on the current value.
 */
const SESSION = `
  select
    set_config('timezone', 'UTC', false),
    set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false),
    set_config('idle_in_transaction_session_timeout', '60s', false),
    set_config('enable_seqscan', 'off', false),
    set_config('jit', 'off', false),
    set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '2', false),
    set_config('tcp_user_timeout', '15s', false)`;

/** Node then sends ten probes, one second apart. */
const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** A broken connection fails its statements and also emits `error`, which would end the process without a listener. */
const ignore = () => {};

/** A pool of connections with our session settings. The caller handles the `error` events of the pool. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const verify: pg.PoolConfig['verify'] = (client, done) => {
    client.query(SESSION).then(() => done(), done);
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

export async function open(client: pg.Client): Promise<void> {
  await client.connect();
  await client.query(SESSION);
}

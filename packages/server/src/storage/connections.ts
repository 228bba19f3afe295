import pg from 'pg';

/*
 * What all our connections to PostgreSQL have in common, whatever the role, the database, the server or `DATABASE_URL` says:
 *
 *   UTC          Times are read and written in it.
 *   A flush      A commit waits until it is on the disk: with `synchronous_commit = off` an answered message could be lost.
 *                What is stronger, or is about standbys only (`local`, `remote_write`, `remote_apply`), is the operator's choice.
 *   Keepalive    Each side finds within 15 s that the machine of the other is gone. PostgreSQL then frees the locks of the
 *                session, by which other nodes see that this one is dead. The default of most systems is two hours.
 *   A bound      A transaction in which nobody does anything ends after a minute.
 *
 * They are set by a statement, once a connection: settings of the connection's start (`options`) give way to those of
 * `DATABASE_URL`, and cannot look at what is in force.
 */
const SESSION = `
  select
    set_config('timezone', 'UTC', false),
    set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false),
    set_config('idle_in_transaction_session_timeout', '60s', false),
    set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '2', false),
    set_config('tcp_user_timeout', '15s', false)`;

/** Node adds ten probes, a second apart. */
const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** A connection that breaks fails its statements, and says so by an event as well, which ends the process if nobody listens. */
const ignore = () => {};

/** A pool whose connections are ours; its own `error` events are the caller's. */
export function createPool(config: pg.PoolConfig): pg.Pool {
  const verify: pg.PoolConfig['verify'] = (client, done) => {
    client.query(SESSION).then(() => done(), done);
  };
  const pool = new pg.Pool({ ...config, ...KEEPALIVE, verify });
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** One connection of ours, for {@link open}. */
export function createClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...config, ...KEEPALIVE });
  client.on('error', ignore);
  return client;
}

export async function open(client: pg.Client): Promise<void> {
  await client.connect();
  await client.query(SESSION);
}

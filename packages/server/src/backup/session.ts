import type pg from 'pg';
import { createClient, open } from '../storage/connections.ts';

/**
 * Without time limits: a slow place for backups may keep PostgreSQL waiting. In a notation that every database reads, whatever its
 * settings are.
 */
const SETTINGS = {
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  // (Since PostgreSQL 17.)
  transaction_timeout: '0',
  tcp_user_timeout: '0',
  enable_seqscan: 'on',
  datestyle: 'ISO, YMD',
  intervalstyle: 'postgres',
  extra_float_digits: '1',
};

/** Runs work that reads or writes whole tables. */
export async function inSession<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ ...connection, application_name: 'palaver backup' });
  await open(client);
  try {
    await client.query(
      `select set_config(name, setting, false) from unnest($1::text[], $2::text[]) as wanted (name, setting)
       where name in (select lower(name) from pg_settings)`,
      [Object.keys(SETTINGS), Object.values(SETTINGS)],
    );
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

import type pg from 'pg';
import { createClient, open } from '../storage/connections.ts';

/** Runs work that reads or writes whole tables, in a session without time limits. */
export async function inSession<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient({ ...connection, application_name: 'palaver backup' });
  await open(client);
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('set enable_seqscan = on');
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

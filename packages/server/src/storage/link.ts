import type pg from 'pg';
import { DATABASE_ID } from './database-id.ts';

/** How the statements of a server reach PostgreSQL. */
export interface Link {
  connection: pg.PoolConfig;
  /** Whether a pooler between them runs each transaction in any of its sessions. */
  isPooled: boolean;
  /** Whether a connection keeps the statements that it has prepared. */
  prepares: boolean;
}

/** A pooler accepts single statements only (pool_mode = statement in PgBouncer). */
export class NoTransactionsError extends Error {
  override readonly name = 'NoTransactionsError';
}

/** What answers at an address. */
export interface AnsweringServer extends Omit<Link, 'connection'> {
  /** See {@link DATABASE_ID}. */
  databaseId: string;
}

/**
 * Finds out what answers at an address: PostgreSQL itself; a pooler that gives each client a session (`pool_mode = session` in
 * PgBouncer), which makes no difference; or one that gives each transaction a session. Whether such a pooler keeps prepared
 * statements for its clients (PgBouncer does since 1.21, with `max_prepared_statements`) shows when two clients give one name to
 * different statements. Rejects with {@link NoTransactionsError}, or with the driver's error.
 */
export async function probe(createClient: () => pg.Client): Promise<AnsweringServer> {
  const [first, second] = [createClient(), createClient()];
  try {
    await first.connect();
    const { rows } = await first.query<{ id: string; pid: number }>(WHERE_AM_I);
    const { id: databaseId = '', pid } = rows[0] ?? {};
    // Poolers invent the process ids that they tell their clients.
    if (pid === (first as pg.Client & { processID: number }).processID)
      return { databaseId, isPooled: false, prepares: true };
    await requireTransactions(first);
    await second.connect();
    return { databaseId, ...(await compare(first, second)) };
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

const WHERE_AM_I = `select id, pg_backend_pid() as pid from (${DATABASE_ID}) as database`;

async function requireTransactions(client: pg.Client): Promise<void> {
  try {
    await client.query('begin');
    await client.query('commit');
  } catch (error) {
    throw new NoTransactionsError('the pooler accepts no transactions', { cause: error });
  }
}

const ROUNDS = 5;

async function compare(first: pg.Client, second: pg.Client): Promise<Omit<Link, 'connection'>> {
  const sessions = new Map<pg.Client, Set<number>>([
    [first, new Set()],
    [second, new Set()],
  ]);
  // In this order, two clients meet in a session, or one client changes its session, even if the pooler's sessions take turns.
  const round = [first, first, second, first, second, second];
  for (const client of Array.from({ length: ROUNDS }, () => round).flat()) {
    const own = client === first ? 'first' : 'second';
    const text = `select '${own}' as client, pg_backend_pid() as pid`;
    try {
      const { rows } = await client.query<{ client: string; pid: number }>({ name: 'palaver_probe', text });
      const [row] = rows;
      if (row?.client !== own) return { isPooled: true, prepares: false };
      sessions.get(client)?.add(row.pid);
    } catch (error) {
      if (isUnprepared(error)) return { isPooled: true, prepares: false };
      throw error;
    }
  }
  const [ofFirst = new Set(), ofSecond = new Set()] = sessions.values();
  const isPooled = ofFirst.size > 1 || ofSecond.size > 1 || !ofFirst.isDisjointFrom(ofSecond);
  return { isPooled, prepares: true };
}

/** Whether a prepared statement is missing, or another one has its name: the pooler does not keep them apart. */
export function isUnprepared(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '26000' || error.code === '42P05');
}

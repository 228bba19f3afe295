import type { Transactor } from './database.ts';

/** What the statements of a transaction tell PostgreSQL's planner. */

/**
 * Sent before a large statement in its transaction, so that PostgreSQL reuses the plan that the connection has. Otherwise it
 * would plan the statement each time, which takes as long as running it.
 */
export const KEEP_PLAN = `select set_config('plan_cache_mode', 'force_generic_plan', true)`;

const settings = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');

/**
 * Expressions of a `select` that precedes a statement that looks up rows by their keys: its plans look up each row in an index. A
 * plan that was made while a table was small would otherwise prepare for many rows.
 */
export const USE_INDEXES = settings({ enable_bitmapscan: 'off', enable_memoize: 'off' });

/**
 * For statements that search the index of terms. PostgreSQL knows nothing of how often a term occurs, and would rather read all rows of a
 * thread. Each of their many scans reads a page or two: PostgreSQL 18 would let another process read these ahead,
 * which takes longer.
 */
export const SEARCH_PLAN = `select ${settings({
  plan_cache_mode: 'force_generic_plan',
  effective_io_concurrency: '0',
  // (A statement of another plan may precede it in the transaction.)
  enable_bitmapscan: 'on',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
})}`;

/** {@link KEEP_PLAN} for statements that only look up rows by their keys. */
export const KEEP_INDEX_PLAN = `select ${USE_INDEXES}, ${settings({
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
})}`;

/** The same for statements that read parts of large tables in the order of an index: also while a table is still small. */
export const INDEXES_ONLY = `${KEEP_INDEX_PLAN}, ${settings({ enable_seqscan: 'off' })}`;

/** Runs one statement with these settings, in one round trip. */
export function readWithPlan<R extends object>(
  db: Pick<Transactor, 'transactionAtOnce'>,
  plan: string,
  statement: string,
  values: readonly unknown[],
): Promise<R[]> {
  return db.transactionAtOnce(async (tx) => {
    const [, rows] = await Promise.all([tx.query(plan), tx.query<R>(statement, values)]);
    return rows;
  });
}

/** Runs one statement that looks up rows by their keys: see {@link KEEP_INDEX_PLAN}. */
export function readByKeys<R extends object>(
  db: Pick<Transactor, 'transactionAtOnce'>,
  statement: string,
  values: readonly unknown[],
): Promise<R[]> {
  return readWithPlan<R>(db, KEEP_INDEX_PLAN, statement, values);
}

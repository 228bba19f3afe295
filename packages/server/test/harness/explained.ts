import { expect } from 'vitest';
import type { Queryable, Transaction, Transactor } from '../../src/storage/database.ts';

/** The statements that `work` sends, in one transaction, which finds nothing. */
export async function statementsOf(
  work: (db: Pick<Transactor, 'transactionAtOnce'>) => Promise<unknown>,
): Promise<{ text: string; values: readonly unknown[] }[]> {
  const statements: { text: string; values: readonly unknown[] }[] = [];
  const tx = {
    query: async (text: string, values: readonly unknown[] = []) => {
      statements.push({ text, values });
      return [];
    },
  };
  await work({ transactionAtOnce: (send) => send(tx as unknown as Transaction) });
  return statements;
}

/** The plan of a statement, and the number of rows that it read from tables and indexes. */
export async function explained(
  db: Queryable,
  statement: string,
  values: readonly unknown[] = [],
): Promise<{ plan: string; rows: number }> {
  const lines = await db.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${statement}`,
    values,
  );
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  const scans = [
    ...plan.matchAll(/(?:Index|Bitmap Heap|Index Only) Scan.* \(actual rows=([\d.]+) loops=(\d+)\)/g),
  ];
  expect(scans.length).toBeGreaterThan(1);
  return { plan, rows: scans.reduce((sum, [, each, loops]) => sum + Number(each) * Number(loops), 0) };
}

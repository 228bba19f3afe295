import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { Database, type Transaction, type Transactor } from '../../src/storage/database.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = new Database(database.connection, { poolSize: 1, log: createLog('fatal') });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

/**
 * An async wrapper like an operation's own function: its failure reaches the caller later than that of a bare query.
 */
async function wrapped(tx: Transaction, statement: string): Promise<void> {
  await tx.query(statement);
}

test('a pipelined transaction fails with its first error, not with the errors that follow from it', async () => {
  const attempt = db.transactionAtOnce((tx) =>
    Promise.all([wrapped(tx, 'select 1 / 0'), tx.query('select 2'), tx.query('select 3')]),
  );
  await expect(attempt).rejects.toThrow('division by zero');
  // The connection can be used again.
  expect(await db.transactionAtOnce((tx) => tx.query('select 4 as n'))).toEqual([{ n: 4 }]);
});

const TRANSACTIONS: [string, Transactor['transaction']][] = [
  ['transaction', (work) => db.transaction(work)],
  ['transactionAtOnce', (work) => db.transactionAtOnce(work)],
];

describe.each(TRANSACTIONS)('afterCommit in %s', (_, transaction) => {
  test('runs what it was given once, in order, when others can see the change', async () => {
    const seen: string[] = [];
    await transaction(async (tx) => {
      tx.afterCommit(() => seen.push('first'));
      await tx.query('select 1');
      expect(seen).toEqual([]);
      tx.afterCommit(() => seen.push('second'));
    });
    expect(seen).toEqual(['first', 'second']);
  });

  test('runs nothing of a transaction that fails', async () => {
    const effect = vi.fn();
    const failing = transaction(async (tx) => {
      tx.afterCommit(effect);
      await tx.query('select 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(effect).not.toHaveBeenCalled();
  });

  test('runs nothing of an attempt that is repeated', async () => {
    const seen: number[] = [];
    let attempts = 0;
    await transaction(async (tx) => {
      attempts += 1;
      const attempt = attempts;
      tx.afterCommit(() => seen.push(attempt));
      await tx.query(`do $$ begin if ${attempt} = 1 then raise sqlstate '40001'; end if; end $$`);
    });
    expect(seen).toEqual([2]);
  });
});

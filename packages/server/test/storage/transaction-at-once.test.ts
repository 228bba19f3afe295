import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { Database, type Transaction } from '../../src/storage/database.ts';
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

import { verify } from '../../src/domain/operations/verify/verify.ts';
import { createLog } from '../../src/platform/log.ts';
import { Database } from '../../src/storage/database.ts';
import type { TestDatabase } from './test-database.ts';

/** The differences that `palaver verify` finds, in words; `[]` if there are none. */
export async function recount(database: TestDatabase): Promise<string[]> {
  const db = new Database(database.connection, { poolSize: 1, log: createLog('fatal') });
  try {
    const { differences } = await verify(db);
    return differences.flatMap(({ rule, examples }) =>
      examples.map((example) => `${rule}: ${JSON.stringify(example)}`),
    );
  } finally {
    await db.close();
  }
}

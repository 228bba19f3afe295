import { expect, test } from 'vitest';
import { seedOfRun } from '../harness/seed.ts';
import { createTestDatabase, urlOf } from '../harness/test-database.ts';
import { describeFailure } from './describe.ts';
import { fuzz } from './fuzz.ts';

/** The short form of `npm run test:fuzz`: the whole corpus, and some random variations. */
test('the server answers every request properly and stays healthy', async () => {
  const seed = seedOfRun();
  const database = await createTestDatabase();
  try {
    const databaseUrl = urlOf(database.connection);
    const { failures } = await fuzz({ seed, requests: 0, random: 400, databaseUrl });
    expect(failures.map(describeFailure)).toEqual([]);
  } finally {
    await database.drop();
  }
});

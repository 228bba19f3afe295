// @module-tag database
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { createClient, open } from '../../src/storage/connections.ts';
import { Database } from '../../src/storage/database.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../harness/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Properties of both pooled and separate connections. */
async function inForce(setting: string, connection = database.connection): Promise<unknown[]> {
  const sql = 'select current_setting($1) as value';
  const db = new Database(connection, { poolSize: 1, log: createLog('fatal') });
  const [pooled] = await db.query<{ value: string }>(sql, [setting]);
  await db.close();
  const client = createClient(connection);
  await open(client);
  const own = await client.query<{ value: string }>(sql, [setting]);
  await client.end();
  return [pooled?.value, own.rows[0]?.value];
}

describe('a commit waits for the disk', () => {
  test.each([
    ['off', 'on'],
    ['on', 'on'],
    ['local', 'local'],
    ['remote_write', 'remote_write'],
    ['remote_apply', 'remote_apply'],
  ])('with synchronous_commit %s in the database, connections use %s', async (given, found) => {
    const { database: name } = database.connection;
    await database.sql(`alter database ${name} set synchronous_commit = '${given}'`);
    expect(await inForce('synchronous_commit')).toEqual([found, found]);
  });
});

test('connections use UTC and end idle transactions, whatever DATABASE_URL says', async () => {
  const options = encodeURIComponent(
    '-c timezone=Asia/Tokyo -c datestyle=SQL -c idle_in_transaction_session_timeout=0',
  );
  const connection = { connectionString: `${urlOf(database.connection)}&options=${options}` };
  expect(await inForce('timezone', connection)).toEqual(['UTC', 'UTC']);
  expect(await inForce('datestyle', connection)).toEqual(['ISO, MDY', 'ISO, MDY']);
  expect(await inForce('idle_in_transaction_session_timeout', connection)).toEqual(['1min', '1min']);
});

test('only connections.ts and the launcher of the embedded database open connections', () => {
  const src = fileURLToPath(new URL('../../src', import.meta.url));
  const makers = globSync('**/*.ts', { cwd: src }).filter((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return text.includes(`from 'pg'`) && /new (pg\.)?(Client|Pool)\(/.test(text);
  });
  expect(makers.toSorted()).toEqual(['storage/connections.ts', 'storage/embedded/lock-session.ts']);
});

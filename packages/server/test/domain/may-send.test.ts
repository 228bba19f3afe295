import { MEMBER_STATUSES } from '@palaver/protocol/members';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAY_SEND, ownSendRefusal, sendRefusal } from '../../src/domain/rules/role-permissions.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const CASES = (['user', 'bot'] as const).flatMap((kind) =>
  [...MEMBER_STATUSES, undefined].map((status) => ({ kind, status })),
);

test('the statement that stores sends stores those that nothing refuses', async () => {
  const [kinds, statuses] = [CASES.map(({ kind }) => kind), CASES.map(({ status }) => status ?? null)];
  const rows = await database.sql<{ may: boolean }>(
    `select coalesce(${MAY_SEND}, false) as may from rows from (unnest($1::text[]), unnest($2::text[])) with ordinality
       as given (kind, status, n), lateral (select given.kind) sender, lateral (select given.status) member order by n`,
    [kinds, statuses],
  );
  expect(rows.map(({ may }) => may)).toEqual(
    CASES.map(({ kind, status }) => sendRefusal(kind, status) === undefined),
  );
});

test('a user may send themself whenever the back end may send in their name, and learns of no foreign thread', () => {
  for (const status of [...MEMBER_STATUSES, undefined]) {
    const [own, named] = [ownSendRefusal(status), sendRefusal('user', status)];
    expect(own === undefined, String(status)).toBe(named === undefined);
    expect([undefined, 'M40304', 'M40401']).toContain(own);
  }
});

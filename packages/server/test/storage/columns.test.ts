// @module-tag database
import { afterAll, expect, test } from 'vitest';
import { type Column, Columns, toBytea } from '../../src/storage/columns.ts';
import { INJECTIONS } from '../harness/api.ts';
import { createTestDatabase } from '../harness/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

/** Texts that mean something in arrays, JSON or SQL. */
const TEXTS = [
  ...[
    '',
    ' ',
    'null',
    'NULL',
    '"',
    '""',
    '\\',
    '\\\\',
    '\\"',
    '{',
    '}',
    '{}',
    '{null}',
    ',',
    'a,b',
    "'",
    "''",
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    ' a ',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u2028',
    '👩‍👩‍👧',
    'e\u0301',
    '\\u0041',
    '\\x41',
    '$1',
    '[]',
  ],
  ...INJECTIONS,
];

interface Item {
  text: string | null;
  number: number | null;
}

const COLUMNS: Column<Item>[] = [
  { name: 'text', type: 'text', encode: ({ text }) => text },
  { name: 'json', type: 'json', encode: ({ text }) => JSON.stringify({ text }) },
  {
    name: 'json_or_null',
    type: 'json or null',
    encode: ({ text }) => (text === null ? null : JSON.stringify([text])),
  },
  { name: 'bytes', type: 'bytea', encode: ({ text }) => (text === null ? null : toBytea(Buffer.from(text))) },
  { name: 'big', type: 'bigint', encode: ({ number }) => number && String(number) },
  { name: 'small', type: 'int', encode: ({ number }) => number },
  { name: 'is_more', type: 'boolean', encode: ({ number }) => number && number > 1 },
  { name: 'bigs', type: 'bigint[]', encode: ({ number }) => number && `{${number},null}` },
  { name: 'nothing', type: 'text', encode: () => undefined },
];

async function roundTrip(items: readonly Item[]) {
  const columns = new Columns(COLUMNS);
  return database.sql(
    `select ${columns.values}, n::int from rows from (${columns.rows(1)}) with ordinality as item (${columns.names}, n) order by n`,
    columns.parameters(items),
  );
}

const rowOf = ({ text, number }: Item, index: number) => ({
  text,
  json: { text },
  json_or_null: text === null ? null : [text],
  bytes: text === null ? null : Buffer.from(text),
  big: number === null ? null : String(number),
  small: number,
  is_more: number === null ? null : number > 1,
  bigs: number === null ? null : [String(number), null],
  nothing: null,
  n: index + 1,
});

const items: Item[] = [
  { text: null, number: null },
  ...TEXTS.map((text, index) => ({ text, number: index + 1 })),
  { text: null, number: 2 ** 31 - 1 },
];

test('all values of a batch arrive as they are, in order', async () => {
  expect(await roundTrip(items)).toEqual(items.map(rowOf));
});

test('and each alone', async () => {
  for (const item of items) expect(await roundTrip([item])).toEqual([rowOf(item, 0)]);
});

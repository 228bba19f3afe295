import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '../../server/src');

/** Those are keywords of SQL, or are not replaced. */
const OTHER_CLOCKS =
  /\b(?:current_(?:timestamp|date|time)|local(?:timestamp|time)|timeofday\(|pg_catalog\.\w*(?:now|timestamp)\()/i;

test('the SQL of the server reads the time by the functions that a clock of tests replaces', () => {
  const files = globSync('**/*.{ts,sql}', { cwd: SERVER });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => OTHER_CLOCKS.test(readFileSync(join(SERVER, file), 'utf8')))).toEqual([]);
});

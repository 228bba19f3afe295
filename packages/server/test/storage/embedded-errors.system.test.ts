import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EmbeddedPostgresError } from '../../src/storage/embedded/errors.ts';
import { cleanUpAfterTests, processesOn, start, until, usedPlace } from './embedded-harness.ts';

cleanUpAfterTests();

const failures: {
  what: string;
  break(dataDir: string): void;
  settings?: Record<string, string>;
  says: RegExp;
}[] = [
  {
    what: 'a lost password file',
    break: (dataDir) => rmSync(join(dataDir, 'postgres-password')),
    says: /postgres-password is missing.*Put it back.*ALTER ROLE palaver/s,
  },
  {
    what: 'a password file of another database',
    break: (dataDir) => writeFileSync(join(dataDir, 'postgres-password'), 'another'),
    says: /is not the password of the database/,
  },
  {
    what: 'a database of a later PostgreSQL',
    break: (dataDir) => writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '99\n'),
    says: /made by PostgreSQL 99, and of that version found were .*Install PostgreSQL 99/,
  },
  {
    what: 'a folder that is no database',
    break: (dataDir) => rmSync(join(dataDir, 'postgres', 'PG_VERSION')),
    says: /is not a database of PostgreSQL/,
  },
  {
    what: 'a link to a database that is gone',
    break(dataDir) {
      rmSync(join(dataDir, 'postgres'), { recursive: true });
      symlinkSync('/nowhere/cluster', join(dataDir, 'postgres'));
    },
    says: /is a link to a database that is not there/,
  },
  {
    what: 'a setting that PostgreSQL refuses',
    break() {},
    settings: { shared_buffers: 'plenty' },
    says: /PostgreSQL did not start.*invalid value for parameter "shared_buffers": "plenty"/s,
  },
];

for (const failure of failures) {
  test(`the error says what to do: ${failure.what}`, async () => {
    const place = usedPlace();
    failure.break(place.dataDir);
    const settings = failure.settings ?? {};
    const error = await start(place, { settings }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(String(error)).toMatch(failure.says);
    // (The guard ends by itself, soon after PostgreSQL.)
    await until('no process to be left', () => processesOn(place.dataDir).length === 0);
  });
}

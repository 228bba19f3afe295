import {
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { findBinaries } from '../../src/storage/embedded/binaries.ts';
import { migrate } from '../../src/storage/migrate.ts';
import {
  cleanUpAfterTests,
  copyPackage,
  emptyPlace,
  installedPackage,
  killChild,
  processesOn,
  query,
  start,
  startChild,
  temporaryFolder,
  unfinishedIn,
  until,
  usedPlace,
} from './embedded-harness.ts';

cleanUpAfterTests();

test('the first start creates a database, a later one reuses it', async () => {
  const place = emptyPlace();
  const first = await start(place);
  expect(first.connection).toMatchObject({ user: 'palaver_server', database: 'palaver' });
  expect(statSync(join(place.dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  const [about] = await query(
    first,
    `select pg_encoding_to_char(encoding) as encoding, upper('äж') as upper, 'Z' < 'a' as by_code_point,
            current_setting('timezone') as timezone, current_setting('listen_addresses') as addresses
       from pg_database where datname = current_database()`,
  );
  expect(about).toEqual({
    encoding: 'UTF8',
    upper: 'ÄЖ',
    by_code_point: true,
    timezone: 'UTC',
    addresses: '',
  });
  await query(first, `create table kept as select 'a row' as what`);
  await first.stop();
  await until('PostgreSQL and its guard to be gone', () => processesOn(place.dataDir).length === 0);

  const later = await start(place);
  expect(later.connection).toEqual(first.connection);
  expect(await query(later, 'select what from kept')).toEqual([{ what: 'a row' }]);
  await later.stop();
  await later.stop(); // the second call has no effect
});

test('the database requires its password', async () => {
  const { admin, connection } = await start(usedPlace());
  for (const user of [admin, connection]) {
    const wrong = query({ admin: { ...user, password: 'guessed' } }, 'select');
    await expect(wrong).rejects.toThrow('password authentication failed');
  }
});

test('given settings take effect', async () => {
  const postgres = await start(usedPlace(), { settings: { fsync: 'off', synchronous_commit: 'off' } });
  expect(await query(postgres, 'show fsync')).toEqual([{ fsync: 'off' }]);
});

test('a large log is rotated', async () => {
  const place = usedPlace();
  const log = join(place.dataDir, 'postgres.log');
  writeFileSync(log, 'x'.repeat(10_000_001));
  await start(place);
  expect(statSync(`${log}.1`).size).toBe(10_000_001);
  expect(readFileSync(log, 'utf8')).toContain('ready to accept connections');
});

test('the leftovers of a start that was killed midway are removed by the next start', async () => {
  const place = emptyPlace();
  const child = startChild({ ...place, as: 'server' });
  await until('a database to be half made', () =>
    unfinishedIn(place.dataDir).some((name) => existsSync(join(place.dataDir, name, 'base', '1'))),
  );
  await killChild(child, 'group');
  expect(unfinishedIn(place.dataDir)).not.toEqual([]);

  const postgres = await start(place);
  expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(unfinishedIn(place.dataDir)).toEqual([]);
});

test('a start works with a path too long for a socket', async () => {
  const place = usedPlace();
  const deep = join(place.dataDir, '..', 'x'.repeat(100));
  renameSync(place.dataDir, deep);
  const postgres = await start({ ...place, dataDir: deep });
  try {
    expect(postgres.connection.host).toMatch(/^\/tmp\/palaver-/);
    expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await postgres.stop();
    rmdirSync(postgres.connection.host);
  }
});

test.skipIf(installedPackage() === undefined)(
  'a start works with a package without its library links',
  async () => {
    const packageDir = join(temporaryFolder(), 'package');
    const links = copyPackage(packageDir);
    expect(links.length).toBeGreaterThan(0);

    // Two concurrent starts, so that both make the links.
    const places = [usedPlace(), usedPlace()];
    await Promise.all(places.map((place) => start(place, { packageDir })));
    for (const { source, target } of links) {
      expect(realpathSync(join(packageDir, target))).toBe(realpathSync(join(packageDir, source)));
    }
  },
);

const onThisMachine = await findBinaries({
  user: undefined,
  packageDir: '/nowhere',
  copyDir: '/nowhere',
  major: undefined,
}).catch(() => undefined);

test.skipIf(onThisMachine === undefined)(
  "a start works with the machine's PostgreSQL instead of the package",
  async () => {
    const place = emptyPlace();
    const postgres = await start(place, { packageDir: '/nowhere' });
    expect(await query(postgres, `select upper('äж') as upper, 'Z' < 'a' as by_code_point`)).toEqual([
      { upper: 'ÄЖ', by_code_point: true },
    ]);
  },
);

test('a data folder of an earlier version is handed over to the server role', async () => {
  const place = usedPlace();
  const first = await start(place);
  await query(first, 'reassign owned by palaver_server to palaver');
  await query(first, 'drop owned by palaver_server');
  await query(first, 'drop role palaver_server');
  await query(first, 'grant connect on database postgres, template1 to public');
  await query(
    first,
    `create type public.colour as enum ('red'); create domain public.short as text; create view public.seen as select 1 as one`,
  );
  await first.stop();

  const later = await start(place);
  const role = { admin: later.connection };
  expect(await query(role, 'select count(*)::int from threads')).toEqual([{ count: 0 }]);
  // Only the owner of a table can alter it.
  await query(role, 'alter table threads add column tried int');
  await query(role, 'drop view public.seen; drop domain public.short; drop type public.colour');
  await migrate(later.connection, createLog('fatal'));
  const foreign = await query(
    role,
    `select relname from pg_class where relnamespace::regnamespace::text in ('public', 'graphile_worker')
       and relkind in ('r', 'S', 'v') and relowner <> 'palaver_server'::regrole
     union all select proname from pg_proc where pronamespace::regnamespace::text in ('public', 'graphile_worker')
       and proowner <> 'palaver_server'::regrole`,
  );
  expect(foreign).toEqual([]);
  await later.stop();
});

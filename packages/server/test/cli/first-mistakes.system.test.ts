import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';
import { createTestDatabase, urlOf } from '../harness/test-database.ts';

/** Mistakes of the first five minutes get a one-line error, from every command. */

const READING = [['app', 'list'], ['key', 'list'], ['signing-key', 'list'], ['verify']];

test('an unusable value is reported with its setting and without a stack trace', async () => {
  const port = await freePort();
  const taken = createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const nowhere = `postgres://ann:hush@127.0.0.1:${await freePort()}/shop`;
  const cases: [string[], Record<string, string>, string][] = [
    [['start'], { DATABASE_URL: 'foo' }, 'DATABASE_URL must be an address such as postgres://'],
    [['key', 'list'], { DATABASE_URL: 'foo' }, 'DATABASE_URL must be an address such as postgres://'],
    [['start'], { DATABASE_URL: nowhere }, 'DATABASE_URL: no connection to PostgreSQL at 127.0.0.1:'],
    [['worker'], { DATABASE_URL: nowhere }, 'DATABASE_URL: no connection to PostgreSQL at 127.0.0.1:'],
    [['migrate'], { DATABASE_URL: nowhere }, 'DATABASE_URL: no connection to PostgreSQL at 127.0.0.1:'],
    [['start'], { PALAVER_LOG_LEVEL: 'verbose' }, 'PALAVER_LOG_LEVEL must be one of trace, debug, info, '],
    [['start'], { PORT: String(port) }, `PORT: another program listens at 127.0.0.1:${port}`],
  ];
  for (const [args, environment, message] of cases) {
    const refused = await runPalaver(args, {
      DATA_DIR: newDataDir(),
      PALAVER_LOG_LEVEL: 'fatal',
      ...environment,
    });
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^palaver: /);
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toMatch(/ {4}at |hush|node:internal/);
  }
});

test.each(['start', 'worker', 'migrate'])(
  '%s refuses a bad PALAVER_SECRETS_KEY before it creates anything',
  async (command) => {
    const dataDir = newDataDir();
    const refused = await runPalaver([command], {
      DATA_DIR: dataDir,
      PORT: '0',
      PALAVER_SECRETS_KEY: 'hush',
    });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      'palaver: PALAVER_SECRETS_KEY must be 32 random bytes in base64, as `openssl rand -base64 32` makes them; ' +
        'or up to 10 such keys, separated by commas: the first one seals, the others open what was sealed before\n',
    );
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test('--port is the port, whatever PORT and PORT_FILE say', async () => {
  const port = await freePort();
  const { url } = await startPalaver({ PORT_FILE: '/nowhere' }, newDataDir(), ['--port', `${port}`]);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  const refused = await runPalaver(['start', '--port', '65536'], { DATA_DIR: newDataDir() });
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'palaver: PORT must be a whole number from 0 to 65535, not "65536"\n',
  });
});

test('no command takes a mistyped setting', async () => {
  const dataDir = newDataDir();
  const stderr = 'palaver: PALAVER_PLAYGROUD is not a setting of Palaver: did you mean PALAVER_PLAYGROUND?\n';
  for (const args of [['start'], ['worker'], ['migrate'], ['config'], ...READING]) {
    const refused = await runPalaver(args, { PALAVER_PLAYGROUD: '1', DATA_DIR: dataDir });
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '', stderr });
  }
  expect(readdirSync(dataDir)).toEqual([]);
});

test('every command warns of an unknown setting, at any log level', async () => {
  const typo = { PALAVER_OTHER: '1', PALAVER_LOG_LEVEL: 'fatal' };
  const warning = 'PALAVER_OTHER is not a setting of Palaver';
  const { dataDir, stderr, stdout } = await startPalaver(typo);
  expect(JSON.parse(stderr().split('\n', 1)[0] ?? '')).toMatchObject({ level: 40, msg: warning });
  expect(stdout()).toContain(`\n  warning   ${warning}\n`);
  for (const args of [...READING, ['migrate'], ['config'], ['app', 'create', 'shop']]) {
    const done = await runPalaver(args, { ...typo, DATA_DIR: dataDir });
    expect(done, args.join(' ')).toMatchObject({ code: 0, stderr: `warning: ${warning}\n` });
  }
});

test('read-only commands create no database, and name the command that does', async () => {
  const dataDir = newDataDir();
  for (const args of READING) {
    const refused = await runPalaver(args, { DATA_DIR: dataDir });
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`There is no database in ${dataDir} yet: \`palaver start\` creates one`);
    expect(readdirSync(dataDir)).toEqual([]);
  }
});

test('read-only commands do not migrate the schema', async () => {
  const database = await createTestDatabase('template0');
  onTestFinished(database.drop);
  const environment = { DATABASE_URL: urlOf(database.connection), DATA_DIR: newDataDir() };
  const tables = async () =>
    (await database.sql(`select tablename from pg_tables where schemaname !~ '^(pg_|information_)'`)).length;
  for (const args of READING) {
    const refused = await runPalaver(args, environment);
    expect(refused, args.join(' ')).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(
      'has no schema of Palaver yet: `palaver migrate` or `palaver start` creates it',
    );
    expect(await tables()).toBe(0);
  }
  expect((await runPalaver(['migrate'], environment)).code).toBe(0);
  expect(await runPalaver(['app', 'list'], environment)).toMatchObject({ code: 0, stderr: '' });

  await database.sql(`update schema_migrations set name = '0001_foundation' where name = '0001_schema'`);
  const older = await runPalaver(['app', 'list'], environment);
  expect(older).toMatchObject({ code: 1, stdout: '' });
  expect(older.stderr).toContain('lacks 0001_schema: `palaver migrate` brings it up to date');
  // This one it cannot.
  const refused = await runPalaver(['migrate'], environment);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('The database was created by a development version of Palaver');
});

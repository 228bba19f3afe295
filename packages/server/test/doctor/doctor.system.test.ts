import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../src/doctor/finding.ts';
import { freePort } from '../harness/free-port.ts';
import { isNatsMissing, startNats } from '../harness/nats.ts';
import { newDataDir, runPalaver, startPalaver } from '../harness/palaver.ts';
import { createTestDatabase, urlOf } from '../harness/test-database.ts';
import { startTestServer } from '../harness/test-server.ts';

/** The findings of `palaver doctor`, and its exit code. */
async function doctor(environment: Record<string, string>) {
  const { code, stdout, stderr } = await runPalaver(['doctor', '--json'], environment);
  expect(stderr).toBe('');
  const findings = JSON.parse(stdout) as Finding[];
  expect(code).toBe(findings.some(({ state }) => state === 'problem') ? 1 : 0);
  return (part: string) =>
    findings
      .filter((finding) => finding.part === part)
      .map(({ state, text, mend = '' }) => `${state}: ${text} ${mend}`);
}

test('a running server is well, and its doctor leaves nothing behind', async () => {
  const palaver = await startPalaver();
  const place = newDataDir();
  const at = { DATA_DIR: palaver.dataDir, PALAVER_BACKUP_TO: place };
  const before = await doctor(at);
  expect(before('backups')).toEqual([expect.stringContaining('warning: there is no complete one')]);
  expect(await runPalaver(['backup', 'create'], at)).toMatchObject({ code: 0 });

  const { code, stdout } = await runPalaver(['doctor'], at);
  expect(code).toBe(0);
  for (const part of ['settings', 'database', 'clock', 'schema', 'secrets', 'work', 'files', 'backups'])
    expect(stdout).toMatch(new RegExp(`^ok +${part} `, 'm'));
  // (Machines differ in their free space.)
  expect(stdout.replace(/^\S+ +disk .*(\n +→.*)?/m, '')).not.toMatch(/^(warning|problem)/m);
  expect(readdirSync(join(palaver.dataDir, 'objects'))).toEqual([]);
});

test('each fault is reported with the setting that mends it', async () => {
  const port = await freePort();
  const away = `127.0.0.1:${port}`;
  const findings = await doctor({
    DATA_DIR: newDataDir(),
    DATABASE_URL: `postgres://ann@${away}/chat`,
    S3_ENDPOINT: 'http://nowhere.invalid',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    PALAVER_PUBLIC_URL: 'https://chat.invalid',
    PALAVER_SCAN_URL: `tcp://${away}`,
    PALAVER_SMTP_URL: `smtp://${away}`,
    PALAVER_EMAIL_FROM: 'chat@example.com',
    PALAVER_BACKUP_TO: 's3://backups',
    PALAVER_BACKUP_S3_ENDPOINT: `http://${away}`,
  });
  expect(findings('database')).toEqual([expect.stringMatching(/^problem: DATABASE_URL: .*ECONNREFUSED/)]);
  expect(findings('files')).toEqual([expect.stringMatching(/^problem: .*nowhere\.invalid.* S3_/)]);
  expect(findings('addresses')).toEqual([
    expect.stringMatching(/^problem: .*chat\.invalid.*PALAVER_PUBLIC_URL/),
    expect.stringMatching(/^problem: .*nowhere\.invalid.*S3_ENDPOINT/),
  ]);
  expect(findings('virus scan')).toEqual([
    expect.stringMatching(/^problem: .*ECONNREFUSED.*PALAVER_SCAN_URL/),
  ]);
  expect(findings('e-mail')).toEqual([expect.stringMatching(/^problem: .*ECONNREFUSED.*PALAVER_SMTP_URL/)]);
  expect(findings('backups')).toEqual([expect.stringMatching(/^problem: .*ECONNREFUSED.*PALAVER_BACKUP_TO/)]);
});

test('settings that nobody could start with are all told', async () => {
  const findings = await doctor({ PORT: 'x', PALAVER_LOGLEVEL: 'info' });
  expect(findings('settings')).toEqual([
    expect.stringContaining('did you mean PALAVER_LOG_LEVEL?'),
    expect.stringContaining('PORT must be a whole number'),
  ]);
});

test('a missing database is reported, and none is created', async () => {
  const dataDir = join(newDataDir(), 'new');
  const findings = await doctor({ DATA_DIR: dataDir });
  expect(findings('database')).toEqual([expect.stringContaining('warning: there is none in')]);
  expect(findings('disk')).toEqual([expect.stringContaining('warning: there is no folder')]);
  expect(readdirSync(join(dataDir, '..'))).toEqual([]);
});

test('what is in the database is examined, too', async () => {
  const server = await startTestServer();
  onTestFinished(server.close);
  const { database } = server;
  await server.ok('POST', '/webhook/v1.0/endpoint', { body: { url: 'https://gone.invalid/hook' } });
  await database.sql(
    `insert into leases select name, 'a server', 1, now() + interval '1 hour', now()
     from unnest(array['events', 'webhooks', 'sweeps']) name on conflict (name) do update set expires_at = excluded.expires_at`,
  );
  await database.sql(`insert into leases values ('notifications', 'a server', 1, '-infinity', now())
    on conflict (name) do update set expires_at = '-infinity'`);
  const settings = { DATABASE_URL: urlOf(database.connection), DATA_DIR: newDataDir() };
  const findings = await doctor(settings);
  expect(findings('secrets')).toEqual([expect.stringContaining('ok: ')]);
  expect(findings('webhooks')).toEqual([expect.stringMatching(/^warning: .*gone\.invalid/)]);
  expect(findings('work')).toEqual([expect.stringMatching(/^problem: .*notifications .*palaver worker/)]);
  expect(findings('nodes')).toEqual([expect.stringContaining('ok: they reach each other by PostgreSQL')]);

  const otherKey = Buffer.alloc(32, 'another').toString('base64');
  const locked = await doctor({
    ...settings,
    PALAVER_SECRETS_KEY: otherKey,
    NATS_URL: `nats://127.0.0.1:${await freePort()}`,
  });
  expect(locked('secrets')).toEqual([expect.stringMatching(/^problem: PALAVER_SECRETS_KEY is another key/)]);
  expect(locked('nodes')).toEqual([expect.stringMatching(/^problem: .*NATS_URL/)]);
});

test('a database without a schema, and one that misses migrations', async () => {
  const empty = await createTestDatabase('template0');
  onTestFinished(empty.drop);
  const settings = { DATABASE_URL: urlOf(empty.connection), DATA_DIR: newDataDir() };
  expect((await doctor(settings))('schema')).toEqual([expect.stringContaining('there is none yet')]);
  const old = await createTestDatabase();
  onTestFinished(old.drop);
  await old.sql(`delete from schema_migrations where name = '0014_branches'`);
  const findings = await doctor({ ...settings, DATABASE_URL: urlOf(old.connection) });
  expect(findings('schema')).toEqual([
    expect.stringMatching(/^warning: it lacks 0014_branches .*palaver migrate/),
  ]);
});

test.skipIf(isNatsMissing)('NATS is reached (needs nats-server)', async () => {
  const nats = await startNats();
  onTestFinished(nats.kill);
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const findings = await doctor({
    DATABASE_URL: urlOf(database.connection),
    DATA_DIR: newDataDir(),
    NATS_URL: `nats://127.0.0.1:${nats.port}`,
  });
  expect(findings('nodes')).toEqual([expect.stringContaining('ok: they reach each other by NATS')]);
});

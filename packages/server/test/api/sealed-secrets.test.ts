// @module-tag database
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppId, TenantId } from '@palaver/protocol/ids';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/server/verify-webhook.ts';
import { openInProcessBus } from '../../src/bus/in-process.ts';
import { PublishingDatabase } from '../../src/bus/publishing-database.ts';
import { ConfigError } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openSecrets, SecretsKeyError } from '../../src/domain/operations/secrets/open-secrets.ts';
import { TokenAuthenticator } from '../../src/domain/operations/tokens/authenticate-token.ts';
import { addToOutbox } from '../../src/domain/records/outbox.ts';
import { findPushCredentials, findVapidKeys } from '../../src/domain/records/push-credentials.ts';
import { findCurrentKey } from '../../src/domain/records/signing-keys.ts';
import { createLog } from '../../src/platform/log.ts';
import { BOTS, ENDPOINTS, providerUrl } from '../harness/api.ts';
import { ME } from '../harness/client-api.ts';
import { APPLE_KEY, PUSH_KEYS, SERVICE_ACCOUNT, vapidKeys } from '../harness/push-keys.ts';
import { ALLOW_LOOPBACK, type Receiver, startReceiver } from '../harness/receiver.ts';
import { scratchFolder } from '../harness/scratch.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { startTestServer, type TestServer } from '../harness/test-server.ts';
import { until } from '../harness/until.ts';

/** Signing keys, secrets of webhooks and keys of notification providers are stored encrypted, with a key that is not in the database. */

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  return () => receiver.close();
});

const newKey = () => randomBytes(32).toString('base64');

/** A database that outlives the servers that work on it. */
async function keptDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return { ...database, drop: async () => {} };
}

async function serverOn(database: TestDatabase, secretsKey: string): Promise<TestServer> {
  const environment = { ...ALLOW_LOOPBACK, PALAVER_SECRETS_KEY: secretsKey };
  return startTestServer(environment, Promise.resolve(database));
}

/** Opens the secrets as a server start does, without serving. */
async function open(
  database: TestDatabase,
  secretsKey: string,
  dataDir = newFolder(),
): Promise<PublishingDatabase> {
  const log = createLog('fatal');
  const db = new PublishingDatabase(database.connection, { poolSize: 2, log, bus: openInProcessBus(log) });
  onTestFinished(() => db.close());
  await openSecrets(db, loadConfig({ PALAVER_SECRETS_KEY: secretsKey, DATA_DIR: dataDir }).config);
  return db;
}

function newFolder(): string {
  const folder = scratchFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** All rows of all tables, as text. */
async function dump({ sql }: TestDatabase): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const all = await Promise.all(
    tables.map(({ name }) => sql(`select to_jsonb(t)::text as row from ${name} t`)),
  );
  return all
    .flat()
    .map(({ row }) => String(row))
    .join('\n');
}

/** A secret in every encoding that a column might have. */
const formsOf = (bytes: Buffer) => [
  bytes.toString('base64'),
  bytes.toString('base64url'),
  bytes.toString('hex'),
  Buffer.from(bytes.toString('base64')).toString('hex'),
];

test('neither a signing key nor a secret of a webhook is in the database', async () => {
  const server = await serverOn(await keptDatabase(), newKey());
  onTestFinished(() => server.close());
  await server.users(1);
  await server.token('user1');
  const { webhook_secret: first, id } = await server.ok('POST', ENDPOINTS, {
    body: { url: 'https://a.example' },
  });
  const { webhook_secret: second } = await server.ok('POST', `${ENDPOINTS}/${id}/rotate-secret`);
  const { webhook_secret: third } = await server.ok('POST', BOTS, {
    body: { bot_id: 'b', display_name: 'b' },
  });
  const { webhook_secret: fourth } = await server.ok('POST', '/bot/v1.0/bot/b/rotate-secret');
  const signing = (await findCurrentKey(server.db, 'test' as AppId))?.secret ?? Buffer.alloc(0);
  expect(signing).toHaveLength(32);
  const text = await dump(server.database);
  expect(text).toContain('sealed.v1.');
  expect(text).not.toContain('whsec_');
  const shown = [first, second, third, fourth].map((secret) =>
    Buffer.from(secret.replace('whsec_', ''), 'base64'),
  );
  for (const form of [signing, ...shown].flatMap(formsOf)) expect(text).not.toContain(form);
});

test('no private key of a notification provider is in the database', async () => {
  const server = await serverOn(await keptDatabase(), newKey());
  onTestFinished(() => server.close());
  const { vapid, firebase, apple } = PUSH_KEYS;
  for (const tenant of ['', 'north']) {
    const put = (provider: string, body: object) =>
      server.ok('PUT', providerUrl(provider), { body, ...(tenant === '' ? {} : { tenant }) });
    await put('web_push', vapid);
    await put('web_push', vapidKeys());
    await put('fcm', { service_account: SERVICE_ACCOUNT });
    await put('apns', APPLE_KEY);
  }
  const text = await dump(server.database);
  expect(text).toContain(vapid.public_key);
  expect(text).not.toContain('PRIVATE KEY');
  const secrets = [
    vapid.private_key,
    ...[firebase, apple].map((pem) => pem.replaceAll(/-+[A-Z ]+-+|\n/g, '')),
  ];
  for (const secret of secrets)
    for (const form of formsOf(Buffer.from(secret, 'base64'))) expect(text).not.toContain(form);
  for (const line of [firebase, apple]
    .flatMap((pem) => pem.split('\n'))
    .filter((line) => /^\w{20}/.test(line)))
    expect(text).not.toContain(line);
});

test('keys of notification providers are resealed with a new key, and those in plain text are sealed', async () => {
  const database = await keptDatabase();
  const [old, young] = [newKey(), newKey()];
  const server = await serverOn(database, old);
  const { public_key: publicKey, private_key: privateKey } = PUSH_KEYS.vapid;
  await server.ok('PUT', providerUrl('web_push'), { body: PUSH_KEYS.vapid });
  await server.ok('PUT', providerUrl('web_push'), { body: vapidKeys() });
  await server.close();
  await database.sql(`insert into push_credentials (app_id, tenant_id, provider, settings, secret)
    select 'test', 'tenant ' || n, 'apns', '{}', 'plain key' from generate_series(1, 501) n`);
  const space = (tenant: string) => ({ appId: 'test' as AppId, tenantId: tenant as TenantId });
  for (const keys of [`${young},${old}`, young]) {
    const db = await open(database, keys);
    expect(await findVapidKeys(db, space(''), publicKey)).toMatchObject({ privateKey });
    expect(await findPushCredentials(db, space('tenant 501'), 'apns')).toMatchObject({
      privateKey: 'plain key',
    });
    expect(await dump(database)).not.toContain('plain key');
  }
  const copy = `update push_credentials set secret = (select secret from push_credentials where tenant_id = 'tenant 1')
    where tenant_id = 'tenant 2'`;
  await database.sql(copy);
  const copied = findPushCredentials(await open(database, young), space('tenant 2'), 'apns');
  await expect(copied).rejects.toThrow('push_credentials.secret of ');
});

test('a sealed secret copied to another row cannot be opened', async () => {
  const server = await serverOn(await keptDatabase(), newKey());
  onTestFinished(() => server.close());
  await server.users(1);
  const token = await server.token('user1');
  await server.database.sql(
    `insert into applications (id, name) values ('other', '');
     insert into signing_keys (id, app_id, algorithm, secret) select 'copied', 'other', algorithm, secret from signing_keys`,
  );
  await expect(findCurrentKey(server.db, 'other' as AppId)).rejects.toThrow('signing_keys.secret of copied');
  expect((await server.call('GET', ME, { token })).body.message_code).toBe('M200');
});

test('without the right key the server does not start, and the message says what to set', async () => {
  const database = await keptDatabase();
  const key = newKey();
  const home = newFolder();
  await open(database, key);
  await expect(open(database, newKey())).rejects.toThrow(SecretsKeyError);
  await expect(open(database, newKey())).rejects.toThrow(/^PALAVER_SECRETS_KEY is another key\./);
  await expect(open(database, '', home)).rejects.toThrow(`${home}/secrets-key is missing.`);
  // No new key was created.
  expect(() => statSync(join(home, 'secrets-key'))).toThrow('ENOENT');
  writeFileSync(join(home, 'secrets-key'), newKey());
  await expect(open(database, '', home)).rejects.toThrow(`${home}/secrets-key is another key.`);
  writeFileSync(join(home, 'secrets-key'), key);
  await open(database, '', home);
  await open(database, key);
});

test('the first start creates the key, readable by its owner only; concurrent starts share it', async () => {
  const database = await keptDatabase();
  const dataDir = newFolder();
  const opened = await Promise.all([1, 2, 3, 4].map(() => open(database, '', dataDir)));
  expect(new Set(opened.map(({ vault }) => vault.prefix)).size).toBe(1);
  const file = join(dataDir, 'secrets-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')).toHaveLength(32);
  expect((await open(database, '', dataDir)).vault.prefix).toBe(opened[0]?.vault.prefix);
});

test('of several nodes that start first with different keys, one wins and the others are refused', async () => {
  const database = await keptDatabase();
  const opened = await Promise.allSettled([1, 2, 3].map(() => open(database, newKey())));
  expect(opened.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
});

test('an invalid key is refused', async () => {
  const database = await keptDatabase();
  const bad = {
    '31 bytes': randomBytes(31).toString('base64'),
    '33 bytes': randomBytes(33).toString('base64'),
    'no base64': '!'.repeat(44),
    base64url: `${'_'.repeat(42)}8=`,
    'an empty one behind it': `${newKey()},`,
    'eleven of them': Array.from({ length: 11 }, newKey).join(','),
  };
  for (const [what, key] of Object.entries(bad)) {
    await expect(open(database, key), what).rejects.toThrow(ConfigError);
    await expect(open(database, key), what).rejects.toThrow(
      /^PALAVER_SECRETS_KEY must be 32 random bytes in base64/,
    );
  }
});

test('ten keys are accepted, with spaces and a line break', async () => {
  const keys = Array.from({ length: 10 }, newKey);
  await open(await keptDatabase(), `${keys.join(', ')}\n`);
});

test('plain-text secrets are sealed by the next start, once, even by concurrent starts', async () => {
  const database = await keptDatabase();
  const signing = randomBytes(32);
  await database.sql(`insert into applications (id, name) values ('old', '')`);
  await database.sql(
    `insert into signing_keys (id, app_id, algorithm, secret) values ('k', 'old', 'HS256', $1)`,
    [signing],
  );
  await database.sql(`insert into webhooks (app_id, tenant_id, url, secret, previous_secret)
    select 'old', '', 'https://a.example', 'whsec_present', case when n > 1 then 'whsec_former' end
    from generate_series(1, 601) n`);
  const key = newKey();
  const [db] = await Promise.all([open(database, key), open(database, key)]);
  expect((await findCurrentKey(db, 'old' as AppId))?.secret).toEqual(signing);
  const text = await dump(database);
  expect(text).not.toContain('whsec_');
  for (const form of formsOf(signing)) expect(text).not.toContain(form);
  expect(text.match(/sealed\.v1\./g)).toHaveLength(601 + 600 + 1);
  await open(database, key);
  expect(await dump(database)).toBe(text);
});

test('a new key takes over: tokens and signatures stay valid, and the old key can be removed', async () => {
  const database = await keptDatabase();
  const [old, young] = [newKey(), newKey()];
  const first = await serverOn(database, old);
  const types = { event_types: ['user.updated'] };
  await first.users(1);
  const token = await first.token('user1');
  const { webhook_secret: secret } = await first.ok('POST', ENDPOINTS, {
    body: { url: `${receiver.url}/hook`, ...types },
  });
  await first.close();

  for (const keys of [`${young},${old}`, young]) {
    const server = await serverOn(database, keys);
    expect(await new TokenAuthenticator(server.db).authenticate(token)).toMatchObject({ userId: 'user1' });
    receiver.received.length = 0;
    const stopWebhooks = server.runWebhooks();
    const space = { appId: 'test' as AppId, tenantId: '' as TenantId };
    await server.db.transaction((tx) => addToOutbox(tx, space, [{ type: 'user.updated', data: {} }]));
    const call = await until(async () => receiver.of('/hook')[0]);
    expect(await verifyWebhook(call.body, call.headers, secret)).toMatchObject({ type: 'user.updated' });
    await stopWebhooks();
    await server.close();
  }
  await expect(open(database, old)).rejects.toThrow(SecretsKeyError);
});

import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ADVANCED_SETTINGS, BASIC_SETTINGS, SETTINGS } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load.ts';
import { listen } from '../../src/http/listen.ts';
import { listenForMetrics } from '../../src/http/metrics-listener.ts';
import { createLog } from '../../src/platform/log.ts';
import { Metrics } from '../../src/platform/metrics.ts';
import { openDatabaseForCommand } from '../../src/storage/open-database.ts';
import { freePort } from '../harness/free-port.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../harness/test-database.ts';

/** Errors about settings name the setting, what was tried, and what to do. */

function refusalOf(environment: Record<string, string>): Error {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('the settings were taken');
}

const HTTP_SETTINGS = { host: 'HOST', port: 'PORT' };

describe('unknown settings', () => {
  test.each([
    ['PALAVER_PLAYGROUD', 'PALAVER_PLAYGROUND'],
    ['PALAVER_PLAYGRUOND', 'PALAVER_PLAYGROUND'],
    ['PALAVER_LOGLEVEL', 'PALAVER_LOG_LEVEL'],
    ['PALAVER_Log_Level', 'PALAVER_LOG_LEVEL'],
    ['PALAVER_PUBLIC_URL_FIEL', 'PALAVER_PUBLIC_URL_FILE'],
    ['PALAVER_PUBLC_URL_FILE', 'PALAVER_PUBLIC_URL_FILE'],
    ['PALAVER_PORT', 'PORT'],
    ['PALAVER_DATABASE_URL', 'DATABASE_URL'],
    ['PALAVER_DATABASE_URL_FILE', 'DATABASE_URL_FILE'],
  ])('%s: did you mean %s?', (name, meant) => {
    const refusal = `${name} is not a setting of Palaver: did you mean ${meant}?`;
    expect(refusalOf({ [name]: '1' }).message).toBe(refusal);
  });

  test('the variables of a service in Kubernetes are no mistakes, other variables in a pod are', () => {
    const ofService = {
      PALAVER_SERVICE_HOST: '10.0.0.1',
      PALAVER_SERVICE_PORT: '80',
      PALAVER_SERVICE_PORT_HTTP: '80',
      PALAVER_PORT: 'tcp://10.0.0.1:80',
      PALAVER_PORT_80_TCP: 'tcp://10.0.0.1:80',
      PALAVER_PORT_80_TCP_ADDR: '10.0.0.1',
    };
    expect(loadConfig(ofService).warnings).toEqual([]);
    expect(refusalOf({ ...ofService, PALAVER_DATABASE_URL: '1' }).message).toContain('did you mean');
  });

  test.each(['PALAVER_TYPO', 'PALAVER_', `PALAVER_${'X'.repeat(100_000)}`])(
    'a name similar to no setting gets no suggestion: %.20s',
    (name) => {
      expect(loadConfig({ [name]: '1' }).warnings).toEqual([`${name} is not a setting of Palaver`]);
    },
  );
});

const NO_RANGES = ['proxy', '127.0.0.1/33', '10.0.0', '10.0.0/8', '127.0.0.1;10.0.0.1'];

describe('a setting with a format', () => {
  test.each([
    [
      'HOST',
      'an address or a name of this machine such as 127.0.0.1',
      ['http://127.0.0.1', '[::1]', 'localhost:7700'],
    ],
    [
      'PALAVER_LOG_LEVEL',
      'one of trace, debug, info, warn, error, fatal, silent',
      ['verbose', 'INFO', 'warning', '30'],
    ],
    [
      'PALAVER_CORS_ORIGINS',
      'origins as browsers write them, such as https://app.example.com, separated by commas; or *',
      [
        'app.example.com',
        'https://app.example.com/',
        'https://App.example.com',
        'https://app.example.com:443',
        'https://*.example.com',
        'https://app.example.com https://b.example',
        'https://app.example.com, b.example',
      ],
    ],
    [
      'PALAVER_METRICS_ADDRESS',
      'host:port, such as 127.0.0.1:9090',
      ['9090', 'localhost', ':9090', '127.0.0.1:', '127.0.0.1:port', '127.0.0.1:65536', '127.0.0.1:123456'],
    ],
    [
      'PALAVER_PUBLIC_URL',
      'an address such as https://chat.example.com',
      [
        'chat.example.com',
        'localhost:7700',
        'https:chat.example.com',
        'https://ann:hush@chat.example.com',
        'https://chat.example.com?',
      ],
    ],
    [
      'PALAVER_BASE_DOMAIN',
      'a host name such as chat.example.com',
      ['https://chat.example.com', 'chat.example.com:7700', '.chat.example.com', '*.chat.example.com', 'a/b'],
    ],
    ['PALAVER_TRUSTED_PROXIES', 'addresses and ranges such as 127.0.0.1,10.1.0.0/16', NO_RANGES],
    ['PALAVER_WEBHOOK_ALLOW_PRIVATE', 'addresses and ranges such as 127.0.0.1,10.1.0.0/16', NO_RANGES],
    ['PALAVER_WEB_PUSH_ALLOW_PRIVATE', 'addresses and ranges such as 127.0.0.1,10.1.0.0/16', NO_RANGES],
    ['PALAVER_WEBHOOK_SCHEDULE', 'seconds, separated by commas', ['5s', '5,,300', '5;300', '12345678']],
  ])('%s must be %s', (name, form, slips) => {
    for (const slip of slips) {
      const { message } = refusalOf({ [name]: slip });
      expect(message).toContain(`${name} must be ${form}`);
      expect(message).toContain(`not "${slip}"`);
    }
  });

  test.each([
    ['HOST', '::'],
    ['HOST', 'fe80::1%eth0'],
    ['HOST', 'palaver_1.internal'],
    [
      'PALAVER_CORS_ORIGINS',
      ' https://app.example.com:8443 , http://localhost:5173,capacitor://localhost,null',
    ],
    ['PALAVER_METRICS_ADDRESS', '[::1]:0'],
    ['PALAVER_PUBLIC_URL', 'HTTPS://chat.example.com:8443/chat/'],
    ['PALAVER_BASE_DOMAIN', 'Chat.Example.com'],
    ['PALAVER_TRUSTED_PROXIES', ' 10.0.0.0/8 , ::1 ,'],
    ['PALAVER_WEBHOOK_SCHEDULE', '0, 5'],
  ])('%s may be "%s"', (name, text) => {
    expect(loadConfig({ [name]: text }).config).toBeDefined();
  });
});

test('settings arrive as values: switches, lists, durations in milliseconds', () => {
  const { config } = loadConfig({
    PALAVER_WORKER: '0',
    PALAVER_PLAYGROUND: '1',
    PALAVER_CORS_ORIGINS: 'https://app.example.com , http://localhost:5173',
    PALAVER_METRICS_ADDRESS: '[::1]:9090',
    PALAVER_PUBLIC_URL: 'https://chat.example.com/chat//',
    PALAVER_TOKEN_TTL_SECONDS: '60',
    PALAVER_IDEMPOTENCY_TTL_SECONDS: '3600',
    PALAVER_SIGNING_KEY_DAYS: '2',
    PALAVER_WEBHOOK_SCHEDULE: '0, 5,300',
    PALAVER_WEBHOOK_TIMEOUT_MS: '500',
  });
  expect(config).toMatchObject({
    worker: false,
    playground: true,
    corsOrigins: ['https://app.example.com', 'http://localhost:5173'],
    metricsAddress: { host: '::1', port: 9090 },
    publicUrl: 'https://chat.example.com/chat',
    tokenTtlMs: 60_000,
    idempotencyTtlMs: 3_600_000,
    signingKeyMs: 172_800_000,
    webhookRetryDelaysMs: [0, 5_000, 300_000],
    webhookTimeoutMs: 500,
    // Not set: the default, or undefined.
    port: 7700,
    webhookDeadMs: 30 * 86_400_000,
    databaseUrl: undefined,
  });
});

describe('basic settings', () => {
  const names = BASIC_SETTINGS.map(({ name }) => name);

  test('are few enough to be read, and every other setting is advanced', () => {
    expect(names.length).toBeLessThanOrEqual(35);
    const all = [...BASIC_SETTINGS, ...ADVANCED_SETTINGS];
    expect(new Set(all)).toEqual(new Set(Object.values(SETTINGS)));
    expect(all.length).toBe(Object.keys(SETTINGS).length);
  });

  test.each([
    ['PALAVER_SMTP_URL', 'smtp://127.0.0.1', ['PALAVER_EMAIL_FROM', 'PALAVER_PUBLIC_URL']],
    ['S3_BUCKET', 'files', ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  ])('have those beside them without which %s is refused', (name, value, needed) => {
    const { message } = refusalOf({ [name]: value });
    for (const one of needed) expect(message).toContain(one);
    expect(names).toEqual(expect.arrayContaining([name, ...needed]));
  });
});

test.each([
  ['PALAVER_WORKER', '2', 'one of 0, 1'],
  ['PALAVER_WORKER', 'true', 'one of 0, 1'],
  ['PALAVER_PLAYGROUND', 'yes', 'one of 0, 1, auto'],
  ['PALAVER_PLAYGROUND', 'toString', 'one of 0, 1, auto'],
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PALAVER_TOKEN_TTL_SECONDS', '1h', 'a whole number from 1 to 604800'],
  ['PALAVER_WEBHOOK_DEAD_DAYS', '0', 'a whole number from 1 to 3650'],
])('%s cannot be "%s"', (name, text, form) => {
  expect(refusalOf({ [name]: text }).message).toBe(`${name} must be ${form}, not "${text}"`);
});

describe('an empty file', () => {
  const empty = (name: string) => ({ [`${name}_FILE`]: '/dev/null' });

  test.each([
    'HOST',
    'DATA_DIR',
    'PALAVER_CORS_ORIGINS',
    'PALAVER_BASE_DOMAIN',
    'PALAVER_WEBHOOK_SCHEDULE',
    'PORT',
  ])('gives %s no value', (name) => {
    expect(refusalOf(empty(name)).message).toMatch(new RegExp(`^${name} must be .*, not ""$`));
  });

  test.each(['DATABASE_URL', 'PALAVER_PUBLIC_URL', 'PALAVER_TRUSTED_PROXIES'])('leaves %s unset', (name) => {
    expect(loadConfig(empty(name)).config).toEqual(loadConfig({}).config);
  });
});

describe('DATABASE_URL', () => {
  test.each([
    'foo',
    'localhost:5432',
    'mysql://db.example/palaver',
    'postgres:',
    'postgres://',
    '/run/postgresql',
    'postgre://ann:hush@db.example/shop',
  ])('"%s" is refused as a database URL, and not printed, because it may hold a password', (url) => {
    const { message } = refusalOf({ DATABASE_URL: url });
    expect(message).toBe(
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/database',
    );
  });

  const open = (databaseUrl: string) => {
    const { config } = loadConfig({ DATABASE_URL: databaseUrl });
    return openDatabaseForCommand({ config, log: createLog('silent'), holder: 'test' });
  };

  test.each([
    ['DATABASE_DIRECT_URL', 'postgres://ann:hush@db.example/shop'],
    ['NATS_URL', 'nats://nats.example'],
  ])('%s alone is refused, rather than to start the embedded database', async (name, value) => {
    const { config } = loadConfig({ [name]: value });
    const opened = openDatabaseForCommand({ config, log: createLog('silent'), holder: 'test' });
    await expect(opened).rejects.toThrow(`${name} is set without DATABASE_URL`);
  });

  test('that cannot be reached is reported with host and port', async () => {
    const port = await freePort();
    for (const host of ['127.0.0.1', 'localhost']) {
      const opened = open(`postgres://ann:hush@${host}:${port}/shop`);
      await expect(opened).rejects.toThrow(
        `DATABASE_URL: no connection to PostgreSQL at ${host}:${port} (database "shop", user "ann"): connect ECONNREFUSED`,
      );
      await expect(opened).rejects.toThrow('Check that PostgreSQL runs there');
      await expect(opened).rejects.not.toThrow('hush');
    }
    await expect(open('postgres://ann@db.invalid/shop')).rejects.toThrow(
      'no connection to PostgreSQL at db.invalid:5432',
    );
    await expect(open('postgres://ann@localhost/shop?host=/nowhere')).rejects.toThrow(
      'no connection to PostgreSQL at /nowhere/.s.PGSQL.5432',
    );
  });

  test.each([
    'postgres://ann@db.example:port/shop',
    'postgres://ann@db.example/shop?sslrootcert=/nowhere.pem',
  ])('whose file cannot be read is reported: %s', async (url) => {
    await expect(open(url)).rejects.toThrow('DATABASE_URL is invalid: ');
  });

  describe('of a server that refuses the connection', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database.drop());

    test('says whether the database is missing or the credentials are wrong', async () => {
      const url = urlOf(database.connection);
      const missing = new URL(url);
      missing.pathname = '/nowhere';
      await expect(open(missing.href)).rejects.toThrow(
        /DATABASE_URL: .*database "nowhere" does not exist\. Create it/,
      );
      const stranger = new URL(url);
      stranger.username = 'nobody';
      await expect(open(stranger.href)).rejects.toThrow(/DATABASE_URL: .*Check user and password/);
      const { connection } = await open(url);
      expect(connection.connectionString).toBe(url);
    });
  });
});

describe('listen addresses', () => {
  const listening = async (host: string, port: number) => {
    const app = fastify();
    onTestFinished(() => app.close());
    return listen(app, { host, port }, HTTP_SETTINGS);
  };

  test('a taken port is named', async () => {
    const port = await freePort();
    expect(await listening('127.0.0.1', port)).toBe(`http://127.0.0.1:${port}`);
    await expect(listening('127.0.0.1', port)).rejects.toThrow(
      `PORT: another program listens at 127.0.0.1:${port} (EADDRINUSE). Stop it, or set PORT to a free port.`,
    );
    await expect(listenForMetrics({ host: '127.0.0.1', port }, new Metrics())).rejects.toThrow(
      `PALAVER_METRICS_ADDRESS: another program listens at 127.0.0.1:${port} (EADDRINUSE).`,
    );
  });

  test.each(['192.0.2.7', 'nowhere.invalid'])(
    '%s, which is not an address of this machine, is named',
    async (host) => {
      await expect(listening(host, 0)).rejects.toThrow(`HOST: this machine has no address "${host}" (E`);
    },
  );
});

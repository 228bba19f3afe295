import { integer, oneOf, text, textThat } from '../kinds.ts';
import { SECRETS_KEYS } from '../secrets-keys.ts';
import { defineSettings } from '../setting.ts';

const databaseAddress = textThat(
  (given) => /^postgres(ql)?:\/\/([^/?#].*|\/.+)$/.test(given),
  'an address such as postgres://user:password@host:5432/database',
);

/** PostgreSQL, and what is written to it. */
export const DATABASE = defineSettings({
  databaseUrl: {
    name: 'DATABASE_URL',
    basic: true,
    kind: databaseAddress,
    secret: true,
    doc: 'PostgreSQL (15 or later) to use instead of the embedded one: `postgres://user:password@host:5432/database`.',
  },
  databaseDirectUrl: {
    name: 'DATABASE_DIRECT_URL',
    kind: databaseAddress,
    secret: true,
    doc: 'The same database without a connection pooler, if `DATABASE_URL` leads to one that gives each transaction a session (PgBouncer with `pool_mode = transaction`): for `LISTEN`, background jobs, migrations and commands.',
  },
  preparedStatements: {
    name: 'PALAVER_PREPARED_STATEMENTS',
    kind: oneOf('auto', 'off'),
    default: 'auto',
    doc: 'Whether a connection prepares each statement only once. `auto`: unless a connection pooler mixes up the prepared statements of its clients, which the start finds out. `off`: never; a node then takes about three quarters of the sends (`npm run bench poolers`).',
  },
  databasePoolSize: {
    name: 'PALAVER_DATABASE_POOL_SIZE',
    kind: integer({ min: 2, max: 1_000 }),
    default: '10',
    doc: 'Maximum number of PostgreSQL connections of one node. Each of several serving threads (`PALAVER_THREADS`) has its part of as many again, but at least 6.',
  },
  postgresUser: {
    name: 'PALAVER_POSTGRES_USER',
    kind: text,
    doc: 'System user that runs the embedded PostgreSQL when Palaver runs as root. Not set: `postgres` if it exists, otherwise `nobody`.',
  },
  secretsKeys: {
    name: 'PALAVER_SECRETS_KEY',
    basic: true,
    kind: SECRETS_KEYS,
    secret: true,
    doc: 'Key that encrypts the secrets in the database: 32 random bytes in base64. All nodes that share a database need the same key. Several keys, separated by commas, for a key rotation (docs/operating.md): the first one encrypts. Not set: the file `secrets-key` in `DATA_DIR`, which the first start creates.',
  },
  sendQueue: {
    name: 'PALAVER_SEND_QUEUE',
    kind: integer({ min: 1, max: 1_000_000 }),
    default: '4096',
    doc: 'Maximum number of queued sends on one node. Beyond it the server refuses sends with M50300.',
  },
  sendLanes: {
    name: 'PALAVER_SEND_LANES',
    kind: integer({ min: 1, max: 64 }),
    default: '1',
    doc: 'Number of batches of sends that one node commits concurrently, each for different threads.',
  },
});

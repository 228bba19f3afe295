import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { DEFAULT_LIMITS, type Limits } from '@palaver/protocol/limits';
import { isListOfRanges } from './platform/address-ranges.ts';
import { slipsBetween } from './platform/slips.ts';
import { isHostName, isOrigin, isWebAddress, parseHostAndPort } from './platform/text-forms.ts';

/**
 * Every setting of Palaver, in one list: its environment variable, default and meaning. This is the only module
 * that reads the environment; `palaver config` and docs/reference/configuration.md show this list.
 */

type Kind = 'text' | 'integer';

interface Form {
  readonly fits: (text: string) => boolean;
  /** As in "must be …". */
  readonly name: string;
}

interface SettingDefinition {
  readonly name: string;
  readonly kind: Kind;
  /** What a text may be; anything, when it is not said. */
  readonly values?: readonly string[];
  /** The same, of a text that has a form. A text that is not set need not have it. */
  readonly form?: Form;
  /** As it would be written in the environment; empty: not set. */
  readonly default: string;
  readonly doc: string;
  readonly secret?: true;
  readonly min?: number;
  readonly max?: number;
}

const define = <const Definitions extends Record<string, SettingDefinition>>(definitions: Definitions) =>
  definitions;

const isListOf = (fits: (text: string) => boolean) => (list: string) =>
  list.split(',').every((text) => fits(text.trim()));

const ADDRESS_RANGES: Form = {
  fits: isListOfRanges,
  name: 'addresses and ranges such as 127.0.0.1,10.1.0.0/16, separated by commas',
};

export const SETTINGS = define({
  port: {
    name: 'PORT',
    kind: 'integer',
    default: '7700',
    min: 0,
    max: 65_535,
    doc: 'TCP port of the HTTP server; 0 picks a free one.',
  },
  host: {
    name: 'HOST',
    kind: 'text',
    default: '127.0.0.1',
    form: {
      fits: (text) => isIP(text) !== 0 || isHostName(text),
      name: 'an address or a name of this machine such as 127.0.0.1, without a scheme and a port',
    },
    doc: 'Address to listen on. `0.0.0.0` or `::` makes the server reachable from other machines.',
  },
  dataDir: {
    name: 'DATA_DIR',
    kind: 'text',
    default: './data',
    doc: 'Folder for all files of Palaver.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    kind: 'text',
    default: '',
    secret: true,
    form: {
      fits: (text) => /^postgres(ql)?:\/\/([^/?#].*|\/.+)$/.test(text),
      name: 'an address such as postgres://user:password@host:5432/database',
    },
    doc: 'PostgreSQL (15 or later) to use instead of the embedded one: `postgres://user:password@host:5432/database`.',
  },
  secretsKey: {
    name: 'PALAVER_SECRETS_KEY',
    kind: 'text',
    default: '',
    secret: true,
    doc: 'Key that encrypts the secrets in the database: 32 random bytes in base64. All nodes that share a database need the same key. Several keys, separated by commas, for a key rotation (docs/operating.md): the first one encrypts. Not set: the file `secrets-key` in `DATA_DIR`, which the first start creates.',
  },
  databasePoolSize: {
    name: 'PALAVER_DATABASE_POOL_SIZE',
    kind: 'integer',
    default: '10',
    min: 2,
    max: 1_000,
    doc: 'Maximum number of PostgreSQL connections of one node.',
  },
  postgresUser: {
    name: 'PALAVER_POSTGRES_USER',
    kind: 'text',
    default: '',
    doc: 'System user that runs the embedded PostgreSQL when Palaver runs as root. Not set: `postgres` if it exists, otherwise `nobody`.',
  },
  baseDomain: {
    name: 'PALAVER_BASE_DOMAIN',
    kind: 'text',
    default: 'localhost',
    form: { fits: isHostName, name: 'a host name such as chat.example.com, without a scheme and a port' },
    doc: 'Base domain of application host names. For the host name `<app id>.<base domain>`, the API key must belong to that application.',
  },
  logLevel: {
    name: 'PALAVER_LOG_LEVEL',
    kind: 'text',
    default: 'info',
    values: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    doc: 'Log level: `trace`, `debug` (a line for each request), `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  metricsAddress: {
    name: 'PALAVER_METRICS_ADDRESS',
    kind: 'text',
    default: '',
    form: {
      fits: (text) => parseHostAndPort(text) !== undefined,
      name: 'host:port, such as 127.0.0.1:9090',
    },
    doc: '`host:port` of a separate listener for `/metrics`, also for `palaver worker`. Not set: the main port serves `/metrics`, only to loopback and under a loopback name.',
  },
  rateLimitWrites: {
    name: 'PALAVER_RATE_LIMIT_WRITES',
    kind: 'integer',
    default: '0',
    min: 0,
    max: 1_000_000,
    doc: 'Rate limit: writing requests per second, for each API key and node; 0: no limit.',
  },
  rateLimitReads: {
    name: 'PALAVER_RATE_LIMIT_READS',
    kind: 'integer',
    default: '0',
    min: 0,
    max: 1_000_000,
    doc: 'Rate limit: reading requests per second, for each API key and node; 0: no limit.',
  },
  clientRateLimitWrites: {
    name: 'PALAVER_CLIENT_RATE_LIMIT_WRITES',
    kind: 'integer',
    default: '20',
    min: 0,
    max: 1_000_000,
    doc: 'Rate limit: writing requests per second, for each signed-in user and node; 0: no limit.',
  },
  clientRateLimitReads: {
    name: 'PALAVER_CLIENT_RATE_LIMIT_READS',
    kind: 'integer',
    default: '50',
    min: 0,
    max: 1_000_000,
    doc: 'Rate limit: reading requests per second, for each signed-in user and node; 0: no limit.',
  },
  clientConcurrentRequests: {
    name: 'PALAVER_CLIENT_CONCURRENT_REQUESTS',
    kind: 'integer',
    default: '64',
    min: 0,
    max: 1_000_000,
    doc: 'Maximum number of concurrent requests of one signed-in user on one node. A request counts until its whole response is sent. 0: no limit.',
  },
  clientRateLimitMembers: {
    name: 'PALAVER_CLIENT_RATE_LIMIT_MEMBERS',
    kind: 'integer',
    default: '1000',
    min: 0,
    max: 10_000_000,
    doc: 'Rate limit: members that a signed-in user may add to groups (new groups included), plus direct threads that they may open, per minute and node; 0: no limit.',
  },
  anonymousRateLimit: {
    name: 'PALAVER_ANONYMOUS_RATE_LIMIT',
    kind: 'integer',
    default: '200',
    min: 0,
    max: 1_000_000,
    doc: 'Rate limit for clients without a valid key or token: requests per second, for each address (IPv6: each /64) and node. It counts refused requests, and requests for pages, documents and stickers, where each 64 KiB of a response counts as one. Beyond it the response is M42900, and the server closes the connection. Requests with a valid key or token, and for `/health` and `/metrics`, are neither counted nor refused. 0: no limit.',
  },
  maxAnonymousConnections: {
    name: 'PALAVER_MAX_ANONYMOUS_CONNECTIONS',
    kind: 'integer',
    default: '5000',
    min: 1,
    max: 1_000_000,
    doc: 'Maximum number of HTTP and WebSocket connections of one node that have not yet shown a valid key or token. Beyond it the server cuts the oldest.',
  },
  maxAnonymousConnectionsPerAddress: {
    name: 'PALAVER_MAX_ANONYMOUS_CONNECTIONS_PER_ADDRESS',
    kind: 'integer',
    default: '1000',
    min: 1,
    max: 1_000_000,
    doc: 'The same for one address (IPv6: one /64).',
  },
  trustedProxies: {
    name: 'PALAVER_TRUSTED_PROXIES',
    kind: 'text',
    default: '',
    form: ADDRESS_RANGES,
    doc: 'Proxies whose `X-Forwarded-For` the server trusts: addresses and ranges, separated by commas, such as `127.0.0.1`, `10.1.0.0/16`. Not set: the client address is that of the connection.',
  },
  tokenTtlSeconds: {
    name: 'PALAVER_TOKEN_TTL_SECONDS',
    kind: 'integer',
    default: '3600',
    min: 1,
    max: 604_800,
    doc: 'Lifetime of a client token.',
  },
  signingKeyDays: {
    name: 'PALAVER_SIGNING_KEY_DAYS',
    kind: 'integer',
    default: '30',
    min: 1,
    max: 3_650,
    doc: 'How long one key signs client tokens before Palaver creates the next one. `palaver signing-key rotate` creates one at once.',
  },
  corsOrigins: {
    name: 'PALAVER_CORS_ORIGINS',
    kind: 'text',
    default: '*',
    form: {
      fits: isListOf((text) => text === '*' || isOrigin(text)),
      name: 'origins as browsers write them, such as https://app.example.com, separated by commas; or *',
    },
    doc: 'CORS origins of web pages that may use the client API and load stickers, separated by commas, such as `https://app.example.com`; `*`: any origin.',
  },
  playground: {
    name: 'PALAVER_PLAYGROUND',
    kind: 'text',
    default: 'auto',
    values: ['0', '1', 'auto'],
    doc: 'Whether the server serves `/playground`, where anyone on this machine with the address that the start prints can chat as any user. `auto`: only if `HOST` is loopback and `DATABASE_URL`, `PALAVER_PUBLIC_URL` and `PALAVER_BASE_DOMAIN` are not set.',
  },
  worker: {
    name: 'PALAVER_WORKER',
    kind: 'integer',
    default: '1',
    min: 0,
    max: 1,
    doc: 'Whether this server also runs background jobs: webhooks, the files of sticker packs, the log entries of mutes and bans that end, the removal of expired idempotency keys and orphaned files. 0: `palaver worker` processes run them.',
  },
  webhookAllowPrivate: {
    name: 'PALAVER_WEBHOOK_ALLOW_PRIVATE',
    kind: 'text',
    default: '',
    form: ADDRESS_RANGES,
    doc: 'Private addresses and ranges that webhooks may call, separated by commas, such as `127.0.0.1`, `10.1.0.0/16`.',
  },
  webhookTimeoutMs: {
    name: 'PALAVER_WEBHOOK_TIMEOUT_MS',
    kind: 'integer',
    default: '15000',
    min: 100,
    max: 60_000,
    doc: 'Timeout of a webhook call, in milliseconds.',
  },
  webhookSchedule: {
    name: 'PALAVER_WEBHOOK_SCHEDULE',
    kind: 'text',
    default: '5,300,1800,7200,18000,36000,50400,72000,86400',
    form: { fits: isListOf((text) => /^[0-9]{1,7}$/.test(text)), name: 'seconds, separated by commas' },
    doc: 'Retry schedule of webhook deliveries: seconds between the attempts, each ±10 %. After the last attempt a delivery is dead.',
  },
  webhookDeliveredDays: {
    name: 'PALAVER_WEBHOOK_DELIVERED_DAYS',
    kind: 'integer',
    default: '3',
    min: 0,
    max: 3_650,
    doc: 'How long, in days, successful deliveries are listed and can be replayed.',
  },
  webhookDeadDays: {
    name: 'PALAVER_WEBHOOK_DEAD_DAYS',
    kind: 'integer',
    default: '30',
    min: 1,
    max: 3_650,
    doc: 'How long, in days, dead deliveries are listed and can be replayed.',
  },
  maxConnections: {
    name: 'PALAVER_MAX_CONNECTIONS',
    kind: 'integer',
    default: '20000',
    min: 1,
    max: 1_000_000,
    doc: 'Maximum number of signed-in realtime connections of one node. Beyond it the server refuses a handshake with M50300. (`PALAVER_MAX_ANONYMOUS_CONNECTIONS` limits the others.)',
  },
  maxUserConnections: {
    name: 'PALAVER_MAX_USER_CONNECTIONS',
    kind: 'integer',
    default: '20',
    min: 1,
    max: 100_000,
    doc: 'Maximum number of realtime connections of one user on one node. The server closes one more with 4429.',
  },
  authenticationTimeoutMs: {
    name: 'PALAVER_AUTHENTICATION_TIMEOUT_MS',
    kind: 'integer',
    default: '10000',
    min: 100,
    max: 3_600_000,
    doc: 'Time for a realtime connection to authenticate. After that the server closes it with 4408.',
  },
  heartbeatMs: {
    name: 'PALAVER_HEARTBEAT_MS',
    kind: 'integer',
    default: '30000',
    min: 1_000,
    max: 3_600_000,
    doc: 'Interval of pings on realtime connections. The server closes a connection that has not answered by the next ping.',
  },
  connectionBacklogBytes: {
    name: 'PALAVER_CONNECTION_BACKLOG_BYTES',
    kind: 'integer',
    default: String(1024 * 1024),
    min: 512 * 1024,
    max: 1024 * 1024 * 1024,
    doc: 'Maximum number of bytes queued in memory for a slow client. Beyond it the server closes the connection with 1013.',
  },
  resumeEntries: {
    name: 'PALAVER_RESUME_ENTRIES',
    kind: 'integer',
    default: '1000',
    min: 1,
    max: 1_000_000,
    doc: 'Maximum number of missed entries of one thread that the server sends after a reconnect. A client that is further behind gets a `reset` of the thread.',
  },
  bodyBytes: {
    name: 'PALAVER_MAX_BODY_BYTES',
    kind: 'integer',
    default: String(1024 * 1024),
    min: 1024,
    max: 1024 * 1024 * 1024,
    doc: 'Maximum size of a JSON body, in bytes.',
  },
  uploadBytes: {
    name: 'PALAVER_MAX_UPLOAD_BYTES',
    kind: 'integer',
    default: String(100 * 1024 * 1024),
    min: 1024,
    max: 4 * 1024 * 1024 * 1024,
    doc: 'Maximum size of a file upload, in bytes.',
  },
  stickerFiles: {
    name: 'PALAVER_MAX_STICKERS',
    kind: 'integer',
    default: '500',
    min: 1,
    max: 10_000,
    doc: 'Maximum number of stickers in a pack.',
  },
  stickerBytes: {
    name: 'PALAVER_MAX_STICKER_BYTES',
    kind: 'integer',
    default: String(200 * 1024 * 1024),
    min: 1024,
    max: 4 * 1024 * 1024 * 1024,
    doc: 'Maximum size of an unpacked sticker pack, in bytes.',
  },
  publicUrl: {
    name: 'PALAVER_PUBLIC_URL',
    kind: 'text',
    default: '',
    form: {
      fits: isWebAddress,
      name: 'an address such as https://chat.example.com, without a query and a fragment',
    },
    doc: 'Public address of the server, such as `https://chat.example.com`, with which the addresses of files begin. Not set: the address of the request.',
  },
  requestTimeoutMs: {
    name: 'PALAVER_REQUEST_TIMEOUT_MS',
    kind: 'integer',
    default: '30000',
    min: 100,
    max: 3_600_000,
    doc: 'Maximum time for a request to arrive completely, in milliseconds.',
  },
  answerTimeoutMs: {
    name: 'PALAVER_ANSWER_TIMEOUT_MS',
    kind: 'integer',
    default: '30000',
    min: 100,
    max: 3_600_000,
    doc: 'How long a client may read nothing of a response before the server cuts its connection, in milliseconds.',
  },
  drainDelayMs: {
    name: 'PALAVER_DRAIN_DELAY_MS',
    kind: 'integer',
    default: '5000',
    min: 0,
    max: 3_600_000,
    doc: 'How long the server keeps serving after SIGTERM, with `/health/ready` 503, so that load balancers send requests elsewhere before it stops. SIGINT (Ctrl-C) does not wait.',
  },
  drainTimeoutMs: {
    name: 'PALAVER_DRAIN_TIMEOUT_MS',
    kind: 'integer',
    default: '10000',
    min: 0,
    max: 3_600_000,
    doc: 'How long requests in progress may take to finish after SIGTERM.',
  },
  idempotencyTtlSeconds: {
    name: 'PALAVER_IDEMPOTENCY_TTL_SECONDS',
    kind: 'integer',
    default: '86400',
    min: 1,
    max: 31_536_000,
    doc: 'How long the server remembers the success of a request with an `Idempotency-Key`.',
  },
  sendQueue: {
    name: 'PALAVER_SEND_QUEUE',
    kind: 'integer',
    default: '4096',
    min: 1,
    max: 1_000_000,
    doc: 'Maximum number of queued sends on one node. Beyond it the server refuses sends with M50300.',
  },
  sendLanes: {
    name: 'PALAVER_SEND_LANES',
    kind: 'integer',
    default: '1',
    min: 1,
    max: 64,
    doc: 'Number of batches of sends that one node commits concurrently, each for different threads.',
  },
  maxNesting: {
    name: 'PALAVER_MAX_NESTING',
    kind: 'integer',
    default: '32',
    min: 8,
    max: 1_000,
    doc: 'Maximum nesting depth of arrays and objects in a JSON body.',
  },
  nameChars: limit(
    'PALAVER_MAX_NAME_CHARS',
    'nameChars',
    'Maximum length of the name of a thread, user, bot, file or custom kind, in code points.',
  ),
  descriptionChars: limit(
    'PALAVER_MAX_DESCRIPTION_CHARS',
    'descriptionChars',
    'Maximum length of the description of a thread, in code points.',
  ),
  textChars: limit(
    'PALAVER_MAX_TEXT_CHARS',
    'textChars',
    'Maximum length of the text of a message, in code points.',
  ),
  messageBytes: {
    ...limit(
      'PALAVER_MAX_MESSAGE_BYTES',
      'messageBytes',
      'Maximum size of a message in bytes: its text, metadata and notification, as JSON in UTF-8.',
    ),
    // The text that the press of a button posts always fits.
    min: 1024,
    max: 1024 * 1024,
  },
  urlChars: limit('PALAVER_MAX_URL_CHARS', 'urlChars', 'Maximum length of an address, in code points.'),
  metadataBytes: limit(
    'PALAVER_MAX_METADATA_BYTES',
    'metadataBytes',
    'Maximum size of the metadata of a thread or user, in bytes of UTF-8.',
  ),
  buttons: limit('PALAVER_MAX_BUTTONS', 'buttons', 'Maximum number of buttons of a promotion.'),
  memberIds: limit('PALAVER_MAX_MEMBER_IDS', 'memberIds', 'Maximum number of members in one request.'),
});

function limit(name: string, key: keyof Limits, doc: string) {
  return {
    name,
    kind: 'integer',
    default: String(DEFAULT_LIMITS[key]),
    min: 1,
    max: 10_000_000,
    doc,
  } as const;
}

type Settings = typeof SETTINGS;
type ValueOf<K extends Kind> = K extends 'integer' ? number : string;
export type SettingKey = keyof Settings;
export type Config = { readonly [Key in SettingKey]: ValueOf<Settings[Key]['kind']> };

/** The environment cannot be used; the message names every setting at fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface LoadedConfig {
  config: Config;
  /** What is odd, but no reason not to start: unknown `PALAVER_…` variables. */
  warnings: string[];
}

/**
 * Reads the settings. Each may also be given as `<NAME>_FILE`, the path of a file that holds the value. Throws
 * {@link ConfigError}.
 */
export function loadConfig(environment: NodeJS.ProcessEnv): LoadedConfig {
  const problems: string[] = [];
  const entries = Object.entries<SettingDefinition>(SETTINGS).map(([key, setting]) => {
    try {
      return [key, parse(setting, read(setting, environment))] as const;
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return [key, undefined] as const;
    }
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  const config = Object.fromEntries(entries) as unknown as Config;
  return {
    config: { ...config, dataDir: resolve(config.dataDir) },
    warnings: [...unknownNames(environment).map(warningOf), ...(isClearText(config) ? [CLEAR_TEXT] : [])],
  };
}

/** Whether only this machine reaches a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Whether others reach the server, and no setting says that they do by HTTPS. */
function isClearText({ host, publicUrl }: Config): boolean {
  return !isLoopback(host) && !publicUrl.toLowerCase().startsWith('https://');
}

const CLEAR_TEXT =
  'HOST lets other machines in, and Palaver itself speaks clear text: API keys, tokens and messages can be read on the way. ' +
  'Let a proxy end TLS, and set PALAVER_PUBLIC_URL to its https:// address.';

/** The settings as `palaver config` shows them, secrets masked. */
export function describeConfig(
  config: Config,
): { name: string; value: string; default: string; doc: string }[] {
  return Object.entries<SettingDefinition>(SETTINGS).map(([key, setting]) => {
    const value = String(config[key as SettingKey]);
    return {
      name: setting.name,
      value: setting.secret === true && value !== '' ? '********' : value,
      default: setting.default,
      doc: setting.doc,
    };
  });
}

export function limitsOf(config: Config): Limits {
  return Object.fromEntries(
    Object.keys(DEFAULT_LIMITS).map((key) => [key, config[key as keyof Limits]]),
  ) as unknown as Limits;
}

function read({ name, default: fallback }: SettingDefinition, environment: NodeJS.ProcessEnv): string {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (value !== undefined && file !== undefined) {
    throw new ConfigError(`${name} and ${name}_FILE are both set: keep one`);
  }
  if (file !== undefined) {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new ConfigError(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return value === undefined || value === '' ? fallback : value;
}

function parse(
  { name, kind, values, form, secret, min, max }: SettingDefinition,
  text: string,
): string | number {
  if (text !== '' && form?.fits(text) === false)
    throw new ConfigError(`${name} must be ${form.name}${secret === true ? '' : `, not "${text}"`}`);
  if (values?.includes(text) === false)
    throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${text}"`);
  if (kind === 'text') return text;
  const number = /^[0-9]{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number) || number < (min ?? 0) || number > (max ?? Number.MAX_SAFE_INTEGER)) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  }
  return number;
}

const FILE = '_FILE';
const NAMES: ReadonlySet<string> = new Set(
  Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}${FILE}`]),
);

function unknownNames(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !NAMES.has(name));
}

const PREFIX = 'PALAVER_';
/** Slips of the fingers that a name may have to be taken for another one. */
const MOST_SLIPS = 2;
const LONGEST_NAME = 64;

function warningOf(unknown: string): string {
  const meant = nameMeant(unknown.toUpperCase());
  return `${unknown} is not a setting of Palaver${meant === undefined ? '' : `: did you mean ${meant}?`}`;
}

function nameMeant(unknown: string): string | undefined {
  const bare = unknown.slice(PREFIX.length);
  if (NAMES.has(bare)) return bare;
  if (unknown.length > LONGEST_NAME) return undefined;
  const [nearest] = [...NAMES]
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ name, slips: slipsBetween(unknown, name) }))
    .filter(({ slips }) => slips <= MOST_SLIPS)
    .toSorted((one, other) => one.slips - other.slips);
  return nearest?.name;
}

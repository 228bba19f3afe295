import { isIP } from 'node:net';
import { isHostName } from '../../platform/text-forms.ts';
import {
  boolean,
  choice,
  either,
  folder,
  hostAndPort,
  integer,
  milliseconds,
  oneOf,
  textThat,
} from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** The process: where it listens, what it serves, how it stops. */
export const SERVER = defineSettings({
  port: {
    name: 'PORT',
    basic: true,
    kind: integer({ min: 0, max: 65_535 }),
    default: '7700',
    doc: 'TCP port of the HTTP server; 0 picks a free one.',
  },
  host: {
    name: 'HOST',
    basic: true,
    kind: textThat(
      (given) => isIP(given) !== 0 || isHostName(given),
      'an address or a name of this machine such as 127.0.0.1, without a scheme and a port',
    ),
    default: '127.0.0.1',
    doc: 'Address to listen on. `0.0.0.0` or `::` makes the server reachable from other machines.',
  },
  dataDir: {
    name: 'DATA_DIR',
    basic: true,
    kind: folder,
    default: './data',
    doc: 'Folder for all files of Palaver.',
  },
  logLevel: {
    name: 'PALAVER_LOG_LEVEL',
    basic: true,
    kind: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    doc: 'Log level: `trace`, `debug` (a line for each request), `info`, `warn`, `error`, `fatal` or `silent`.',
  },
  logSends: {
    name: 'PALAVER_LOG_SENDS',
    kind: choice({ on: true, off: false }),
    default: 'off',
    doc: 'Whether the audit log has a line for each message that is sent, too. (Metrics and traces count them anyway; refused and failed ones always have a line.)',
  },
  metricsAddress: {
    name: 'PALAVER_METRICS_ADDRESS',
    basic: true,
    kind: hostAndPort,
    doc: '`host:port` of a separate listener for `/metrics`, also for `palaver worker`. Not set: the main port serves `/metrics`, only to loopback and under a loopback name.',
  },
  playground: {
    name: 'PALAVER_PLAYGROUND',
    basic: true,
    kind: choice({ 0: false, 1: true, auto: 'auto' }),
    default: 'auto',
    doc: 'Whether the server serves `/playground`, where anyone on this machine with the address that the start prints can chat as any user. `auto`: only if `HOST` is loopback and `DATABASE_URL`, `PALAVER_PUBLIC_URL` and `PALAVER_BASE_DOMAIN` are not set.',
  },
  demo: {
    name: 'PALAVER_DEMO',
    kind: boolean,
    default: '1',
    doc: 'Whether `palaver start` makes the demo that the playground opens with: a small company in an application of its own, `tour`. It does so only with the embedded database, where it serves the playground. `palaver demo remove` removes the demo.',
  },
  threads: {
    name: 'PALAVER_THREADS',
    basic: true,
    kind: either('auto', integer({ min: 1, max: 32 })),
    default: 'auto',
    doc: 'Number of threads that serve HTTP and WebSocket. With more than one, the main thread only writes messages and runs background jobs, and the system spreads connections over the others (Linux). `auto`: half the cores, at most 8; 1 on a machine with fewer than four cores, or with another system than Linux. Limits for one node are divided among the threads; rate limits, and limits for one user or address on one node, count in each thread.',
  },
  worker: {
    name: 'PALAVER_WORKER',
    kind: boolean,
    default: '1',
    doc: 'Whether this server also runs background jobs: webhooks, the files of sticker packs, the log entries of mutes and bans that end, the removal of expired idempotency keys and orphaned files. 0: `palaver worker` processes run them.',
  },
  drainDelayMs: {
    name: 'PALAVER_DRAIN_DELAY_MS',
    kind: milliseconds({ min: 0, max: 3_600_000 }),
    default: '5000',
    doc: 'How long the server keeps serving after SIGTERM, with `/health/ready` 503, so that load balancers send requests elsewhere before it stops. Realtime connections are closed evenly over this time. SIGINT (Ctrl-C) does not wait.',
  },
  drainTimeoutMs: {
    name: 'PALAVER_DRAIN_TIMEOUT_MS',
    kind: milliseconds({ min: 0, max: 3_600_000 }),
    default: '10000',
    doc: 'How long requests in progress may take to finish after SIGTERM.',
  },
});

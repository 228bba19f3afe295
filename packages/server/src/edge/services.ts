import type { PublishingDatabase } from '../bus/publishing-database.ts';
import type { Config } from '../config/config.ts';
import { KeyAuthenticator } from '../domain/operations/apps/authenticate-key.ts';
import { PullWaits } from '../domain/operations/events/pull-waits.ts';
import { KeyedMutex } from '../domain/operations/idempotency/keyed-mutex.ts';
import type { SendQueue } from '../domain/operations/messages/send-queue.ts';
import { createThreadQueue, type ThreadQueue } from '../domain/operations/threads/thread-queue.ts';
import { TokenAuthenticator } from '../domain/operations/tokens/authenticate-token.ts';
import { Refusal } from '../domain/refusal.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { Temporary } from '../storage/temporary.ts';
import type { WriteProbe } from '../storage/write-probe.ts';
import { ActLog } from './act-log.ts';
import { AnonymousConnections } from './anonymous-connections.ts';
import { ClientAddresses } from './client-address.ts';
import { HeldBytes, heldLimitsOf } from './held-bytes.ts';
import type { HeldCounts } from './held-counts.ts';
import { HttpConnections } from './http-connections.ts';
import { LoadLimit } from './load-limit.ts';
import { createRateLimit, type RateLimit, StrangerLimit } from './rate-limit.ts';
import { SocketRefusals } from './socket-refusals.ts';

/** Services that requests need, over HTTP and WebSocket. */
export interface Services {
  keys: KeyAuthenticator;
  tokens: TokenAuthenticator;
  /** Locks by `client_message_id`: sends in progress. */
  clientMessages: KeyedMutex;
  /** The bound of all requests and realtime commands in progress. */
  load: LoadLimit;
  /** The queue that creates threads. */
  newThreads: ThreadQueue;
  /** Sends that create direct threads, queued fairly by application. */
  newPairs: FairQueue;
  /** Searches of signed-in users: one at a time of each. */
  searches: FairQueue;
  /** Tests of notification providers, queued fairly by application. */
  providerTests: FairQueue;
  /** The requests that wait for events. */
  pullWaits: PullWaits;
  /** Rate limit of signed-in users; HTTP requests and realtime commands count together. */
  limitUser: RateLimit<'reads' | 'writes' | 'files'>;
  addresses: ClientAddresses;
  /** The audit log, for HTTP and WebSocket. */
  acts: ActLog;
  /** Refuses what does not reach the HTTP server. */
  socketRefusals: SocketRefusals;
  anonymous: AnonymousConnections;
  httpConnections: HttpConnections;
  strangers: StrangerLimit;
  /** The budget of memory that clients and back ends may take. */
  held: HeldBytes;
}

/** Each send holds a connection of the pool. */
const NEW_PAIRS = { atOnce: 2, maxWaiting: 1_024 };
/** A search may take a hundred times as long as another request. (How many of a user wait, the limit of their concurrent requests bounds.) */
const SEARCHES = { atOnce: 4, maxWaiting: 512 };
/** A test with an idempotency key holds one as well, until the push service responds. */
const PROVIDER_TESTS = { atOnce: 2, maxWaiting: 100, maxWaitingPerOwner: 25 };

type ServicesParts = Pick<ServerParts, 'db' | 'config' | 'log' | 'metrics'>;

/** `heldCounts`: those of all serving threads; undefined: there is one. */
export function createServices(
  { db, config, log, metrics }: ServicesParts,
  heldCounts: HeldCounts | undefined,
): Services {
  const acts = new ActLog(log, metrics, config);
  const addresses = new ClientAddresses(config.trustedProxies);
  const anonymous = new AnonymousConnections({
    inAll: config.maxAnonymousConnections,
    perAddress: config.maxAnonymousConnectionsPerAddress,
  });
  const { clientHttpConnections: perUser, keepAliveTimeoutMs: knownMs } = config;
  return {
    keys: new KeyAuthenticator(db),
    tokens: new TokenAuthenticator(db),
    clientMessages: new KeyedMutex(),
    load: new LoadLimit(config.maxRequests),
    newThreads: createThreadQueue(db),
    newPairs: new FairQueue({ ...NEW_PAIRS, overloaded: () => new Refusal('M50300') }),
    searches: new FairQueue({ ...SEARCHES, overloaded: () => new Refusal('M50300') }),
    providerTests: new FairQueue({ ...PROVIDER_TESTS, overloaded: () => new Refusal('M50300') }),
    pullWaits: new PullWaits(db, log),
    limitUser: createRateLimit({
      reads: config.clientRateLimitReads,
      writes: config.clientRateLimitWrites,
      files: config.clientRateLimitFiles,
    }),
    acts,
    addresses,
    socketRefusals: new SocketRefusals(acts, addresses),
    anonymous,
    httpConnections: new HttpConnections({ perUser, knownMs }, anonymous),
    strangers: new StrangerLimit(config.anonymousRateLimit),
    held: new HeldBytes(heldLimitsOf(config), heldCounts),
  };
}

/** Everything that the HTTP server is built from. */
export interface ServerParts extends Services {
  config: Config;
  version: string;
  sends: SendQueue;
  /** The secret in the playground's address. */
  playgroundToken: string;
  db: PublishingDatabase;
  objects: Objects;
  temporary: Temporary;
  writes: WriteProbe;
  metrics: Metrics;
  tracer: Tracer;
  log: Log;
  /** What the addresses of files begin with: the setting, or else the address at which this node listens. */
  baseUrl: () => string;
  /** The thread that stores messages does not respond: the process is not healthy. */
  isCutOff: () => boolean;
  /** The server still serves requests, but tells clients and balancers to go elsewhere. */
  isLeaving: () => boolean;
  /** The server refuses new requests and finishes those in progress. */
  isDraining: () => boolean;
}

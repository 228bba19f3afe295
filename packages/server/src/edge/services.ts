import { randomBytes } from 'node:crypto';
import type { ThreadId } from '@palaver/protocol/ids';
import type { PublishingDatabase } from '../bus/publishing-database.ts';
import type { Config } from '../config/config.ts';
import { KeyAuthenticator } from '../domain/operations/apps/authenticate-key.ts';
import { KeyedMutex } from '../domain/operations/idempotency/keyed-mutex.ts';
import { createSendQueue, type SendQueue } from '../domain/operations/messages/send-queue.ts';
import { createThreadQueue, type ThreadQueue } from '../domain/operations/threads/thread-queue.ts';
import { TokenAuthenticator } from '../domain/operations/tokens/authenticate-token.ts';
import { Refusal } from '../domain/refusal.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { Temporary } from '../storage/temporary.ts';
import { ActLog } from './act-log.ts';
import { AnonymousConnections } from './anonymous-connections.ts';
import { ClientAddresses } from './client-address.ts';
import { createRateLimit, type RateLimit, StrangerLimit } from './rate-limit.ts';

/** What requests need, by whatever door they come. */
export interface Services {
  keys: KeyAuthenticator;
  tokens: TokenAuthenticator;
  sends: SendQueue;
  /** Messages with an id of their client that are on their way. */
  clientMessages: KeyedMutex;
  /** Threads to be made. */
  newThreads: ThreadQueue;
  /** Sends that make direct threads, by application. */
  newPairs: FairQueue;
  /** Of signed-in users: what they ask for by HTTP and by their sockets is counted together. */
  limitUser: RateLimit;
  addresses: ClientAddresses;
  /** Who did what, by whatever door. */
  acts: ActLog;
  anonymous: AnonymousConnections;
  strangers: StrangerLimit;
  /** The secret of the playground's address: new at each start, so an address is as short-lived as its server. */
  playgroundToken: string;
}

/** Each holds a connection of the pool. */
const NEW_PAIRS = { atOnce: 2, maxWaiting: 1_024 };

/** `audience`: the threads that somebody on this node listens to. */
export function createServices(
  db: PublishingDatabase,
  config: Config,
  log: Log,
  audience: ReadonlySet<ThreadId>,
): Services {
  return {
    keys: new KeyAuthenticator(db),
    tokens: new TokenAuthenticator(db),
    sends: createSendQueue(db, audience, { lanes: config.sendLanes, maxWaiting: config.sendQueue }),
    clientMessages: new KeyedMutex(),
    newThreads: createThreadQueue(db),
    newPairs: new FairQueue({ ...NEW_PAIRS, overloaded: () => new Refusal('M50300') }),
    limitUser: createRateLimit({ reads: config.clientRateLimitReads, writes: config.clientRateLimitWrites }),
    acts: new ActLog(log),
    addresses: new ClientAddresses(config.trustedProxies),
    anonymous: new AnonymousConnections({
      inAll: config.maxAnonymousConnections,
      perAddress: config.maxAnonymousConnectionsPerAddress,
    }),
    strangers: new StrangerLimit(config.anonymousRateLimit),
    playgroundToken: randomBytes(32).toString('base64url'),
  };
}

/** What the HTTP server is made of. */
export interface ServerParts extends Services {
  config: Config;
  version: string;
  db: PublishingDatabase;
  objects: Objects;
  temporary: Temporary;
  metrics: Metrics;
  log: Log;
  /** Requests are served as ever, but clients are to go elsewhere. */
  isLeaving: () => boolean;
  /** From here on new requests are refused, those in progress are finished. */
  isDraining: () => boolean;
}

import type { Config } from '../config.ts';
import { KeyAuthenticator } from '../domain/apps/authenticate-key.ts';
import { InFlight } from '../domain/idempotency/in-flight.ts';
import { createSendQueue, type SendQueue } from '../domain/messages/send-queue.ts';
import { TokenAuthenticator } from '../domain/tokens/authenticate-token.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Database } from '../storage/database.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { Temporary } from '../storage/temporary.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';

/** What requests need, by whatever door they come. */
export interface Services {
  keys: KeyAuthenticator;
  tokens: TokenAuthenticator;
  sends: SendQueue;
  /** Messages with an id of their client that are on their way. */
  clientMessages: InFlight;
  /** Of signed-in users: what they ask for by HTTP and by their sockets is counted together. */
  limitUser: RateLimit;
}

export function createServices(db: Database, config: Config): Services {
  return {
    keys: new KeyAuthenticator(db),
    tokens: new TokenAuthenticator(db),
    sends: createSendQueue(db, { lanes: config.sendLanes, maxWaiting: config.sendQueue }),
    clientMessages: new InFlight(),
    limitUser: createRateLimit({ reads: config.clientRateLimitReads, writes: config.clientRateLimitWrites }),
  };
}

/** What the HTTP server is made of. */
export interface ServerParts extends Services {
  config: Config;
  version: string;
  db: Database;
  objects: Objects;
  temporary: Temporary;
  metrics: Metrics;
  log: Log;
  /** True from the first moment of a stop on: new requests are refused, those in progress are finished. */
  isDraining: () => boolean;
}

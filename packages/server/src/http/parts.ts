import type { Config } from '../config.ts';
import type { KeyAuthenticator } from '../domain/apps/authenticate-key.ts';
import type { SendQueue } from '../domain/messages/send-queue.ts';
import type { TokenAuthenticator } from '../domain/tokens/authenticate-token.ts';
import type { Log } from '../platform/log.ts';
import type { Database } from '../storage/database.ts';
import type { Objects } from '../storage/objects/objects.ts';
import type { Temporary } from '../storage/temporary.ts';
import type { HttpMetrics } from './metrics.ts';

/** What the HTTP server is made of. */
export interface ServerParts {
  config: Config;
  version: string;
  db: Database;
  keys: KeyAuthenticator;
  tokens: TokenAuthenticator;
  sends: SendQueue;
  objects: Objects;
  temporary: Temporary;
  metrics: HttpMetrics;
  log: Log;
  /** True from the first moment of a stop on: new requests are refused, those in progress are finished. */
  isDraining: () => boolean;
}

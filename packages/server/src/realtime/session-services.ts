import type { FileTicket } from '@palaver/protocol/files';
import type { Authenticated } from '@palaver/protocol/realtime';
import type { Static } from 'typebox';
import type { TokenBearer } from '../domain/operations/tokens/authenticate-token.ts';
import type { LoadLimit } from '../edge/load-limit.ts';
import type { RateLimit } from '../edge/rate-limit.ts';
import type { CommandServices } from './commands.ts';
import type { DeskActivity } from './desk-activity.ts';
import type { Epochs } from './epochs.ts';
import type { FeedServices } from './feed.ts';
import type { RawFrame } from './frames.ts';
import type { OpenThreads } from './open-threads.ts';
import type { Presence } from './presence.ts';
import type { CommandRecords } from './running-command.ts';

/** Services of the node that sessions use, beside their registry. */
export interface NodeServices extends FeedServices, CommandServices, CommandRecords {
  presence: Presence;
  deskActivity: DeskActivity;
  openThreads: OpenThreads;
  epochs: Epochs;
  load: LoadLimit;
  limitUser: RateLimit<'reads' | 'writes'>;
  readFrame: (bytes: Buffer) => RawFrame;
  /** Authenticates a token, on a host that may name an application. Refuses with M40111 and M40112. */
  authenticate: (token: string, host: string) => Promise<{ bearer: TokenBearer; ticket: FileTicket }>;
  heartbeatMs: number;
  /** What the client checks before it sends. */
  limits: Static<typeof Authenticated>['limits'];
}

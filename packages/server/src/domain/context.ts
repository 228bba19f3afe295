import type { AppId, TenantId } from '@palaver/protocol/ids';
import type { Transactor } from '../storage/database.ts';

/** Where users and threads live: an application, or one tenant of it. */
export interface Space {
  readonly appId: AppId;
  /** Empty: the application's own space. */
  readonly tenantId: TenantId;
}

/** What every operation is given: who it works for, and the database. */
export interface Context {
  readonly db: Transactor;
  readonly space: Space;
}

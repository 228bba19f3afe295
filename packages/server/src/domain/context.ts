import type { AppId, TenantId, UserId } from '@palaver/protocol/ids';
import type { Transactor } from '../storage/database.ts';

/** Where users and threads live: an application, or one tenant of it. */
export interface Space {
  readonly appId: AppId;
  /** Empty: the application's own space. */
  readonly tenantId: TenantId;
}

/** The user in whose name a request changes a thread, and what in the request names them. */
export interface ActingUser {
  readonly userId: UserId;
  readonly field: string;
}

/** What every operation is given: who it works for, and the database. */
export interface Context {
  readonly db: Transactor;
  readonly space: Space;
  /** Undefined: the integrator's back end itself, which may do everything. */
  readonly actingUser?: ActingUser | undefined;
}

import type { AppId, ExtUserId, TenantId, UserId } from '@palaver/protocol/ids';
import type { PublishingTransactor } from '../bus/publishing-database.ts';
import type { SpanContext } from '../platform/tracing/span-context.ts';

/** Where users and threads live: an application, or one tenant of it. */
export interface Space {
  readonly appId: AppId;
  /** Empty: the application's own space. */
  readonly tenantId: TenantId;
}

/**
 * The user that a request acts for: signed in with a token, and so known by `extUserId`; or named by the integrator's back
 * end in `field` of its request.
 */
export type ActingUser =
  | { readonly userId: UserId; readonly extUserId: ExtUserId; readonly field?: never }
  | { readonly userId: UserId; readonly extUserId?: never; readonly field: string };

/** The viewer of an operation: a signed-in user, or null for the integrator's back end, which sees everything. */
export function viewerOf({ actingUser }: Pick<Context, 'actingUser'>): ExtUserId | null {
  return actingUser?.extUserId ?? null;
}

/** What every operation gets: the database, the space, and the user that it acts for. */
export interface Context {
  readonly db: PublishingTransactor;
  readonly space: Space;
  /** Undefined for the integrator's back end itself, which may see and do everything. */
  readonly actingUser?: ActingUser | undefined;
  /** The span of the request, if it is traced. */
  readonly trace?: SpanContext | undefined;
  /** Members read no line about the changes of the request. */
  readonly isSilent?: boolean;
}

/** The context of a request that may be silent: only those of the integrator's back end are, also if it acts for a user. */
export function silenced(ctx: Context, silent: boolean | undefined): Context {
  return silent === true && viewerOf(ctx) === null ? { ...ctx, isSilent: true } : ctx;
}

/** The context of a request by a signed-in user. */
export interface SignedInContext extends Context {
  readonly actingUser: Extract<ActingUser, { extUserId: ExtUserId }>;
}

/** The context of an endpoint that only signed-in users reach. */
export function signedIn(ctx: Context): SignedInContext {
  const { actingUser } = ctx;
  if (actingUser?.extUserId === undefined) throw new Error('the caller has not signed in');
  return { ...ctx, actingUser };
}

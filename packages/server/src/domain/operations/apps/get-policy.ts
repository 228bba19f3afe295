import type { Policy } from '@palaver/protocol/policy';
import type { Context } from '../../context.ts';
import { findPolicy } from '../../records/policies.ts';

/** The policy of the application, which holds in all its tenants. */
export async function getPolicy({ db, space }: Context): Promise<Policy> {
  return findPolicy(db, space.appId);
}

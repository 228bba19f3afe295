import type { Policy, UpdatePolicy } from '@palaver/protocol/policy';
import type { Context } from '../../context.ts';
import { changePolicy } from '../../records/policies.ts';

/** Changes the named rules and keeps the others; answers the whole policy. */
export async function updatePolicy({ db, space }: Context, changes: UpdatePolicy): Promise<Policy> {
  return changePolicy(db, space.appId, changes);
}

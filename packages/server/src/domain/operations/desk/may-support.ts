import type { ThreadId } from '@palaver/protocol/ids';
import type { SupportWrite } from '@palaver/protocol/policy';
import type { SignedInContext } from '../../context.ts';
import { isOpenToDesk } from '../../records/desk-access.ts';
import { findPolicy } from '../../records/policies.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Whether the user writes to a thread that they are no member of as a user of the support desk. False: they do not even read it. Refuses
 * with M40306 where the policy does not permit it.
 */
export async function maySupport(
  { db, space, actingUser }: SignedInContext,
  threadId: ThreadId,
): Promise<boolean> {
  const [thread] = await db.query<{ kind: keyof SupportWrite }>(KIND, [
    space.appId,
    space.tenantId,
    threadId,
    actingUser.extUserId,
  ]);
  if (thread === undefined) return false;
  const { kind } = thread;
  const { support } = await findPolicy(db, space.appId);
  if (support.write[kind]) return true;
  const message = `is of a user of the support desk: the policy of the application does not permit this (support.write.${kind})`;
  throw new Refusal('M40306', [{ field: 'Authorization', rule: 'policy', message }]);
}

const KIND = `
  select case when type = 'direct' then 'direct' when num_nonnulls(reference_id, satl_reference_id) > 0 then 'linked' else 'group' end as kind
  from threads t where app_id = $1 and tenant_id = $2 and id = $3 and deleted_at is null and ${isOpenToDesk('t', '$4')}`;

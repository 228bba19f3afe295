import type { DeskUser } from '@palaver/protocol/desk';
import type { Queryable } from '../../../storage/database.ts';
import type { SignedInContext } from '../../context.ts';
import { findDeskUser } from '../../records/desk.ts';
import { Refusal } from '../../refusal.ts';

/** What the desk permits the signed-in user. Refuses with M40306 a user who is not on it. */
export async function accessDesk(db: Queryable, { actingUser }: SignedInContext): Promise<DeskUser> {
  const found = await findDeskUser(db, actingUser.extUserId);
  if (found === undefined) throw notOnDesk('is of a user who is not on the support desk');
  return found;
}

export function notOnDesk(message: string): Refusal {
  return new Refusal('M40306', [{ field: 'Authorization', rule: 'desk', message }]);
}

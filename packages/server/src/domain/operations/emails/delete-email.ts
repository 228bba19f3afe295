import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { removeEmail } from '../../records/user-emails.ts';
import { findActiveUser } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/** Removes the e-mail address of a user. Succeeds also if there is none. Refuses with M40402. */
export async function deleteEmail({ db, space }: Context, userId: UserId): Promise<void> {
  const user = await findActiveUser(db, space, { userId });
  if (user === undefined) throw refusalOf([userNotFound('user_id')]);
  await removeEmail(db, user);
}

import type { UserEmail } from '@palaver/protocol/emails';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { findEmail } from '../../records/user-emails.ts';
import { findActiveUser } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/** The e-mail address of a user, and what became of the latest e-mails. Refuses with M40402. */
export async function getEmail({ db, space }: Context, userId: UserId): Promise<UserEmail> {
  const user = await findActiveUser(db, space, { userId });
  if (user === undefined) throw refusalOf([userNotFound('user_id')]);
  return findEmail(db, user);
}

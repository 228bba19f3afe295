import type { PutEmail, UserEmail } from '@palaver/protocol/emails';
import { canonicalLanguage } from '@palaver/protocol/formats';
import type { UserId } from '@palaver/protocol/ids';
import type { Context } from '../../context.ts';
import { keepStreamOn } from '../../records/event-streams.ts';
import { findEmail, putEmail as putEmailOf } from '../../records/user-emails.ts';
import { findAndLockActiveUser } from '../../records/users.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';

/**
 * Sets the e-mail address of a user. Only the integrator's back end does: if users could, Palaver would send mail to whomever they
 * name. Switches the event stream on, from which notifications are made. Refuses with M40402.
 */
export async function putEmail({ db, space }: Context, userId: UserId, input: PutEmail): Promise<UserEmail> {
  return db.transaction(async (tx) => {
    const user = await findAndLockActiveUser(tx, space, { userId });
    if (user === undefined) throw refusalOf([userNotFound('user_id')]);
    const language = canonicalLanguage(input.language ?? '') ?? '';
    await putEmailOf(tx, space.appId, user, { address: input.address, language });
    await keepStreamOn(tx, space.appId);
    return findEmail(tx, user);
  });
}

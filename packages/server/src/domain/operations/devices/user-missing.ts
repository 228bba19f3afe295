import type { NamedUser } from '../../records/users.ts';
import { Refusal, refusalOf, userNotFound } from '../../refusal.ts';

/** The refusal of a request about the devices of a user who is not active: signed in, or named by the back end. */
export function userMissing(who: NamedUser): Refusal {
  return 'extUserId' in who ? new Refusal('M40111') : refusalOf([userNotFound('user_id')]);
}

import type { Config } from './config.ts';
import type { User } from './sessions.ts';

/** Something to tell Palaver, as it stands in the outbox. */
export type ChatCall =
  | { do: 'put'; user_id: string; profile: { display_name: string; is_guest: boolean } }
  | { do: 'change-id'; from: string; to: string }
  | { do: 'revoke-tokens'; user_id: string };

type Identifiers = Config['identifiers'];

/**
 * Who somebody is in chat. With `same` it is our own id, for guests as for others. With `different` guests have identifiers
 * of their own, as in systems where guests are no rows of the table of users.
 */
export function chatUserId({ id, is_guest }: User, identifiers: Identifiers): string {
  if (identifiers === 'same') return String(id);
  return is_guest ? `guest-${id}` : `user-${id}`;
}

/** The call that makes Palaver's record of a user equal to ours. It contains the name, not the e-mail. */
export function putCall(user: User, identifiers: Identifiers): ChatCall {
  const profile = { display_name: user.full_name, is_guest: user.is_guest };
  return { do: 'put', user_id: chatUserId(user, identifiers), profile };
}

/**
 * The same for a guest who has become a user: where the identifier changes, the history goes along. The guest's chat tokens
 * end in any case, so every valid token was issued to the user.
 */
export function conversionCalls(user: User, identifiers: Identifiers): ChatCall[] {
  const put = putCall(user, identifiers);
  const from = chatUserId({ ...user, is_guest: true }, identifiers);
  const to = chatUserId(user, identifiers);
  const revoke: ChatCall = { do: 'revoke-tokens', user_id: to };
  return from === to ? [put, revoke] : [{ do: 'change-id', from, to }, put, revoke];
}

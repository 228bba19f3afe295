import type { FileTicket } from '@palaver/protocol/files';
import { SignJWT } from 'jose';
import { TICKET_TYPE, type TokenAuthenticator, type TokenBearer } from './authenticate-token.ts';

const DAY_SECONDS = 86_400;

/**
 * Issues a ticket to a user who has signed in: it reads the files that the user may read. It is valid for one to two days. All
 * tickets of a token on one day (UTC) are the same text, so that browsers find in their caches what they have read before. It is
 * as short as possible, because it is a part of addresses; the application follows from the key.
 *
 * A ticket ends with its token's key, and when the user's tokens are revoked. So it takes both from the token: the current ones
 * would let a revoked token, which may still be accepted for some seconds, get a ticket that outlives it.
 */
export async function issueFileTicket(tokens: TokenAuthenticator, bearer: TokenBearer): Promise<FileTicket> {
  const key = await tokens.keyOf(bearer);
  const today = Math.floor(Date.now() / 1000 / DAY_SECONDS);
  const expiresAt = (today + 2) * DAY_SECONDS;
  const ticket = await new SignJWT({
    tenant: bearer.space.tenantId,
    ext_user_id: bearer.extUserId,
    generation: `${bearer.generation}`,
  })
    .setProtectedHeader({ alg: key.algorithm, kid: key.id, typ: TICKET_TYPE })
    .setExpirationTime(expiresAt)
    .sign(key.secret);
  return { ticket, expires_at: expiresAt * 1000 };
}

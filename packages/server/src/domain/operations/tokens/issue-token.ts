import type { UserId } from '@palaver/protocol/ids';
import type { IssuedToken } from '@palaver/protocol/tokens';
import { SignJWT } from 'jose';
import type { Context } from '../../context.ts';
import { findTokenHolder } from '../../records/token-revocations.ts';
import { refusalOf, userNotFound } from '../../refusal.ts';
import { ISSUER } from './authenticate-token.ts';
import { currentSigningKey } from './rotate-signing-key.ts';

export interface TokenPolicy {
  /** Lifetime of a token, in whole seconds because a JWT counts in seconds. */
  ttlMs: number;
  /** How long one signing key is used. */
  keyMs: number;
}

/**
 * Issues a token of a user for the client API: a JWT that names application, tenant and user. Refuses with M40402 if there is
 * no active user with this id.
 */
export async function issueToken(
  { db, space }: Context,
  userId: UserId,
  { ttlMs, keyMs }: TokenPolicy,
): Promise<IssuedToken> {
  const key = await currentSigningKey(db, space.appId, keyMs);
  const holder = await findTokenHolder(db, space, userId);
  if (holder === undefined) throw refusalOf([userNotFound('user_id')]);
  const issuedAt = Math.floor(Date.now() / 1000);
  const expiresAt = issuedAt + ttlMs / 1000;
  const token = await new SignJWT({
    tenant: space.tenantId,
    ext_user_id: holder.ext_user_id,
    generation: holder.generation,
  })
    .setProtectedHeader({ alg: key.algorithm, kid: key.id, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(space.appId)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key.secret);
  return { token, expires_at: expiresAt * 1000 };
}

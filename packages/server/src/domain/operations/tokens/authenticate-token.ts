import { isDecimalId, isIdentifier } from '@palaver/protocol/formats';
import type { AppId, ExtUserId, TenantId, UserId } from '@palaver/protocol/ids';
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { BatchedLookup } from '../../../platform/batched-lookup.ts';
import type { Database } from '../../../storage/database.ts';
import type { Space } from '../../context.ts';
import { findSigningKeys, type SigningKey } from '../../records/signing-keys.ts';
import { Refusal } from '../../refusal.ts';
import { Revocations } from './revocation-poll.ts';

export const ISSUER = 'palaver';

/** The user whom a token signs in. */
export interface TokenBearer {
  space: Space;
  /** As it was when the token was issued; whoever is renamed has no token any more, at most 5 s later. */
  userId: UserId;
  extUserId: ExtUserId;
  expiresAtMs: number;
  /** What signed the token, and how often the user's tokens had been revoked before it. */
  keyId: string;
  generation: bigint;
}

/** A revoked key must stop on every node within 5 s, so nothing is remembered for longer than this. */
const REMEMBERED_MS = 4_000;
const MAX_REMEMBERED = 10_000;
const UNKNOWN = 'unknown';

/**
 * Tells whom a client token signs in. The algorithm is that of the key which the token names: what the token says of it
 * must be the same. Signatures that were found right are remembered; whether the token still counts is asked each time.
 */
export class TokenAuthenticator {
  readonly #keys: LRUCache<string, SigningKey | typeof UNKNOWN>;
  readonly #verified = new LRUCache<string, TokenBearer>({ max: MAX_REMEMBERED });
  readonly #revocations: Revocations;

  constructor(db: Database) {
    this.#revocations = new Revocations(db);
    const keys = new BatchedLookup((ids: readonly string[]) => findSigningKeys(db, ids));
    this.#keys = new LRUCache({
      max: MAX_REMEMBERED,
      ttl: REMEMBERED_MS,
      // Strangers can name any number of keys: one that they push out while it is looked for is found all the same.
      ignoreFetchAbort: true,
      fetchMethod: async (id) => (await keys.find(id)) ?? UNKNOWN,
    });
  }

  /** Refuses with M40111 (not valid, or not any more) and M40112 (expired). */
  async authenticate(token: string): Promise<TokenBearer> {
    const bearer = this.#verified.get(token) ?? (await this.#verify(token));
    if (bearer.expiresAtMs <= Date.now()) throw new Refusal('M40112');
    await this.#accessKey(bearer.keyId);
    if (await this.#revocations.has(bearer.extUserId, bearer.generation)) throw new Refusal('M40111');
    return bearer;
  }

  /**
   * Which of these bearers may stay connected no more: their key was revoked, or all tokens of the user were. As of now
   * or, when this node has just asked, a second ago.
   */
  async findRevoked<T extends { bearer: TokenBearer }>(connections: Iterable<T>): Promise<T[]> {
    await this.#revocations.refresh();
    const byKey = Map.groupBy(connections, ({ bearer }) => bearer.keyId);
    const revoked: T[] = [];
    for (const [keyId, signed] of byKey) {
      const isKeyGone = await this.#accessKey(keyId).then(
        () => false,
        (error: unknown) => {
          if (error instanceof Refusal) return true;
          throw error;
        },
      );
      const isRevoked = ({ bearer: { extUserId, generation } }: T) =>
        isKeyGone || this.#revocations.cuts(extUserId, generation);
      revoked.push(...signed.filter(isRevoked));
    }
    return revoked;
  }

  async #verify(token: string): Promise<TokenBearer> {
    const key = await this.#accessKey(keyIdOf(token));
    const { payload } = await jwtVerify(token, key.secret, {
      algorithms: [key.algorithm],
      typ: 'JWT',
      issuer: ISSUER,
      audience: key.app_id,
      requiredClaims: ['exp', 'iat'],
    }).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? refusalOf(error) : error;
    });
    const verified = { ...readClaims(payload, key.app_id), keyId: key.id };
    this.#verified.set(token, verified);
    return verified;
  }

  async #accessKey(id: string): Promise<SigningKey> {
    const key = this.#keys.get(id) ?? (await this.#keys.fetch(id));
    if (key === undefined || key === UNKNOWN || key.revoked_at !== null) throw new Refusal('M40111');
    return key;
  }
}

/** What the token says of its key: the id, and nothing else of it is heeded. */
function keyIdOf(token: string): string {
  try {
    // Decoders of base64 read over what is not of it, so one token could be spelled in any number of ways.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new Refusal('M40111');
    const { kid } = decodeProtectedHeader(token);
    if (typeof kid === 'string' && /^[0-9A-Za-z]{1,32}$/.test(kid)) return kid;
  } catch {
    // It is no JWT.
  }
  throw new Refusal('M40111');
}

function refusalOf(error: errors.JOSEError): Refusal {
  return new Refusal(error instanceof errors.JWTExpired ? 'M40112' : 'M40111');
}

/** The claims of {@link issueToken}; whoever could sign others has the key. */
function readClaims(payload: JWTPayload, appId: AppId): Omit<TokenBearer, 'keyId'> {
  const { sub, exp, tenant, ext_user_id: extUserId, generation } = payload;
  const isOurs =
    typeof sub === 'string' &&
    isIdentifier(sub) &&
    typeof tenant === 'string' &&
    typeof extUserId === 'string' &&
    isDecimalId(extUserId) &&
    typeof generation === 'string' &&
    /^[0-9]{1,18}$/.test(generation);
  if (!isOurs || exp === undefined) throw new Refusal('M40111');
  return {
    space: { appId, tenantId: tenant as TenantId },
    userId: sub as UserId,
    extUserId: extUserId as ExtUserId,
    generation: BigInt(generation),
    expiresAtMs: exp * 1000,
  };
}

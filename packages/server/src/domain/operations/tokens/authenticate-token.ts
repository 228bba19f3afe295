import { isDecimalId, isIdentifier } from '@palaver/protocol/formats';
import type { ExtUserId, TenantId, UserId } from '@palaver/protocol/ids';
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { BatchedLookup } from '../../../platform/batched-lookup.ts';
import type { Database } from '../../../storage/database.ts';
import type { Space } from '../../context.ts';
import { findSigningKeys, type SigningKey } from '../../records/signing-keys.ts';
import { Refusal } from '../../refusal.ts';
import { Revocations } from './revocation-poll.ts';

export const ISSUER = 'palaver';
/** The header `typ` of a file ticket. That of a token is `JWT`. */
export const TICKET_TYPE = 'ticket';

/** The user whom a ticket for files authenticates. */
export interface TicketBearer {
  space: Space;
  extUserId: ExtUserId;
  expiresAtMs: number;
  /** The signing key. */
  keyId: string;
  /** How often the tokens of the user had been revoked before this one was issued. */
  generation: bigint;
}

/** The user whom a token authenticates. */
export interface TokenBearer extends TicketBearer {
  /** The id at the time of issue. A change of the id revokes the tokens of the user within 5 s. */
  userId: UserId;
}

/** A revoked key must stop working on every node within 5 s, so nothing is cached for longer than this. */
const REMEMBERED_MS = 4_000;
const MAX_REMEMBERED = 10_000;
const UNKNOWN = 'unknown';

/**
 * Authenticates client tokens and file tickets. The key that a token names determines the algorithm, and the token must name the
 * same one. Verified signatures are cached; expiry and revocation are checked each time.
 */
export class TokenAuthenticator {
  readonly #keys: LRUCache<string, SigningKey | typeof UNKNOWN>;
  // (Two caches, so that neither is ever taken for the other.)
  readonly #tokens = new LRUCache<string, TokenBearer>({ max: MAX_REMEMBERED });
  readonly #tickets = new LRUCache<string, TicketBearer>({ max: MAX_REMEMBERED });
  readonly #revocations: Revocations;

  constructor(db: Database) {
    this.#revocations = new Revocations(db);
    const keys = new BatchedLookup((ids: readonly string[]) => findSigningKeys(db, ids));
    this.#keys = new LRUCache({
      max: MAX_REMEMBERED,
      ttl: REMEMBERED_MS,
      // Unauthenticated clients can name any number of keys. A key that they evict during its lookup is still found.
      ignoreFetchAbort: true,
      fetchMethod: async (id) => (await keys.find(id)) ?? UNKNOWN,
    });
  }

  /** Refuses with M40111 (not valid, or no longer) and M40112 (expired). */
  async authenticate(token: string): Promise<TokenBearer> {
    return this.#authenticate(token, this.#tokens, (key) => verifyToken(token, key));
  }

  /** The same for a file ticket. */
  async authenticateTicket(ticket: string): Promise<TicketBearer> {
    return this.#authenticate(ticket, this.#tickets, (key) => verifyTicket(ticket, key));
  }

  /** The key that signed a token which has been authenticated. Refuses with M40111 if it has been revoked. */
  async keyOf({ keyId }: TokenBearer): Promise<SigningKey> {
    return this.#accessKey(keyId);
  }

  /**
   * Returns the connections that must be closed because the signing key or the tokens of the user were revoked. The revocations are
   * those of at most a second ago, or of `now`.
   */
  async findRevoked<T extends { bearer: TokenBearer }>(
    connections: Iterable<T>,
    asOf: 'now' | 'lately' = 'lately',
  ): Promise<T[]> {
    await (asOf === 'now' ? this.#revocations.refreshNow() : this.#revocations.refresh());
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

  async #authenticate<Bearer extends TicketBearer>(
    text: string,
    verified: LRUCache<string, Bearer>,
    verify: (key: SigningKey) => Promise<Bearer>,
  ): Promise<Bearer> {
    let bearer = verified.get(text);
    if (bearer === undefined) {
      bearer = await verify(await this.#accessKey(keyIdOf(text)));
      verified.set(text, bearer);
    }
    if (bearer.expiresAtMs <= Date.now()) throw new Refusal('M40112');
    await this.#accessKey(bearer.keyId);
    if (await this.#revocations.has(bearer.extUserId, bearer.generation)) throw new Refusal('M40111');
    return bearer;
  }

  async #accessKey(id: string): Promise<SigningKey> {
    const key = this.#keys.get(id) ?? (await this.#keys.fetch(id));
    if (key === undefined || key === UNKNOWN || key.revoked_at !== null) throw new Refusal('M40111');
    return key;
  }
}

/** The id of the key that signed the token; nothing else in the header is used. */
function keyIdOf(token: string): string {
  try {
    // base64 decoders skip invalid characters, so one token could be written in many ways.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new Refusal('M40111');
    const { kid } = decodeProtectedHeader(token);
    if (typeof kid === 'string' && /^[0-9A-Za-z]{1,32}$/.test(kid)) return kid;
  } catch {
    // It is not a JWT.
  }
  throw new Refusal('M40111');
}

function refusalOf(error: errors.JOSEError): Refusal {
  return new Refusal(error instanceof errors.JWTExpired ? 'M40112' : 'M40111');
}

/** Reads what {@link issueToken} writes. Other claims could only be signed by someone who has the key. */
async function verifyToken(token: string, key: SigningKey): Promise<TokenBearer> {
  const payload = await verifyJwt(token, key, {
    typ: 'JWT',
    issuer: ISSUER,
    audience: key.app_id,
    requiredClaims: ['exp', 'iat'],
  });
  const { sub } = payload;
  if (typeof sub !== 'string' || !isIdentifier(sub)) throw new Refusal('M40111');
  return { ...readClaims(payload, key), userId: sub as UserId };
}

/** Reads what {@link issueFileTicket} writes. */
async function verifyTicket(ticket: string, key: SigningKey): Promise<TicketBearer> {
  return readClaims(await verifyJwt(ticket, key, { typ: TICKET_TYPE, requiredClaims: ['exp'] }), key);
}

async function verifyJwt(text: string, key: SigningKey, options: JWTVerifyOptions): Promise<JWTPayload> {
  const { payload } = await jwtVerify(text, key.secret, { ...options, algorithms: [key.algorithm] }).catch(
    (error: unknown) => {
      throw error instanceof errors.JOSEError ? refusalOf(error) : error;
    },
  );
  return payload;
}

/** Reads the claims that tokens and tickets have in common. */
function readClaims(payload: JWTPayload, key: SigningKey): TicketBearer {
  const { exp, tenant, ext_user_id: extUserId, generation } = payload;
  const isOurs =
    typeof tenant === 'string' &&
    typeof extUserId === 'string' &&
    isDecimalId(extUserId) &&
    typeof generation === 'string' &&
    /^[0-9]{1,18}$/.test(generation);
  if (!isOurs || exp === undefined) throw new Refusal('M40111');
  return {
    space: { appId: key.app_id, tenantId: tenant as TenantId },
    extUserId: extUserId as ExtUserId,
    generation: BigInt(generation),
    expiresAtMs: exp * 1000,
    keyId: key.id,
  };
}

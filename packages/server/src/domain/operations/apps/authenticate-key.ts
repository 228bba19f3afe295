import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BatchedLookup } from '../../../platform/batched-lookup.ts';
import type { Database } from '../../../storage/database.ts';
import {
  type ApiKey,
  findKeys,
  hashKey,
  hasRightChecksum,
  markKeysUsed,
  publicIdOf,
} from '../../records/api-keys.ts';
import { findAppIds } from '../../records/apps.ts';
import { Refusal } from '../../refusal.ts';

/** A revoked key must stop working on every node within 5 s, so nothing is cached for longer than this. */
const REMEMBERED_MS = 4_000;
const MAX_REMEMBERED = 10_000;
const LAST_USED_INTERVAL_MS = 60_000;
/** Unauthenticated clients can name any number of keys. A key that they evict during its lookup is still found. */
const MEMORY = { max: MAX_REMEMBERED, ttl: REMEMBERED_MS, ignoreFetchAbort: true };

const UNKNOWN = 'unknown';

interface KnownKey {
  key: ApiKey;
  /** The whole key as last verified, so that the next request need not be hashed; never logged. */
  verified: Buffer | undefined;
}

/** Whether this is a key that {@link isOf} has verified. */
function wasVerified(known: KnownKey | undefined, bytes: Buffer): boolean {
  const verified = known?.verified?.length === bytes.length ? known.verified : Buffer.alloc(bytes.length);
  return timingSafeEqual(verified, bytes);
}

/** Whether this is the presented key. Every wrong key takes the same comparisons and the same hash. */
function isOf(known: KnownKey | undefined, presented: string): known is KnownKey {
  const bytes = Buffer.from(presented, 'latin1');
  if (wasVerified(known, bytes)) return true;
  const hash = hashKey(presented);
  const isRight = timingSafeEqual(hash, known?.key.secret_hash ?? Buffer.alloc(hash.length));
  if (known === undefined || !isRight) return false;
  known.verified = bytes;
  return true;
}

/**
 * Finds the API key of a request. Keys and application ids are cached for at most 4 s; concurrent requests for the same one
 * share one query.
 */
export class KeyAuthenticator {
  readonly #db: Database;
  readonly #keys: LRUCache<string, KnownKey | typeof UNKNOWN>;
  readonly #apps: LRUCache<string, 'exists' | typeof UNKNOWN>;
  readonly #lastUseNoted = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: LAST_USED_INTERVAL_MS });

  constructor(db: Database) {
    this.#db = db;
    const keys = new BatchedLookup((publicIds: readonly string[]) => findKeys(db, publicIds));
    this.#keys = new LRUCache({
      ...MEMORY,
      fetchMethod: async (publicId) => {
        const key = await keys.find(publicId);
        const known: KnownKey | undefined = key && { key, verified: undefined };
        return known ?? UNKNOWN;
      },
    });
    const apps = new BatchedLookup((ids: readonly string[]) => findAppIds(db, ids));
    this.#apps = new LRUCache({
      ...MEMORY,
      fetchMethod: async (id) => ((await apps.find(id)) === true ? 'exists' : UNKNOWN),
    });
  }

  /**
   * The record of a presented key. Refuses with M40102 (unknown) or M40103 (revoked, expired); an unknown public
   * id and a wrong secret look alike, also in time.
   */
  async authenticate(presented: string): Promise<ApiKey> {
    const publicId = publicIdOf(presented);
    if (publicId === undefined) throw new Refusal('M40102');
    const { key } = this.#knownKey(publicId, presented) ?? (await this.#findKey(publicId, presented));
    if (key.revoked_at !== null || (key.expires_at !== null && key.expires_at.getTime() <= Date.now())) {
      throw new Refusal('M40103');
    }
    this.#noteUse(key.id);
    return key;
  }

  /** (Most requests have a key that was verified a moment ago. They need no checksum, and no promise.) */
  #knownKey(publicId: string, presented: string): KnownKey | undefined {
    const found = this.#keys.get(publicId);
    const known = found === UNKNOWN ? undefined : found;
    return wasVerified(known, Buffer.from(presented, 'latin1')) ? known : undefined;
  }

  async #findKey(publicId: string, presented: string): Promise<KnownKey> {
    if (!hasRightChecksum(presented)) throw new Refusal('M40102');
    const found = this.#keys.get(publicId) ?? (await this.#keys.fetch(publicId));
    const known = found === undefined || found === UNKNOWN ? undefined : found;
    if (!isOf(known, presented)) throw new Refusal('M40102');
    return known;
  }

  /** Whether an application of this id exists (the host name may name one). */
  async isApp(id: string): Promise<boolean> {
    return (await this.#apps.fetch(id)) === 'exists';
  }

  /** `last_used_at` helps to find unused keys. It is precise to a minute and written in the background. */
  #noteUse(publicId: string): void {
    if (this.#lastUseNoted.has(publicId)) return;
    this.#lastUseNoted.set(publicId, true);
    markKeysUsed(this.#db, [publicId]).catch(() => this.#lastUseNoted.delete(publicId));
  }
}

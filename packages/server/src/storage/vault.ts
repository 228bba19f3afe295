import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = /^sealed\.v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/;

/** A sealed value cannot be opened: its key is missing, it belongs to another place, or it was changed. */
export class UnsealableError extends Error {
  override readonly name = 'UnsealableError';
}

interface Key {
  id: string;
  bytes: Buffer;
}

/**
 * Seals secrets before they are stored (AES-256-GCM), so that the database or a backup reveals none of them. A sealed value
 * is `sealed.v1.<id of the key>.<nonce, ciphertext and tag in base64url>`. It is bound to its place: in another row or table
 * it cannot be opened.
 */
export class Vault {
  #keys: readonly Key[] = [];

  /** Sets the keys: the first one seals, all of them open. Before this call, sealing and opening throw. */
  use(keys: readonly Buffer[]): void {
    this.#keys = keys.map((bytes) => ({ id: idOf(bytes), bytes }));
  }

  /** Whether a key of this id is available. */
  has(id: string): boolean {
    return this.#keys.some((key) => key.id === id);
  }

  seal(place: string, value: string): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('the vault has no key yet');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${prefixOf(key.id)}${sealed.toString('base64url')}`;
  }

  /** Throws {@link UnsealableError}. */
  open(place: string, sealed: string): string {
    const [, id, data = ''] = FORMAT.exec(sealed) ?? [];
    const key = this.#keys.find((one) => one.id === id);
    if (key === undefined) throw new UnsealableError(`${place} is sealed with a key that is not available`);
    const bytes = Buffer.from(data, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (error) {
      throw new UnsealableError(`${place} was changed or moved from another place`, { cause: error });
    }
  }

  /** The prefix of values that are sealed with the first key. */
  get prefix(): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('the vault has no key yet');
    return prefixOf(key.id);
  }

  /** Seals a value with the first key, whether it was sealed with another key or not at all. */
  reseal(place: string, value: string): string {
    return this.seal(place, isSealed(value) ? this.open(place, value) : value);
  }
}

export function isSealed(value: string): boolean {
  return FORMAT.test(value);
}

/** The id of the key with which a value is sealed; undefined if it is not sealed. */
export function keyIdOf(value: string): string | undefined {
  return FORMAT.exec(value)?.[1];
}

const prefixOf = (id: string) => `sealed.v1.${id}.`;

/** An id from which the key cannot be derived. */
function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('palaver: id of this key').digest('hex').slice(0, 16);
}

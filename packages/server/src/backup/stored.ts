import { createHash } from 'node:crypto';
import { type Duplex, pipeline, Readable } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { ConfigError, SETTINGS } from '../config/config.ts';
import type { Setting } from '../config/setting.ts';
import { type Objects, ObjectsUnavailableError } from '../storage/objects/objects.ts';

/** What is stored under a key of the place for backups, as it is there: compressed and encrypted. */
export interface StoredBackupPart {
  /** The size in bytes. */
  bytes: number;
  /** In hex. */
  sha256: string;
}

type Chunks = AsyncIterable<Uint8Array>;

/** How content is stored. */
export interface Form {
  isCompressed: boolean;
  isEncrypted: boolean;
}

/** The content of a backup is missing, was changed, or cannot be decrypted. The message names it. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError';
}

/**
 * Encrypts and decrypts content in the format of age (age-encryption.org/v1), which other programs can read as well. Throws
 * {@link ConfigError} if a key is mistyped, without showing it.
 */
export class Sealing {
  /** In ascending order. */
  readonly recipients: readonly string[];
  readonly #identity: string | undefined;
  readonly #encrypter = new Encrypter();
  readonly #decrypter = new Decrypter();

  constructor({ recipients, identity }: { recipients: readonly string[]; identity: string | undefined }) {
    this.recipients = [...new Set(recipients)].toSorted();
    this.#identity = identity;
    for (const recipient of this.recipients)
      checked(SETTINGS.backupRecipients, () => this.#encrypter.addRecipient(recipient));
    if (identity !== undefined) checked(SETTINGS.backupIdentity, () => this.#decrypter.addIdentity(identity));
  }

  get isEncrypting(): boolean {
    return this.recipients.length > 0;
  }

  /** The public key of the secret key that decrypts. */
  async ownRecipient(): Promise<string | undefined> {
    return this.#identity === undefined ? undefined : identityToRecipient(this.#identity);
  }

  async *encrypt(source: Chunks): AsyncGenerator<Uint8Array> {
    yield* await this.#encrypter.encrypt(ReadableStream.from(source));
  }

  async *decrypt(source: Chunks): AsyncGenerator<Uint8Array> {
    yield* await this.#decrypter.decrypt(ReadableStream.from(source));
  }
}

function checked({ name }: Setting, add: () => void): void {
  try {
    add();
  } catch {
    throw new ConfigError(`${name} is mistyped: the checksum of a key is wrong.`);
  }
}

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** The content is durable when this resolves. The source is closed in any case. */
export async function store(
  place: Objects,
  key: string,
  source: Readable,
  { isCompressed, isEncrypted }: Form,
  sealing: Sealing,
): Promise<StoredBackupPart> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted(chunks: Chunks) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    let chunks: Chunks = source;
    if (isCompressed) chunks = through(chunks, createZstdCompress(LEVEL));
    if (isEncrypted) chunks = sealing.encrypt(chunks);
    await place.put(key, Readable.from(counted(chunks), { objectMode: false }));
  } finally {
    source.destroy();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * The content in clear. Use it only when the stream has ended: until then nobody knows whether it is complete and unchanged. If it
 * is not, the stream fails with {@link DamagedBackupError}, and this rejects with it if nothing is there. `expected` is undefined if
 * nothing says what it should be.
 */
export async function read(
  place: Objects,
  key: string,
  expected: StoredBackupPart | undefined,
  { isCompressed, isEncrypted }: Form,
  sealing: Sealing,
): Promise<Readable> {
  const stored = await readStored(place, key, expected);
  let chunks: Chunks = stored;
  if (isEncrypted) chunks = sealing.decrypt(chunks);
  if (isCompressed) chunks = through(chunks, createZstdDecompress());
  return Readable.from(named(chunks, key, stored), { objectMode: false });
}

/** The bytes as they are stored, checked at the end. */
export async function readStored(
  place: Objects,
  key: string,
  expected: StoredBackupPart | undefined,
): Promise<Readable> {
  const found = await place.get(key);
  if (found === undefined) throw damaged(key, 'it is missing');
  const { content } = found;
  if (expected === undefined) return content;
  return Readable.from(compared(content, key, expected), { objectMode: false });
}

async function* compared(
  chunks: Chunks,
  key: string,
  { bytes, sha256 }: StoredBackupPart,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    count += chunk.length;
    if (count > bytes) break;
    yield chunk;
  }
  if (count !== bytes) throw damaged(key, `it does not have the ${bytes} bytes that were stored`);
  if (hash.digest('hex') !== sha256) throw damaged(key, 'it has changed since it was stored');
}

/** Errors of the libraries do not say what they were reading, and leave it open. */
async function* named(chunks: Chunks, key: string, stored: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof DamagedBackupError || error instanceof ObjectsUnavailableError) throw error;
    throw damaged(key, error instanceof Error ? error.message : String(error), error);
  } finally {
    stored.destroy();
  }
}

function through(chunks: Chunks, transform: Duplex): Chunks {
  // (The reader gets the error; it may come after the last read.)
  transform.on('error', () => {});
  pipeline(chunks, transform, () => {});
  return transform;
}

const damaged = (key: string, why: string, cause?: unknown) =>
  new DamagedBackupError(`${key} in the backup is damaged: ${why}`, { cause });

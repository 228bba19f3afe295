import type { Readable } from 'node:stream';

/**
 * A store for files: sticker packs and other uploads. `folder.ts` keeps them in a folder, `s3.ts` in a bucket;
 * `test/storage/objects-conformance.ts` defines what every store must do.
 *
 * A key is a path of one or more names, such as `sticker-packs/4f1c…/icon.png`. A name consists of a-z, 0-9, `.`, `_` and
 * `-`, and begins with a letter or a digit. A key is that of an object or of a folder, never of both. Content is never changed in
 * place: it is stored whole or not at all.
 *
 * Every method may reject with {@link ObjectsUnavailableError}.
 */
export interface Objects {
  /**
   * Stores the content and replaces what was there. It is durable and visible to others only when this resolves. However long the
   * content is, only a small part of it is in memory. A stream is closed in any case.
   */
  put(key: string, content: Readable | Uint8Array): Promise<void>;
  /** Undefined if there is no such object. The caller must read the content to its end or destroy it; an error may end it. */
  get(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Removes one object, if there is one. */
  remove(key: string): Promise<void>;
  /** Removes everything below a key, if there is anything. */
  removeAll(folder: string): Promise<void>;
  /** The names directly below a key, of objects and folders, unordered, in pages of at most {@link PAGE_NAMES}. */
  list(folder: string): AsyncIterable<string[]>;
  /**
   * When an object was last changed, or, for a folder, the last object directly in it. Undefined if there is neither. (It is not a
   * part of `list`, because S3 has no times of folders.)
   */
  changedAt(key: string): Promise<Date | undefined>;
  /** An address of the content, valid for a time; undefined if the store has no addresses, so the server itself sends the content. */
  linkTo(key: string, options: LinkOptions): string | undefined;
  /** Rejects with `ConfigError` if the store cannot work with these settings. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredObject {
  /** Of the whole object, in bytes. */
  size: number;
  /** The object, or the part of the range that exists. */
  content: Readable;
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface LinkOptions {
  /** The header `Content-Type` of the response. */
  type: string;
  /** Its `Content-Disposition`. */
  disposition: string;
  /** How long the address is valid: at most a week. Caches may keep the response for as long. */
  seconds: number;
}

/** The store cannot be reached, or refuses work now. Nothing was stored. The request can be retried. */
export class ObjectsUnavailableError extends Error {
  override readonly name = 'ObjectsUnavailableError';
  /** The store has no room. */
  readonly isFull: boolean = false;
}

export const PAGE_NAMES = 1_000;

const NAME = /^[a-z0-9][a-z0-9._-]*$/;
const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Whether the text may be a name in a key. Other names belong to others, or to objects that are not yet complete. */
export const isName = (text: string): boolean => NAME.test(text);

/** Throws if the text is not a key. Keys come from our own code, never from a request. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`invalid object key: ${JSON.stringify(key)}`);
  return key;
}

/** Throws if there can be no such range in any object. */
export function checkRange(range: ByteRange | undefined): ByteRange | undefined {
  if (range === undefined) return undefined;
  const { start, end } = range;
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start <= end;
  if (!isRange) throw new RangeError(`invalid range of bytes: ${start} to ${end}`);
  return range;
}

import type { Readable } from 'node:stream';

/**
 * Files that are no rows: sticker packs, and what else is uploaded. One small interface for a folder, and later for
 * any store that speaks S3; `test/storage/objects-conformance.ts` says what every store must do.
 *
 * A key is a path of one or more names, `sticker-packs/4f1c…/icon.png`: each of a-z, 0-9, `.`, `_` and `-`, beginning
 * with a letter or a digit. Content is never changed in place: it is put whole or not at all.
 */
export interface Objects {
  /** Stores the content, in the place of what was there. Durable, and seen by others, only when it resolves. */
  put(key: string, content: Readable | Uint8Array): Promise<void>;
  /** Undefined when there is nothing. The content must be read to its end or destroyed. */
  get(key: string): Promise<StoredObject | undefined>;
  /** Removes everything below a key, if there is anything. */
  removeAll(folder: string): Promise<void>;
  /** The names directly below a key, in no order; each with the time of its last change. */
  list(folder: string): Promise<{ name: string; changedAt: Date }[]>;
}

export interface StoredObject {
  /** In bytes. */
  size: number;
  content: Readable;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Throws when it is no key: keys are made by our own code, never taken from a request. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`not a key of an object: ${JSON.stringify(key)}`);
  return key;
}

import type { Readable } from 'node:stream';

/**
 * A store for files: sticker packs and other uploads. The interface is small, so that a store that speaks S3 can implement it
 * later; `test/storage/objects-conformance.ts` defines what every store must do.
 *
 * A key is a path of one or more names, such as `sticker-packs/4f1c…/icon.png`. A name consists of a-z, 0-9, `.`, `_` and
 * `-`, and begins with a letter or a digit. Content is never changed in place: it is stored whole or not at all.
 */
export interface Objects {
  /** Stores the content and replaces what was there. It is durable and visible to others only when this resolves. */
  put(key: string, content: Readable | Uint8Array): Promise<void>;
  /** Undefined if there is no such object. The caller must read the content to its end or destroy it. */
  get(key: string): Promise<StoredObject | undefined>;
  /** Removes everything below a key, if there is anything. */
  removeAll(folder: string): Promise<void>;
  /** The names directly below a key, unordered, each with the time of its last change. */
  list(folder: string): Promise<{ name: string; changedAt: Date }[]>;
}

export interface StoredObject {
  /** In bytes. */
  size: number;
  content: Readable;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Throws if the text is not a key. Keys come from our own code, never from a request. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`invalid object key: ${JSON.stringify(key)}`);
  return key;
}

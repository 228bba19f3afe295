import type { TSchema } from 'typebox';
import { isRecord } from './values.ts';

/**
 * Defaults of the limits that an operator can change (docs/reference/configuration.md). "Chars" are Unicode code points,
 * "bytes" are bytes of UTF-8.
 */
export const DEFAULT_LIMITS = {
  nameChars: 255,
  descriptionChars: 4_000,
  textChars: 10_000,
  messageBytes: 65_536,
  urlChars: 8_192,
  metadataBytes: 16_384,
  buttons: 100,
  memberIds: 1_000,
};

export type Limits = typeof DEFAULT_LIMITS;

/** Defaults of what a picture may have, to be shown as one. An operator can change them, too. */
export const DEFAULT_PICTURE_LIMITS = {
  /** In pixels. */
  side: 20_000,
  pixels: 120_000_000,
  /** AVIF is decoded as a whole, and takes 20 to 26 bytes of memory for each pixel. */
  avifPixels: 32_000_000,
};

export type PictureLimits = typeof DEFAULT_PICTURE_LIMITS;

/** The keyword that names the limit behind a number in a schema. */
const LIMIT_KEYWORD = 'x-limit';

export function maxChars(limit: keyof Limits) {
  return { maxLength: DEFAULT_LIMITS[limit], [LIMIT_KEYWORD]: limit };
}

export function maxItems(limit: keyof Limits) {
  return { maxItems: DEFAULT_LIMITS[limit], [LIMIT_KEYWORD]: limit };
}

/** `x-max-bytes` is a keyword of our own: JSON Schema counts code points, PostgreSQL's index counts bytes. */
export function maxBytes(limit: keyof Limits) {
  return { 'x-max-bytes': DEFAULT_LIMITS[limit], [LIMIT_KEYWORD]: limit };
}

/** Limits the body of a message as a whole: lists return up to 100 messages, so this limit bounds a page. */
export function maxMessageBytes() {
  return {
    'x-max-message-bytes': DEFAULT_LIMITS.messageBytes,
    [LIMIT_KEYWORD]: 'messageBytes',
    description: 'The byte limit covers text, metadata and notification together, as JSON in UTF-8.',
  };
}

/**
 * Replaces the default limits of a schema with the operator's. The server validates with the returned JSON Schema, and its
 * OpenAPI document shows the same one.
 */
export function applyLimits(schema: TSchema, limits: Limits): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema), (_key, node: unknown) => {
    if (!isRecord(node) || !(LIMIT_KEYWORD in node)) return node;
    const { [LIMIT_KEYWORD]: name, ...rest } = node;
    const keyword = ['maxLength', 'maxItems', 'x-max-bytes', 'x-max-message-bytes'].find(
      (candidate) => candidate in rest,
    );
    return keyword === undefined ? rest : { ...rest, [keyword]: limits[name as keyof Limits] };
  }) as Record<string, unknown>;
}

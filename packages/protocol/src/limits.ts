import type { TSchema } from 'typebox';
import { isRecord } from './values.ts';

/**
 * The limits beyond the contract's own, with their defaults. An operator may change each of them
 * (docs/reference/configuration.md). "Chars" are Unicode code points, "bytes" are bytes of UTF-8.
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

/** The keyword by which a schema says which of the limits its number comes from. */
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

/**
 * The same of the body of a message: its text, metadata and notification together, each as JSON. Messages are read by the
 * hundred, so that it is this that bounds what one look takes.
 */
export function maxMessageBytes() {
  return {
    'x-max-message-bytes': DEFAULT_LIMITS.messageBytes,
    [LIMIT_KEYWORD]: 'messageBytes',
    description: 'The byte limit covers text, metadata and notification together, as JSON in UTF-8.',
  };
}

/**
 * The schema with the operator's limits in the place of the defaults, as plain JSON Schema: what the server
 * validates with and what its OpenAPI document shows are this one value.
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

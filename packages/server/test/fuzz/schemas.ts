import { applyLimits, DEFAULT_LIMITS } from '@palaver/protocol/limits';
import { isRecord } from '@palaver/protocol/values';
import Type, { type TSchema } from 'typebox';
import type { Route } from '../../src/http/routes.ts';

/** Plain JSON Schema, as used by the server's validation. */
export type Schema = Record<string, unknown>;

/** The schemas of a route's request parts. */
export function schemasOf({ endpoint }: Route): { params: Schema; query: Schema; body: Schema | undefined } {
  const plain = (schema: TSchema = Type.Object({})) => applyLimits(schema, DEFAULT_LIMITS);
  return {
    params: plain(endpoint.params),
    query: plain(endpoint.query),
    body: endpoint.body === undefined ? undefined : plain(endpoint.body),
  };
}

export function propertiesOf(schema: Schema): [name: string, schema: Schema][] {
  return Object.entries(isRecord(schema.properties) ? (schema.properties as Record<string, Schema>) : {});
}

/** Expands a schema with choices into one schema per alternative. */
export function variants(schema: Schema): Schema[] {
  if (Array.isArray(schema.oneOf)) return schema.oneOf as Schema[];
  if (isRecord(schema.items)) return variants(schema.items).map((items) => ({ ...schema, items }));
  for (const [name, property] of propertiesOf(schema)) {
    const alternatives = variants(property);
    if (alternatives.length < 2) continue;
    return alternatives.map((chosen) => ({
      ...schema,
      properties: { ...(schema.properties as object), [name]: chosen },
    }));
  }
  return [schema];
}

export type Path = readonly (string | number)[];

/** A place in a value and its schema. */
export interface Place {
  path: Path;
  schema: Schema;
}

/** Every place in a value of the schema: the whole, each field, the first element of each list. */
export function placesIn(schema: Schema, path: Path = []): Place[] {
  const inside = propertiesOf(schema).flatMap(([name, field]) => placesIn(field, [...path, name]));
  const first = isRecord(schema.items) ? placesIn(schema.items, [...path, 0]) : [];
  return [{ path, schema }, ...inside, ...first];
}

/** Values just inside and just outside the limits of a schema. */
export function aroundLimits({ format, ...schema }: Schema, value: unknown): unknown[] {
  const { maxLength, maxItems, minimum, maximum, 'x-max-bytes': maxBytes } = schema as Record<string, number>;
  const start = /^https?-url$/.test(String(format)) ? 'https://a.example/' : '';
  const [first] = Array.isArray(value) ? (value as unknown[]) : [];
  return [
    ...around(maxLength).map((size) => filled(start, '\u{1f600}', size)),
    ...around(maxBytes).map((size) => filled(start, '\u00e9', size, 2)),
    ...around(maxItems).map((count) => Array.from({ length: count }, () => first)),
    ...around(minimum),
    ...around(maximum),
  ];
}

function around(limit: number | undefined): number[] {
  return limit === undefined ? [] : [limit - 1, limit, limit + 1];
}

/** Text of exactly this size: `start`, then as many characters as fit, each of size `each`. */
function filled(start: string, character: string, size: number, each = 1): string {
  const room = size - start.length;
  return start + character.repeat(Math.floor(room / each)) + 'a'.repeat(room % each);
}

import type { Fault } from '@palaver/protocol/errors';
import { isRecord } from '@palaver/protocol/values';
import type { TSchema } from 'typebox';

/**
 * Query values are text; the schema determines their type. Numbers and booleans have one accepted spelling. Any other value
 * (`1e2`, ` 5 `, `TRUE`, a repeated parameter) stays text or a list, and so fails the schema.
 */
export function readQuery(schema: TSchema, raw: unknown): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const given = isRecord(raw) ? raw : {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => given[name] !== undefined)
      .map(([name, property]) => [
        name,
        readValue(isRecord(property) ? property.type : undefined, given[name]),
      ]),
  );
}

function readValue(type: unknown, value: unknown): unknown {
  if (type === 'integer' && typeof value === 'string' && /^(0|[1-9][0-9]{0,14})$/.test(value)) {
    return Number(value);
  }
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Other servers accept `limit[]=5`; here it is an error instead of being ignored. */
export function bracketFaults(schema: TSchema, raw: unknown): Fault[] {
  const properties = propertiesOf(schema);
  return Object.keys(isRecord(raw) ? raw : {})
    .filter((name) => name.includes('[') && Object.hasOwn(properties, name.slice(0, name.indexOf('['))))
    .map((field) => ({ code: 'M40010', field, rule: 'type', message: 'must be given without brackets' }));
}

function propertiesOf(schema: TSchema): Record<string, unknown> {
  return 'properties' in schema && isRecord(schema.properties) ? schema.properties : {};
}

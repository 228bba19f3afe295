import type { Fault } from '@palaver/protocol/errors';
import { isRecord } from '@palaver/protocol/values';
import type { TSchema } from 'typebox';

/**
 * Query values are text; the schema determines their type. Numbers and booleans have one accepted spelling. Any other value
 * (`1e2`, ` 5 `, `TRUE`, a repeated parameter) stays text or a list, and so fails the schema.
 */
export function readQuery(schema: TSchema, raw: unknown, operationId: string): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const given = isRecord(raw) ? raw : {};
  const isAbsent = (name: string) =>
    given[name] === undefined || (given[name] === '' && ADDED[operationId]?.has(name) === true);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !isAbsent(name))
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

/**
 * The operations of the interface, which ignore parameters that they do not know: programs that were written from the interface may send
 * some. Every other operation refuses them, because a filter that is ignored returns what the caller wanted to leave out.
 */
const OF_INTERFACE: ReadonlySet<string> = new Set([
  'changeUserId',
  'listThreads',
  'getThread',
  'listMembers',
  'sendMessage',
  'createThread',
  'listStickerPacks',
  'createStickerPack',
]);

/**
 * The parameters that these operations have beyond the interface. An empty one counts as absent: to a program that was written from the
 * interface, it has no meaning.
 */
const ADDED: Readonly<Record<string, ReadonlySet<string>>> = {
  changeUserId: new Set(['end_connections']),
  listThreads: new Set(['reference_id', 'satl_reference_id', 'include']),
};

/** Whether an operation takes any query, and ignores what it does not know. */
export function ignoresUnknownParameters(operationId: string): boolean {
  return OF_INTERFACE.has(operationId);
}

/** The faults of the parameters that the schema does not have. Other servers accept `limit[]=5`; here it is always an error. */
export function strayFaults(schema: TSchema, raw: unknown, operationId: string): Fault[] {
  const properties = propertiesOf(schema);
  const isIgnored = ignoresUnknownParameters(operationId);
  // (`?&=` has a parameter without a name.)
  const names = Object.keys(isRecord(raw) ? raw : {}).filter((name) => name !== '');
  return names
    .filter((name) => !Object.hasOwn(properties, name))
    .flatMap((field): Fault[] => {
      if (field.includes('[') && Object.hasOwn(properties, field.slice(0, field.indexOf('['))))
        return [{ code: 'M40010', field, rule: 'type', message: 'must be given without brackets' }];
      return isIgnored
        ? []
        : [{ code: 'M40010', field, rule: 'unknown', message: 'is no parameter of this endpoint' }];
    });
}

function propertiesOf(schema: TSchema): Record<string, unknown> {
  return 'properties' in schema && isRecord(schema.properties) ? schema.properties : {};
}

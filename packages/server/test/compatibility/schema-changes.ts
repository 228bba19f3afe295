import type { Schema } from '../../reference/contract.ts';

/** Whether clients write what a schema describes, as in a request, or read it, as in a response, a frame or a webhook. */
export type Direction = 'written' | 'read';

/** What clients of the schema `before` do not expect of the schema `now`; `place` says where it is. Neither has a `$ref`. */
export function schemaChanges(before: Schema, now: Schema, direction: Direction, place: string): string[] {
  const alternatives = [alternativesOf(before), alternativesOf(now)] as const;
  const areTagged = alternatives.some((all) => all.filter(({ type }) => type === 'object').length > 1);
  const [old, current] = [kindsOf(alternatives[0], areTagged), kindsOf(alternatives[1], areTagged)];
  const changes = [...old].flatMap(([kind, schema]) => {
    const same = current.get(kind) ?? (direction === 'written' ? current.get('any') : undefined);
    if (same !== undefined) {
      const at = kind.includes('=') ? `${place} (${kind})` : place;
      return valueChanges(schema, same, direction, at);
    }
    // (Clients need not handle a null, or one of several types, that no longer occurs.)
    return direction === 'written' || kind.includes('=') ? [`${place}: can no longer be ${kind}`] : [];
  });
  const unknown = [...current.keys()].filter((kind) => !old.has(kind) && !old.has('any'));
  // Clients ignore kinds that they do not know, but they know the types of all fields.
  const unexpected = direction === 'read' ? unknown.filter((kind) => !kind.includes('=')) : [];
  return [...changes, ...unexpected.map((kind) => `${place}: can now be ${kind}`)];
}

/** Alternatives by their type. Of several objects each is a kind of its own, under its only value of `type` or `kind`: `type=image`. */
function kindsOf(alternatives: readonly Schema[], areTagged: boolean): Map<string, Schema> {
  const kinds = new Map<string, Schema>();
  for (const one of alternatives) {
    const kind = (areTagged ? tagOf(one) : undefined) ?? typeOf(one);
    const before = kinds.get(kind);
    // Values that are listed one by one belong together.
    const values = [before, one].flatMap((each) => (each && valuesOf(each)) ?? []);
    kinds.set(kind, before === undefined ? one : { ...one, enum: values });
  }
  return kinds;
}

function alternativesOf(schema: Schema): Schema[] {
  const { anyOf, oneOf, ...rest } = merged(schema);
  const options = (anyOf ?? oneOf) as Schema[] | undefined;
  if (options !== undefined) return options.flatMap((one) => alternativesOf(combined(rest, one)));
  return Array.isArray(rest.type) ? rest.type.map((type: unknown) => ({ ...rest, type })) : [rest];
}

function tagOf(schema: Schema): string | undefined {
  const properties = propertiesOf(schema);
  const name = ['type', 'kind'].find((one) => valuesOf(properties[one] ?? {})?.length === 1);
  return name && `${name}=${String(valuesOf(properties[name] ?? {})?.[0])}`;
}

function typeOf(schema: Schema): string {
  const [value] = valuesOf(schema) ?? [];
  return typeof schema.type === 'string' ? schema.type : value === undefined ? 'any' : typeof value;
}

function merged({ allOf, ...rest }: Schema): Schema {
  return [...((allOf as Schema[] | undefined) ?? []).map(merged), rest].reduce(combined, {});
}

/** What both demand; of the same keyword, the second one. */
function combined(one: Schema, other: Schema): Schema {
  const [left, right] = [propertiesOf(one), propertiesOf(other)];
  const both = Object.entries(right).map(([name, property]) => [name, combined(left[name] ?? {}, property)]);
  const properties = { ...left, ...Object.fromEntries(both) };
  const required = [...new Set([...requiredOf(one), ...requiredOf(other)])];
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

const propertiesOf = (schema: Schema) => (schema.properties ?? {}) as Record<string, Schema>;
const requiredOf = (schema: Schema) => (schema.required ?? []) as string[];
const valuesOf = (schema: Schema) =>
  (schema.const === undefined ? schema.enum : [schema.const]) as unknown[] | undefined;

/** The changes of a schema that has the same type. */
function valueChanges(before: Schema, now: Schema, direction: Direction, place: string): string[] {
  const items = [before.items, now.items] as (Schema | undefined)[];
  const others = [before.additionalProperties, now.additionalProperties] as (Schema | boolean | undefined)[];
  return [
    ...enumChanges(before, now, direction, place),
    ...(direction === 'written' ? limitChanges(before, now, place) : formatChanges(before, now, place)),
    ...propertyChanges(before, now, direction, place),
    ...between(items, direction, `${place}[]`),
    ...between(others, direction, `${place}.*`),
    ...(others[0] !== false && others[1] === false ? [`${place}: no longer takes other fields`] : []),
  ];
}

function between([before, now]: readonly unknown[], direction: Direction, place: string): string[] {
  if (typeof now !== 'object') return [];
  return schemaChanges((typeof before === 'object' ? before : {}) as Schema, now as Schema, direction, place);
}

/** New values that clients read are no change: they expect them. */
function enumChanges(before: Schema, now: Schema, direction: Direction, place: string): string[] {
  const [old, current] = [valuesOf(before), valuesOf(now)];
  if (old === undefined)
    return current !== undefined && direction === 'written' ? [`${place}: now only takes some values`] : [];
  if (current === undefined) return direction === 'read' ? [`${place}: can now be any value`] : [];
  const gone = old.filter((value) => !current.includes(value));
  return gone.map((value) => `${place}: no longer has the value ${JSON.stringify(value)}`);
}

const MAXIMA = ['maximum', 'maxLength', 'maxItems', 'x-max-bytes', 'x-max-message-bytes'];
const MINIMA = ['minimum', 'minLength', 'minItems'];

/** Limits of what clients write may only become wider. */
function limitChanges(before: Schema, now: Schema, place: string): string[] {
  const isNarrower = (keyword: string, sign: 1 | -1) => {
    const [old, current] = [before[keyword], now[keyword]];
    if (typeof current !== 'number') return false;
    return typeof old !== 'number' || sign * current < sign * old;
  };
  const narrower = [
    ...MAXIMA.filter((keyword) => isNarrower(keyword, 1)),
    ...MINIMA.filter((keyword) => isNarrower(keyword, -1)),
    ...['format', 'pattern'].filter(
      (keyword) => now[keyword] !== undefined && now[keyword] !== before[keyword],
    ),
  ];
  const isOther =
    before.default !== undefined && JSON.stringify(before.default) !== JSON.stringify(now.default);
  return [...narrower, ...(isOther ? ['default'] : [])].map(
    (keyword) => `${place}: ${keyword} was ${shown(before[keyword])}, and is ${shown(now[keyword])}`,
  );
}

function formatChanges(before: Schema, now: Schema, place: string): string[] {
  if (before.format === undefined || before.format === now.format) return [];
  return [`${place}: format was ${shown(before.format)}, and is ${shown(now.format)}`];
}

const shown = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));

function propertyChanges(before: Schema, now: Schema, direction: Direction, place: string): string[] {
  const [old, current] = [propertiesOf(before), propertiesOf(now)];
  const [wasRequired, isRequired] = [requiredOf(before), requiredOf(now)];
  const changes = Object.entries(old).flatMap(([name, property]) => {
    const same = current[name];
    if (same === undefined) return [`${place}.${name}: was removed`];
    const isOptional = direction === 'read' && wasRequired.includes(name) && !isRequired.includes(name);
    const inside = schemaChanges(property, same, direction, `${place}.${name}`);
    return isOptional ? [`${place}.${name}: can now be absent`, ...inside] : inside;
  });
  const demanded = direction === 'written' ? isRequired.filter((name) => !wasRequired.includes(name)) : [];
  return [...changes, ...demanded.map((name) => `${place}.${name}: is now required`)];
}

import { blocks, code, table } from './markdown.ts';

/** A JSON Schema of the OpenAPI document, with the keywords that ours use. */
export interface Schema {
  title?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  discriminator?: { propertyName: string };
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  'x-max-bytes'?: number;
  'x-max-message-bytes'?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
}

/** One row: a field at any depth, by its path. */
interface Field {
  path: string;
  schema: Schema;
  isRequired: boolean;
}

/**
 * The fields of an object, with nested fields below them; then, for each value with several kinds, the fields of each kind.
 * `presence` is the heading of the column that says whether a field is always there.
 */
export function fieldTables(schema: Schema, presence: string): string {
  return blocks(tablesOf(fieldsIn(schema, ''), presence), kindTables(schema, '', presence));
}

function tablesOf(fields: readonly Field[], presence: string): string {
  const rows = fields.map(({ path, schema, isRequired }) => [
    code(path),
    typeOf(schema),
    isRequired ? 'yes' : 'no',
    meaningOf(schema),
  ]);
  return blocks(
    table(['Field', 'Type', presence, 'Meaning'], rows),
    ...fields.map(({ path, schema }) => kindTables(schema, path, presence)),
  );
}

/** Empty unless a field distinguishes the kinds of the value. */
function kindTables(schema: Schema, path: string, presence: string): string {
  const inside = insideOf(schema, path);
  const tag = inside.schema.discriminator?.propertyName;
  if (tag === undefined) return '';
  const kinds = (inside.schema.oneOf ?? []).map((kind) => {
    const name = valuesOf(kind.properties?.[tag]).map(code).join(' or ');
    const fields = fieldsIn(kind, inside.path).filter(({ path: own }) => own !== child(inside.path, tag));
    if (fields.length === 0) return `With ${tag} ${name}: no other fields.`;
    return blocks(`With ${tag} ${name}:`, tablesOf(fields, presence));
  });
  return blocks(`The other fields depend on ${code(child(inside.path, tag))}.`, ...kinds);
}

function fieldsIn(schema: Schema, path: string): Field[] {
  const inside = insideOf(schema, path);
  const { properties = tagOf(inside.schema), required = [] } = inside.schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = child(inside.path, name);
    const field = { path: own, schema: property, isRequired: required.includes(name) };
    return [field, ...fieldsIn(property, own)];
  });
}

/** The discriminator: the constant field that all kinds of a value have. */
function tagOf({ discriminator, oneOf = [] }: Schema): Readonly<Record<string, Schema>> {
  if (discriminator === undefined) return {};
  const tag = discriminator.propertyName;
  const names = oneOf.flatMap((kind) => valuesOf(kind.properties?.[tag]));
  return { [tag]: { type: 'string', enum: names, description: 'The kind: see below.' } };
}

function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Finds the fields of a value: its own, those of the elements of a list, or those of a nullable object. */
function insideOf(schema: Schema, path: string): { schema: Schema; path: string } {
  if (schema.items !== undefined) return insideOf(schema.items, `${path}[${schema.maxItems === 1 ? 0 : ''}]`);
  const objects = (schema.anyOf ?? []).filter(({ type }) => type === 'object' || type === 'array');
  const [object] = objects;
  if (objects.length > 1) throw new Error(`${path}: kinds of objects need a discriminator to be told apart`);
  return object === undefined ? { schema, path } : insideOf(object, path);
}

export function typeOf(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.contentMediaType !== undefined) return 'file';
  const limits = limitsOf(schema);
  if (schema.items !== undefined) return [`array of ${typeOf(schema.items)}`, ...limits].join(', ');
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return limits.length === 0 ? type : `${type} (${limits.join(', ')})`;
}

function limitsOf(schema: Schema): string[] {
  const { format } = schema;
  return [
    valuesOf(schema).map(code).join(', '),
    format ?? '',
    // An empty string matches a format only if the format says so.
    range(format === undefined ? schema.minLength : undefined, schema.maxLength, 'character'),
    range(undefined, schema['x-max-bytes'] ?? schema['x-max-message-bytes'], 'byte'),
    range(schema.minimum, schema.maximum),
    range(schema.minItems, schema.maxItems, 'element'),
  ].filter((limit) => limit !== '');
}

/** All values, if they are enumerable. */
function valuesOf(schema: Schema = {}): readonly unknown[] {
  return schema.enum ?? ('const' in schema ? [schema.const] : []);
}

function range(min: number | undefined, max: number | undefined, unit = ''): string {
  const count = (number: number) => {
    const name = unit === '' || number === 1 ? unit : `${unit}s`;
    return `${number.toLocaleString('en')} ${name}`.trimEnd();
  };
  if (max === undefined) return min === undefined ? '' : `at least ${count(min)}`;
  if (min === undefined) return `at most ${count(max)}`;
  return min === max ? `exactly ${count(max)}` : `${min.toLocaleString('en')} to ${count(max)}`;
}

export function meaningOf(schema: Schema): string {
  const fallback = 'default' in schema ? `Default: ${code(JSON.stringify(schema.default))}.` : '';
  return [schema.description ?? schema.items?.description ?? '', fallback]
    .filter((text) => text !== '')
    .join(' ');
}

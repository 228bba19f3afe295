import type { Schema } from './schema-tables.ts';

/** Options for writing a type. */
export interface Style {
  /** Names of enumeration types, by the text of their values (`enumKey`). */
  enums: ReadonlyMap<string, string>;
  /** For input: `null` in an optional field counts as absent. */
  isSent: boolean;
}

/** A schema of the document or of the protocol. The protocol contains models where the document has references. */
export interface NamedSchema extends Schema {
  $ref?: string;
  additionalProperties?: unknown;
}

export const enumKey = (values: readonly unknown[]) => JSON.stringify(values);

/** An exported type with this name. */
export function declaration(name: string, schema: NamedSchema, style: Style): string {
  const { title: _, ...unnamed } = schema;
  const type = typeText(unnamed, style, '');
  const start = schema.properties === undefined ? `type ${name} =` : `interface ${name}`;
  const space = type.startsWith('\n') ? '' : ' ';
  const end = schema.properties === undefined ? ';' : '';
  return `${comment(schema.description)}export ${start}${space}${type}${end}`;
}

export function typeText(schema: NamedSchema, style: Style, indent: string): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (values !== undefined) return style.enums.get(enumKey(values)) ?? union(values.map(literal), indent);
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds !== undefined)
    return union(
      kinds.map((kind) => typeText(kind, style, indent)),
      indent,
    );
  if (schema.properties !== undefined) return shapeText(schema, style, indent);
  if (isSchema(schema.additionalProperties))
    return `Record<string, ${typeText(schema.additionalProperties, style, indent)}>`;
  if (schema.items !== undefined) return listText(typeText(schema.items, style, indent));
  return [schema.type ?? 'any'].flat().map(plainText).join(' | ');
}

function isSchema(value: unknown): value is NamedSchema {
  return typeof value === 'object' && value !== null;
}

function nameOf({ $ref, title }: NamedSchema): string | undefined {
  return $ref === undefined ? title : $ref.slice($ref.lastIndexOf('/') + 1);
}

function shapeText(schema: NamedSchema, style: Style, indent: string): string {
  const inside = `${indent}  `;
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const type = typeText(field, style, inside);
    return `${comment(field.description, inside)}${inside}${name}${presence(type, required.includes(name), style)};`;
  });
  const others = additionalProperties === true ? [`${inside}[field: string]: unknown;`] : [];
  return ['{', ...fields, ...others, `${indent}}`].join('\n');
}

function presence(type: string, isRequired: boolean, { isSent }: Style): string {
  if (isRequired) return `: ${type}`;
  return isSent ? `?: ${type} | null | undefined` : `?: ${type}`;
}

function listText(type: string): string {
  return /[ |]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`;
}

const PLAIN: Readonly<Record<string, string>> = {
  any: 'unknown',
  integer: 'number',
  object: 'Record<string, unknown>',
};

function plainText(type: string): string {
  return PLAIN[type] ?? type;
}

export function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

const LINE_LENGTH = 90;

function union(types: readonly string[], indent: string): string {
  const line = types.join(' | ');
  if (line.length + indent.length <= LINE_LENGTH || line.includes('\n')) return line;
  return types.map((type) => `\n${indent}  | ${type}`).join('');
}

/** The lines of a doc comment; none if there is no text. */
export function comment(text = '', indent = ''): string {
  if (text === '') return '';
  const lines = linesOf(text, 108 - indent.length);
  const [only] = lines;
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */\n`].join('\n');
}

function linesOf(text: string, length: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= length) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

import { type ErrorCode, type Fault, MAX_ERRORS } from '@palaver/protocol/errors';
import { FORMATS } from '@palaver/protocol/formats';
import { applyLimits, type Limits } from '@palaver/protocol/limits';
import { isAbsent, isRecord } from '@palaver/protocol/values';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox';
import { messageBytes, messageSizeText } from '../domain/rules/message-content.ts';
import { getOrInsert } from '../platform/get-or-insert.ts';
import { isKeptNumber } from '../platform/json.ts';

/** The part of a request that a schema describes. */
export type Part = 'params' | 'query' | 'body';

/** Finds all faults of a value. An optional field that is `null` counts as absent and is removed in place. */
export type Checker = (value: unknown) => Fault[];

const ajv = new Ajv({
  allErrors: true,
  discriminator: true,
  verbose: true,
  strict: false,
  formats: FORMATS,
  // A test checks all schemas against JSON Schema, so the server need not do it at every start.
  validateSchema: false,
});
ajv.addKeyword({
  keyword: 'x-max-bytes',
  type: 'string',
  // A UTF-16 unit takes at most three bytes in UTF-8, so most strings need no exact count.
  validate: (limit: number, text: string) => text.length * 3 <= limit || Buffer.byteLength(text) <= limit,
});

ajv.addKeyword({
  keyword: 'x-max-message-bytes',
  type: 'object',
  // (Most bodies need not be written as JSON to see that they are small.)
  validate: (limit: number, body: Record<string, unknown>) =>
    mostBytesOf(body) <= limit || sizeOfBody(body) <= limit,
});

/** A character of a string takes at most six bytes in JSON, such as `\u0001`. */
const MOST_BYTES_OF_CHARACTER = 6;
/** Of a number, `true`, `false`, `null`; and of the brackets, quotes and signs around any value. */
const MOST_BYTES_OF_OTHERS = 32;

/** At most so many bytes has the value as JSON in UTF-8. */
function mostBytesOf(value: unknown): number {
  if (typeof value === 'string') return MOST_BYTES_OF_CHARACTER * value.length + MOST_BYTES_OF_OTHERS;
  let bytes = MOST_BYTES_OF_OTHERS;
  if (typeof value !== 'object' || value === null) return bytes;
  for (const key of Object.keys(value)) {
    bytes += MOST_BYTES_OF_CHARACTER * key.length + mostBytesOf((value as Record<string, unknown>)[key]);
  }
  return bytes;
}

/** The value may have any shape. Parts of a wrong type have a fault of their own, so the size need not be exact for them. */
function sizeOfBody({ text, metadata, custom_notify: customNotify }: Record<string, unknown>): number {
  const jsonOf = (value: unknown) => (isAbsent(value) ? '' : JSON.stringify(value));
  return messageBytes({
    text: typeof text === 'string' ? text : '',
    metadata: jsonOf(Array.isArray(metadata) ? metadata[0] : metadata),
    customNotify: jsonOf(customNotify),
  });
}

// A number that keeps its source text is an object in JavaScript, and so to Ajv, but not to the client.
const NO_NUMBER = 'x-no-number';
ajv.addKeyword({
  keyword: NO_NUMBER,
  type: 'object',
  validate: (_schema: unknown, value: unknown) => !isKeptNumber(value),
});

/** By the text of their schemas: many endpoints share the same ones. */
const compiled = new Map<string, ValidateFunction>();

/**
 * Creates a checker for one part of a request from a schema and the operator's limits. The schema is compiled on first use:
 * compiling all of them would take up most of the start time.
 */
export function createChecker(schema: TSchema, limits: Limits, part: Part): Checker {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile(applyLimits(schema, limits));
    if (validate(value)) return [];
    const faults: Fault[] = [];
    for (const error of outsideOfNumbers(validate.errors ?? [])) {
      const fault = toFault(error, value, part);
      if (fault !== undefined) faults.push(fault);
      if (faults.length === MAX_ERRORS) break;
    }
    return faults;
  };
}

function compile(schema: Record<string, unknown>): ValidateFunction {
  return getOrInsert(compiled, JSON.stringify(schema), () =>
    ajv.compile(prepare(schema) as Record<string, unknown>),
  );
}

/** A number in the place of an object gets one fault, without further faults for its fields. */
function outsideOfNumbers(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const numbers = new Set(
    errors.filter(({ keyword }) => keyword === NO_NUMBER).map((error) => error.instancePath),
  );
  if (numbers.size === 0) return errors;
  const isInside = (path: string) => numbers.has(path) || numbers.has(path.slice(0, path.lastIndexOf('/')));
  return errors.filter(({ keyword, instancePath }) => keyword === NO_NUMBER || !isInside(instancePath));
}

const REQUIRED = 'x-required';

/**
 * Adapts the schema to Ajv. A list that is too long gets only that one fault, instead of one for each of perhaps a million
 * elements. Each property knows whether it is required, because an Ajv error has only the schema of the property itself.
 */
function prepare(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(prepare);
  if (!isRecord(node)) return node;
  const prepared = Object.fromEntries(Object.entries(node).map(([key, child]) => [key, prepare(child)]));
  const { properties, required } = prepared;
  if (isRecord(properties) && Array.isArray(required)) {
    for (const key of required as string[]) {
      properties[key] = { ...(properties[key] as object), [REQUIRED]: true };
    }
  }
  if (prepared.type === 'object') return { ...prepared, [NO_NUMBER]: true };
  if (prepared.type !== 'array' || prepared.maxItems === undefined) return prepared;
  const { items, maxItems, ...rest } = prepared;
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { ...rest, if: { maxItems }, then: { items }, else: { maxItems } };
}

function toFault(error: ErrorObject, root: unknown, part: Part): Fault | undefined {
  if (error.keyword === 'if' || error.keyword === 'oneOf') return undefined;
  const keys = keysOf(error.instancePath);
  const missing = missingProperty(error);
  if (missing !== undefined) keys.push(missing);
  else if (error.keyword === 'discriminator') keys.push((error.params as { tag: string }).tag);
  const field = fieldName(keys);
  const message = describe(error);
  if (part === 'query') return { code: 'M40010', field, rule: ruleOf(error), message };

  const isNamed = typeof keys.at(-1) === 'string';
  if (isNamed && (missing !== undefined || isAbsent(error.data))) {
    const schema = error.parentSchema ?? {};
    if (missing !== undefined || schema[REQUIRED] === true) {
      return { code: MISSING[field] ?? 'M40002', field, rule: 'required', message: 'is required' };
    }
    // Enums never contain the empty string, so an empty string is removed there.
    empty(root, keys, schema.type === 'string' && schema.enum === undefined);
    return undefined;
  }
  return { code: codeOf(error, field), field, rule: ruleOf(error), message };
}

/** Ajv reports `required` and `discriminator` for the object, not for the missing property. */
function missingProperty(error: ErrorObject): string | undefined {
  if (error.keyword === 'required') return (error.params as { missingProperty: string }).missingProperty;
  if (error.keyword !== 'discriminator') return undefined;
  const { tag, tagValue } = error.params as { tag: string; tagValue: unknown };
  return isAbsent(tagValue) ? tag : undefined;
}

/** Fields whose absence has its own code in the contract. */
const MISSING: Readonly<Record<string, ErrorCode>> = {
  sender: 'M40008',
  target: 'M40009',
  'body.metadata': 'M40006',
};

function codeOf(error: ErrorObject, field: string): ErrorCode {
  switch (error.keyword) {
    case 'maxLength':
    case 'x-max-bytes':
    case 'x-max-message-bytes':
      return 'M40004';
    case 'maxItems':
    case 'minItems':
      if (field === 'body.metadata') return 'M40006';
      return error.keyword === 'maxItems' ? 'M40005' : 'M40002';
    case 'discriminator':
      // In a message, the discriminator is the kind.
      return isUnknown(error) && field.startsWith('body.metadata') ? 'M40007' : 'M40003';
    case 'const':
      return error.data === 'direct' ? 'M40011' : 'M40003';
    default:
      return 'M40003';
  }
}

/** Whether the discriminator is a string that no alternative has. Otherwise it is not a string. */
function isUnknown(error: ErrorObject): boolean {
  return (error.params as { error: string }).error === 'mapping';
}

const RULES: Readonly<Record<string, string>> = {
  maxLength: 'max_length',
  'x-max-bytes': 'max_length',
  'x-max-message-bytes': 'max_length',
  minLength: 'required',
  maxItems: 'max_items',
  minItems: 'min_items',
  minimum: 'range',
  maximum: 'range',
  const: 'enum',
  discriminator: 'enum',
  [NO_NUMBER]: 'type',
};

function ruleOf(error: ErrorObject): string {
  if (error.keyword === 'format') return (error.params as { format: string }).format.replaceAll('-', '_');
  return RULES[error.keyword] ?? error.keyword;
}

const FORMAT_TEXTS: Readonly<Record<string, string>> = {
  identifier: 'must be an identifier: no control, invisible or outer white space characters, and not . or ..',
  'decimal-id': 'must be a positive decimal number of at most 63 bits, in a string',
  'decimal-position': 'must be a decimal number of at most 63 bits',
  'position-or-empty': 'must be a decimal number of at most 63 bits, or empty',
  'http-url': 'must be an absolute http(s) address without credentials and white space',
  'webhook-secret': 'must be whsec_ and 24 to 64 random bytes in base64',
  'https-url': 'must be an absolute https address without credentials and white space',
  'json-document': 'must be a JSON document',
  'vapid-subject': 'must be a mailto: or https: address without white space',
  'visible-text': 'must not consist of white space and invisible characters alone',
  language: 'must be a BCP 47 language tag, such as en-GB',
  'time-zone': 'must be the name of a time zone, such as Europe/Berlin',
  'time-of-day': 'must be a time of day from 00:00 to 23:59',
  'email-address': 'must be one e-mail address in ASCII characters, such as ann@example.com, without a name',
  'thread-link':
    'must be an absolute https address without a reference in its host, such as https://app.example.com/chat/{thread_id}',
};

function describe(error: ErrorObject): string {
  switch (error.keyword) {
    case 'format':
      return FORMAT_TEXTS[(error.params as { format: string }).format] ?? 'is not valid';
    case 'enum':
      return `must be one of ${(error.params as { allowedValues: unknown[] }).allowedValues.join(', ')}`;
    case NO_NUMBER:
      return 'must be object';
    case 'const':
      return `must be ${String((error.params as { allowedValue: unknown }).allowedValue)}`;
    case 'maxLength':
      return `must have at most ${(error.params as { limit: number }).limit} characters`;
    case 'x-max-bytes':
      return `must have at most ${String(error.schema)} bytes in UTF-8`;
    case 'x-max-message-bytes':
      return messageSizeText(Number(error.schema));
    case 'maxItems':
      return `must have at most ${(error.params as { limit: number }).limit} items`;
    case 'minLength':
      return 'must not be empty';
    case 'minItems': {
      const { limit } = error.params as { limit: number };
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} items`;
    }
    case 'discriminator':
      return 'is not a known type';
    default:
      return error.message ?? 'is not valid';
  }
}

/** The keys of a JSON pointer; array indexes as numbers. */
function keysOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => (/^[0-9]+$/.test(key) ? Number(key) : key.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** `['body', 'metadata', 0, 'width']` as `body.metadata[0].width`; the whole value as `(body)`. */
function fieldName(keys: readonly (string | number)[]): string {
  if (keys.length === 0) return '(body)';
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

function empty(root: unknown, keys: readonly (string | number)[], isString: boolean): void {
  const parent = keys
    .slice(0, -1)
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], root);
  const key = keys.at(-1);
  if (!isRecord(parent) || typeof key !== 'string') return;
  if (isString) parent[key] = '';
  else delete parent[key];
}

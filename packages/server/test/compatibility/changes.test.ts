import { expect, test } from 'vitest';
import type { Schema } from '../../reference/contract.ts';
import { isBreaking } from './contract-changes.ts';
import { schemaChanges } from './schema-changes.ts';
import { sdkChanges } from './sdk-changes.ts';

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const string = { type: 'string' };
const orNull = { anyOf: [string, { type: 'null' }] };
const image = object({ type: { const: 'image' }, name: string }, ['type']);
const video = object({ type: { const: 'video' } }, ['type']);

const BREAKING: [name: string, direction: 'written' | 'read', before: Schema, now: Schema, change: string][] =
  [
    ['a removed field of a request', 'written', object({ a: string }), object({}), 'x.a: was removed'],
    ['a removed field of a response', 'read', object({ a: string }), object({}), 'x.a: was removed'],
    [
      'a field that is required now',
      'written',
      object({ a: string }),
      object({ a: string }, ['a']),
      'x.a: is now required',
    ],
    ['a new required field', 'written', object({}), object({ a: string }, ['a']), 'x.a: is now required'],
    [
      'a field that may be absent',
      'read',
      object({ a: string }, ['a']),
      object({ a: string }),
      'x.a: can now be absent',
    ],
    [
      'a field that may be null',
      'read',
      object({ a: string }),
      object({ a: orNull }),
      'x.a: can now be null',
    ],
    [
      'null that is refused',
      'written',
      object({ a: orNull }),
      object({ a: string }),
      'x.a: can no longer be null',
    ],
    ['another type', 'read', string, { type: 'integer' }, 'x: can now be integer'],
    ['another type of a request', 'written', string, { type: 'integer' }, 'x: can no longer be string'],
    ['a second type', 'read', string, { type: ['string', 'number'] }, 'x: can now be number'],
    ['a refused value', 'written', { enum: [1, 2] }, { enum: [1] }, 'x: no longer has the value 2'],
    [
      'a value that is gone',
      'read',
      { ...string, enum: ['a', 'b'] },
      { ...string, enum: ['b'] },
      'x: no longer has the value "a"',
    ],
    [
      'values of a union',
      'read',
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      { enum: ['a'] },
      'x: no longer has the value "b"',
    ],
    [
      'values where all were taken',
      'written',
      string,
      { ...string, enum: ['a'] },
      'x: now only takes some values',
    ],
    ['a text that can be anything', 'read', { ...string, enum: ['a'] }, string, 'x: can now be any value'],
    [
      'a lower maximum',
      'written',
      { ...string, maxLength: 9 },
      { ...string, maxLength: 8 },
      'x: maxLength was 9, and is 8',
    ],
    [
      'a new maximum',
      'written',
      string,
      { ...string, 'x-max-bytes': 8 },
      'x: x-max-bytes was absent, and is 8',
    ],
    [
      'a higher minimum',
      'written',
      { type: 'integer', minimum: 0 },
      { type: 'integer', minimum: 1 },
      'x: minimum was 0, and is 1',
    ],
    [
      'a format',
      'written',
      string,
      { ...string, format: 'http-url' },
      'x: format was absent, and is "http-url"',
    ],
    [
      'another format',
      'read',
      { ...string, format: 'http-url' },
      string,
      'x: format was "http-url", and is absent',
    ],
    [
      'another default',
      'written',
      { type: 'integer', default: 30 },
      { type: 'integer', default: 50 },
      'x: default was 30, and is 50',
    ],
    [
      'a kind that is gone',
      'written',
      { oneOf: [image, video] },
      { oneOf: [image] },
      'x: can no longer be type=video',
    ],
    [
      'a kind that is gone, read',
      'read',
      { oneOf: [image, video] },
      { oneOf: [video] },
      'x: can no longer be type=image',
    ],
    [
      'a field of a kind',
      'read',
      { oneOf: [image, video] },
      { oneOf: [object({ type: { const: 'image' } }, ['type']), video] },
      'x (type=image).name: was removed',
    ],
    [
      'a field of elements',
      'read',
      { type: 'array', items: object({ a: string }) },
      { type: 'array', items: object({}) },
      'x[].a: was removed',
    ],
    [
      'values of other fields',
      'read',
      { type: 'object', additionalProperties: string },
      { type: 'object', additionalProperties: orNull },
      'x.*: can now be null',
    ],
    [
      'other fields that are refused',
      'written',
      { type: 'object' },
      { type: 'object', additionalProperties: false },
      'x: no longer takes other fields',
    ],
    [
      'a part of an intersection',
      'read',
      { allOf: [object({ a: string }, ['a']), object({ b: string })] },
      { allOf: [object({ b: string })] },
      'x.a: was removed',
    ],
  ];

test.each(BREAKING)('%s breaks the contract (%s)', (_, direction, before, now, change) => {
  expect(schemaChanges(before, now, direction, 'x')).toEqual([change]);
});

const ADDITIVE: [name: string, direction: 'written' | 'read', before: Schema, now: Schema][] = [
  ['a new optional field', 'written', object({}), object({ a: string })],
  ['a new field of a response', 'read', object({}), object({ a: string }, ['a'])],
  ['a field that need not be sent', 'written', object({ a: string }, ['a']), object({ a: string })],
  ['a field that is always there', 'read', object({ a: string }), object({ a: string }, ['a'])],
  ['null that is taken', 'written', string, orNull],
  ['null that is no longer sent', 'read', orNull, string],
  ['a new value', 'read', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['a new value that is taken', 'written', { enum: ['a'] }, { enum: ['a', 'b'] }],
  ['any value that is taken', 'written', { ...string, enum: ['a'] }, string],
  ['a higher maximum', 'written', { ...string, maxLength: 8 }, { ...string, maxLength: 9 }],
  ['a limit that is gone', 'written', { ...string, maxLength: 8 }, string],
  ['a limit of what is read', 'read', string, { ...string, maxLength: 8 }],
  ['a new kind', 'read', { oneOf: [image] }, { oneOf: [image, video] }],
  ['a new kind that is taken', 'written', { oneOf: [image] }, { oneOf: [image, video] }],
  ['a default', 'written', { type: 'integer' }, { type: 'integer', default: 30 }],
  [
    'the same as an intersection',
    'read',
    object({ a: string }, ['a']),
    { allOf: [object({ a: string }, ['a'])] },
  ],
];

test.each(ADDITIVE)('%s does not break it (%s)', (_, direction, before, now) => {
  expect(schemaChanges(before, now, direction, 'x')).toEqual([]);
});

const sdk = (declaration: string | undefined) => ({
  sdk: declaration === undefined ? {} : { it: declaration },
});

test.each([
  ['an export that is gone', 'class', undefined],
  ['another type of a parameter', 'get(id: string): User', 'get(id: number): User'],
  ['a new parameter', 'get(id: string): User', 'get(id: string, deep: boolean): User'],
  ['another result', 'get(id: string): User', 'get(id: string): User | undefined'],
  ['a property that is gone', 'interface It {\n  a: string;\n}', 'interface It {\n}'],
  ['a new required property', 'interface It {\n}', 'interface It {\n  a: string;\n}'],
  ['an option that is gone', 'list(o?: { a?: A; b?: B; }): It', 'list(o?: { a?: A; }): It'],
  ['a new required option', 'list(o: { a?: A; }): It', 'list(o: { a?: A; b: B; }): It'],
  ['an option of another type', 'list(o?: { a?: A; }): It', 'list(o?: { a?: B; }): It'],
])('%s breaks the SDK', (_, before, now) => {
  expect(sdkChanges(sdk(before), sdk(now))).toHaveLength(1);
});

test.each([
  ['an optional parameter', 'get(id: string): User', 'get(id: string, deep?: boolean): User'],
  [
    'an optional parameter of a method that takes and returns functions',
    'on(run: (a: A) => void): () => void',
    'on(run: (a: A) => void, once?: boolean): () => void',
  ],
  ['a first optional parameter', 'get(): User', 'get(deep?: boolean): User'],
  ['a new option', 'list(o?: { a?: A; }): It', 'list(o?: { a?: A; b?: B; }): It'],
  ['options that are added to a type', 'get(o?: Options): It', 'get(o?: Options & { a?: A; b?: B; }): It'],
  [
    'another way to take an object apart',
    'get({ a, ...b }?: Options): It',
    'get({ a, c, ...d }?: Options): It',
  ],
  [
    'an optional property',
    'interface It {\n  a: string;\n}',
    'interface It {\n  a: string;\n  b?: string;\n}',
  ],
])('%s does not break the SDK', (_, before, now) => {
  expect(sdkChanges(sdk(before), sdk(now))).toEqual([]);
});

test.each([
  ['0.1.0', '0.1.9', false],
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '1.0.0', true],
  ['1.2.0', '1.10.0', false],
  ['1.2.0', '2.0.0', true],
  ['1.2.0', '10.0.0', true],
])('the SDK and the settings of %s may change with %s: %s', (before, now, may) => {
  expect(isBreaking(before, now)).toBe(may);
});

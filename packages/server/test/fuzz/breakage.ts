import { isRecord } from '@palaver/protocol/values';
import fc from 'fast-check';
import type { Path } from './schemas.ts';
import { HUGE_STRINGS, LONG_STRINGS, NAMES, VALUES } from './values.ts';

/** Returns `value` in 1 of `of` cases. */
export function seldom<A, B>(
  of: number,
  value: fc.Arbitrary<A>,
  usual: fc.Arbitrary<B>,
): fc.Arbitrary<A | B> {
  return fc.oneof({ weight: 1, arbitrary: value }, { weight: of - 1, arbitrary: usual });
}

/** Replaces a value; undefined removes it, which in an object omits the field. */
type Change = (value: unknown) => unknown;

const anyValue = fc.oneof(
  { weight: 14, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 3, arbitrary: fc.constantFrom(...LONG_STRINGS) },
  { weight: 1, arbitrary: fc.constantFrom(...HUGE_STRINGS) },
  { weight: 2, arbitrary: fc.array(fc.nat(0xff_ff)).map((units) => String.fromCharCode(...units)) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.double() },
);

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 10, arbitrary: anyValue.map((other) => () => other) },
  { weight: 3, arbitrary: fc.constant(() => undefined) },
  { weight: 1, arbitrary: fc.constant((value: unknown) => [value]) },
  { weight: 1, arbitrary: fc.constant((value: unknown) => ({ value })) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...NAMES), anyValue).map(
      ([name, more]) =>
        (value: unknown) =>
          withField(value, name, more),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(2, 101, 1_001).map((count) => (value: unknown) => repeated(value, count)),
  },
);

/** The value with one or two changes, anywhere in it. */
export function broken(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 2 });
  return fc.tuple(value, changes).map(([whole, all]) =>
    all.reduce((before, [index, how]) => {
      const paths = pathsIn(before);
      return changed(before, paths[index % paths.length] ?? [], how);
    }, whole),
  );
}

/** A copy of the value with the part at the path changed; copies share the rest. */
export function changed(value: unknown, [key, ...rest]: Path, how: Change): unknown {
  if (key === undefined) return how(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? changed(item, rest, how) : item));
  if (!isRecord(value)) return value;
  const entries = new Map(Object.entries(value));
  return Object.fromEntries(entries.set(String(key), changed(entries.get(String(key)), rest, how)));
}

function pathsIn(value: unknown): Path[] {
  const children: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value) && !JSON.isRawJSON(value)
      ? Object.entries(value)
      : [];
  return [[], ...children.flatMap(([key, child]) => pathsIn(child).map((path) => [key, ...path]))];
}

function withField(value: unknown, name: string, more: unknown): unknown {
  // Not by assignment, which has another meaning for `__proto__`.
  return isRecord(value) ? Object.fromEntries([...Object.entries(value), [name, more]]) : more;
}

/** More would only be slow and too large. */
const MOST_BYTES = 4_000_000;

function repeated(value: unknown, count: number): unknown[] {
  const items: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
  const most = Math.ceil(MOST_BYTES / JSON.stringify(items).length) * items.length;
  return Array.from({ length: Math.min(count, most) }, (_, index) => items[index % items.length]);
}

type ByteChange = (bytes: Buffer) => Buffer;

/** Bytes that parsers stumble over, inserted anywhere. */
const PIECES = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  '\x7f',
  '\xff',
  '\xc0\xaf',
  '\xed\xa0\x80',
  '\\u0000',
  '"',
  '{',
  ']',
  ',',
  '0\r\n\r\n',
  'content-length: 5\r\n',
  'transfer-encoding: chunked\r\n',
  'a'.repeat(20_000),
];

const place = fc.nat(0xff_ff);
const byteChange: fc.Arbitrary<ByteChange> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...PIECES)).map(([at, piece]) => (bytes: Buffer) => {
    const [before, after] = cut(bytes, at);
    return Buffer.concat([before, Buffer.from(piece, 'latin1'), after]);
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(([at, count]) => (bytes: Buffer) => {
    const [before, after] = cut(bytes, at);
    return Buffer.concat([before, after.subarray(count)]);
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 40 })).map(([at, count]) => (bytes: Buffer) => {
    const [before, after] = cut(bytes, at);
    return Buffer.concat([before, after.subarray(0, count), after]);
  }),
  fc.tuple(place, fc.nat(0xff)).map(([at, byte]) => (bytes: Buffer) => {
    const [before, after] = cut(bytes, at);
    return Buffer.concat([before, Buffer.from([byte]), after.subarray(1)]);
  }),
);

/** The bytes with one to three changes; rarely truncated. */
export function brokenBytes(bytes: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const changes = fc.array(byteChange, { minLength: 1, maxLength: 3 });
  const end = seldom(8, place, fc.constant(undefined));
  return fc.tuple(bytes, changes, end).map(([whole, all, at]) => {
    const result = all.reduce((before, how) => how(before), whole);
    return at === undefined ? result : cut(result, at)[0];
  });
}

function cut(bytes: Buffer, at: number): [before: Buffer, after: Buffer] {
  const place = bytes.length === 0 ? 0 : at % bytes.length;
  return [bytes.subarray(0, place), bytes.subarray(place)];
}

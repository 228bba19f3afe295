import fc from 'fast-check';
import type { Route } from '../../src/http/routes.ts';
import { changed } from './breakage.ts';
import { brokenLists, encodeForm, FORM_TYPE, fieldParts, filePart } from './forms.ts';
import { headerLists, OF_ALL, oddHeaders } from './header-cases.ts';
import { jsonOf, pathOf, queryOf, type Request, type RequestOptions, requestTo } from './request.ts';
import {
  aroundLimits,
  type Path,
  type Place,
  placesIn,
  propertiesOf,
  type Schema,
  schemasOf,
  variants,
} from './schemas.ts';
import { valid } from './valid.ts';
import { BODY_LIMIT, nested, QUERY_VALUES, SEGMENTS, VALUES } from './values.ts';
import type { World } from './world.ts';

export function hasJsonBody({ endpoint }: Route): boolean {
  return endpoint.body !== undefined && endpoint.files === undefined;
}

/**
 * Shares lists of bad values among places of the same kind: the first place gets the whole list, the others take turns.
 */
export class FairQueue {
  readonly #taken = new Map<string, number>();

  next<T>(kind: string, list: readonly T[]): readonly T[] {
    const before = this.#taken.get(kind) ?? 0;
    this.#taken.set(kind, before + 1);
    return before === 0 ? list : list.filter((_, index) => index % SHARES === before % SHARES);
  }
}

const SHARES = 12;

/** The cases of one route. */
export class RouteCases {
  readonly #route: Route;
  readonly #world: World;
  readonly #turns: FairQueue;
  readonly #schemas: ReturnType<typeof schemasOf>;
  readonly #params: unknown;
  readonly #path: string;

  constructor(route: Route, world: World, turns: FairQueue) {
    this.#route = route;
    // The first thread is for the signed-in user; changes to it by API key would interfere.
    const [mine = '', other = ''] = world.own.threads;
    const threads = [route.endpoint.access === 'token' ? mine : other];
    this.#world = { ...world, own: { ...world.own, threads } };
    this.#turns = turns;
    this.#schemas = schemasOf(route);
    this.#params = this.#example(this.#schemas.params);
    this.#path = pathOf(route.url, this.#params);
  }

  *ofItsOwn(): Generator<Request> {
    yield* this.#paths();
    yield* this.#queries();
    const { body } = this.#schemas;
    if (body === undefined) yield this.#to(this.#path, { body: Buffer.from('{') });
    else if (hasJsonBody(this.#route)) yield* this.#bodies(body);
    else yield* this.#forms(body);
  }

  *ofEveryRoute(): Generator<Request> {
    const { body } = this.#schemas;
    const bytes = body === undefined ? undefined : jsonOf(this.#example(body));
    const odd = bytes === undefined ? [] : oddHeaders(OF_ALL);
    for (const headers of [...odd, ...headerLists(this.#world)])
      yield this.#to(this.#path, { body: bytes, headers });
    if (bytes === undefined) return;
    for (const text of MUCH) yield this.#to(this.#path, { body: Buffer.from(text) });
    for (const size of [BODY_LIMIT - 1, BODY_LIMIT, BODY_LIMIT + 1]) {
      const padding = Buffer.alloc(size - bytes.length, ' ');
      yield this.#to(this.#path, { body: Buffer.concat([bytes, padding]) });
    }
  }

  *#paths(): Generator<Request> {
    for (const [name, schema] of propertiesOf(this.#schemas.params)) {
      const limits = aroundLimits(schema, undefined).map((value) => encodeURIComponent(String(value)));
      for (const segment of [...this.#turns.next(`path ${kindOf(schema)}`, SEGMENTS), ...limits]) {
        yield this.#to(pathOf(this.#route.url, this.#params, { [name]: segment }));
      }
    }
    yield this.#to(`${this.#path}/`);
  }

  *#queries(): Generator<Request> {
    const { query } = this.#schemas;
    for (const values of this.#samples(query, 5)) yield this.#to(this.#path + queryOf(values));
    for (const [name, schema] of propertiesOf(query)) {
      for (const value of this.#turns.next(`query ${kindOf(schema)}`, QUERY_VALUES)) {
        yield this.#to(`${this.#path}?${name}=${value}`);
      }
      const oddities = [`=1&${name}=1`, '[]=1', '[0]=1', '[a]=1', '%00=1', ''];
      for (const odd of this.#turns.next(`oddities ${kindOf(schema)}`, oddities)) {
        yield this.#to(`${this.#path}?${name}${odd}`);
      }
    }
    const oddities = ['&&=&?=', '__proto__[limit]=0&constructor[a]=1', 'a=1&'.repeat(3_000), '%'];
    for (const odd of this.#turns.next('queries', oddities)) {
      yield this.#to(`${this.#path}?${odd}`);
    }
  }

  *#bodies(schema: Schema): Generator<Request> {
    yield this.#to(this.#path, { body: jsonOf(this.#example(schema)) });
    for (const text of this.#turns.next('no JSON', NO_JSON)) {
      yield this.#to(this.#path, { body: Buffer.from(text) });
    }
    for (const type of this.#turns.next('types', TYPES)) {
      const body = jsonOf(this.#example(schema));
      yield this.#to(this.#path, { body, headers: [['content-type', type]] });
    }
    const seen = new Set<unknown>();
    for (const variant of variants(schema)) {
      for (const place of placesIn(variant)) {
        // Places outside a choice recur in all its alternatives.
        const { type } = place.schema;
        const what = type === 'object' || type === 'array' ? place.path.join() : place.schema;
        if (!seen.has(what)) yield* this.#values(variant, place);
        seen.add(what);
      }
    }
  }

  /** Each value in this place of an otherwise valid body. */
  *#values(variant: Schema, { path, schema }: Place): Generator<Request> {
    // A place shared by several routes is handled by the same code.
    const values = this.#turns.next(`place ${JSON.stringify([path, schema])}`, [
      undefined,
      ...this.#turns.next(`body ${kindOf(schema)}`, VALUES),
      ...aroundLimits(schema, at(this.#example(variant), path)),
    ]);
    for (const [index, whole] of this.#samples(variant, values.length).entries()) {
      yield this.#to(this.#path, { body: jsonOf(changed(whole, path, () => values[index])) });
    }
  }

  *#forms(schema: Schema): Generator<Request> {
    const files = Object.keys(this.#route.endpoint.files ?? {}).map((name) => filePart(name));
    const fields = this.#example(schema);
    const parts = [...fieldParts(fields), ...files];
    const good = encodeForm(parts);
    const form = (body: Buffer, type = FORM_TYPE) =>
      this.#to(this.#path, { body, headers: [['content-type', type]] });
    for (const list of brokenLists(parts)) yield form(encodeForm(list));
    for (const { path, schema: here } of placesIn(schema)) {
      // Values within the limit are stored, which is expensive.
      for (const value of aroundLimits(here, undefined).slice(1)) {
        yield form(encodeForm([...fieldParts(changed(fields, path, () => value)), ...files]));
      }
    }
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=other', ...TYPES]) {
      yield form(good, type);
    }
    for (const end of ['', '--', '--boundary', '\r\n--\r\n']) yield form(encodeForm(parts, end));
    for (const length of [0, 1, 50, 200, good.length - 1]) yield form(good.subarray(0, length));
  }

  #to(target: string, options: RequestOptions = {}): Request {
    const { method, url } = this.#route;
    return { ...requestTo(this.#world, [method, target], options), label: `${method} ${url}` };
  }

  #example(schema: Schema): unknown {
    return this.#samples(schema, 1)[0];
  }

  #samples(schema: Schema, count: number): unknown[] {
    // (1 is the default where id_type is optional.)
    const wish = { world: this.#world, idType: 1, isComplete: true } as const;
    return fc.sample(valid(schema, wish), { numRuns: count, seed: 1 });
  }
}

/** Schemas that are checked alike have the same kind. */
function kindOf(schema: Schema): string {
  return JSON.stringify([schema.type, schema.format, schema.enum, 'const' in schema]);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, key) => (node as Record<Path[number], unknown> | undefined)?.[key],
    value,
  );
}

/** Bodies that are not JSON in UTF-8, not objects, deep, or wide. */
const NO_JSON: readonly (string | Buffer)[] = [
  '',
  ' \r\n\t ',
  '\ufeff{}',
  '{"name":"x",}',
  '{}{}',
  '{}\n{}',
  '{"name":"x"',
  '{"name":"x',
  '{/* */}',
  "{'name':'x'}",
  'undefined',
  '{"name":NaN}',
  '{"n":01}',
  '{"name":"a\u0001b"}',
  '{"name":"a\u0000b"}',
  'name=x&owner_id=user1',
  Buffer.from('{"name":"x"}', 'utf16le'),
  Buffer.from('{"name":"caf\u00e9"}', 'latin1'),
  Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"name":"\u20ac"}').subarray(0, -3),
  Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  Buffer.from([0x7b, 0xff, 0x7d]),
  'null',
  '[]',
  '[{}]',
  '"x"',
  '1',
  '1e400',
  '12345678901234567890',
  '{}',
  '{"__proto__":{"name":"x"},"constructor":1,"":0}',
  ...[32, 33, 1_000].map((depth) => `{"unknown":${nested(depth - 1)}}`),
];

/** Bodies full of elements that might each take time. */
const MUCH: readonly string[] = [
  nested(500_000),
  `{${Array.from({ length: 70_000 }, (_, n) => `"${n.toString(36)}":0`).join()}}`,
  `{"a":[${Array.from({ length: 100_000 }, () => '"\\u0000"').join()}]}`,
  `{"a":[${Array.from({ length: 100_000 }, () => '1.5e400').join()}]}`,
  ...[
    '9'.repeat(60_000),
    `1.${'0'.repeat(60_000)}1`,
    `0.${'0'.repeat(1_000_000)}`,
    `1e${'9'.repeat(1_000)}`,
  ].map((number) => `{"a":${number}}`),
  `{"a":[${Array.from({ length: 1_000 }, () => `0.${'0'.repeat(990)}1`).join()}]}`,
  `{"a":"${'\\"'.repeat(500_000)}"}`,
  `{"a":"${'\\u0000'.repeat(170_000)}"}`,
  `{"${'k'.repeat(60_000)}":"\\u0000"}`,
  `{"${'k'.repeat(500_000)}":[${Array.from({ length: 19_000 }, () => '"\\u0000"').join()}]}`,
  `{${Array.from({ length: 19_000 }, (_, n) => `"${String(n).padStart(40, 'k')}":"\\u0000"`).join()}}`,
  // Keys that collide in naive hash tables.
  `{${Array.from({ length: 19_000 }, (_, n) => `"${(n + 1) * 2 ** 24}":0`).join()}}`,
  `{${Array.from({ length: 60 }, (_, n) => `"${'k'.repeat(16_400)}${n + 10}":0`).join()}}`,
];

const TYPES = [
  '',
  'application/json; charset=utf-8',
  'APPLICATION/JSON;CHARSET="UTF-8"',
  'application/vnd.api+json',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'text/html',
  'image/png',
  'garbage',
  '///',
  ';',
  '\xff\xfe',
  'a/b'.repeat(1_000),
  'multipart/form-data; boundary=x',
];

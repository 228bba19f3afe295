import fc from 'fast-check';
import { ROUTES, type Route } from '../../src/http/routes.ts';
import { changed } from './breakage.ts';
import { contractCases, renameCases } from './contract-cases.ts';
import { brokenLists, encodeForm, FORM_TYPE, fieldParts, filePart } from './forms.ts';
import { rawRequests } from './raw.ts';
import {
  type Attempt,
  type Header,
  headerOf,
  jsonOf,
  pathOf,
  queryOf,
  type Request,
  type RequestOptions,
  requestTo,
} from './request.ts';
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
import { BODY_LIMIT, ELSEWHERE, METHODS, nested, QUERY_VALUES, SEGMENTS, STRINGS, VALUES } from './values.ts';
import type { World } from './world.ts';

/**
 * What every run sends, always the same: each bad value in the places of each route, and whatever else has broken servers
 * before. What its requests name exists, so that one fault alone decides the answer.
 */
export function* corpus(world: World): Generator<Attempt> {
  // First those that the server waits for.
  yield* rawRequests(world);
  yield* tokenCases(world);
  const turns = new FairQueue();
  // What is done with headers, and with much of anything, is the same for all routes: two of them stand for the others.
  // (One of them does little with a good body, and asks in the name of somebody.)
  const examples = [
    ROUTES.find((route) => hasJsonBody(route) && route.method === 'POST' && route.endpoint.actsAs === true),
    ROUTES.find(({ method }) => method === 'GET'),
  ];
  const ofRoutes = function* (routes: readonly Route[]): Generator<Attempt> {
    for (const route of routes) {
      const cases = new RouteCases(route, world, turns);
      yield* cases.ofItsOwn();
      if (examples.includes(route)) yield* cases.ofEveryRoute();
    }
  };
  // Whoever changes much, or removes something, goes last.
  yield* ofRoutes(ROUTES.filter((route) => rank(route) === 0));
  yield* contractCases(world);
  yield* ofRoutes(ROUTES.filter((route) => rank(route) > 0).toSorted((a, b) => rank(a) - rank(b)));
  yield* renameCases(world);
  const urls = new Set([...ELSEWHERE, ...ROUTES.map(({ url }) => url.replaceAll(/:\w+/g, '1'))]);
  for (const url of urls) {
    for (const method of turns.next('methods', METHODS)) yield requestTo(world, [method, url]);
  }
  for (const url of urls) yield requestTo(world, ['OPTIONS', url], { headers: PREFLIGHT });
}

const PREFLIGHT: readonly Header[] = [
  ['origin', 'https://a.example'],
  ['access-control-request-method', 'PUT\xff'],
  ['access-control-request-headers', 'authorization, x-\xff'],
];

/** Whoever has no good token learns nothing, wherever he asks. */
function* tokenCases(world: World): Generator<Request> {
  const { keys, tokens } = world;
  const [forUsers, forKeys] = [
    ROUTES.filter(({ endpoint }) => endpoint.access === 'token'),
    ROUTES.filter(({ endpoint }) => endpoint.access !== 'token'),
  ];
  const to = ({ method, url }: Route, headers: readonly Header[], status?: number): Request => ({
    ...requestTo(world, [method, url.replaceAll(/:\w+/g, '1')], { headers }),
    label: 'tokens that are wrong',
    ...(status === undefined ? {} : { status }),
  });
  const [me, list] = forUsers;
  if (me === undefined || list === undefined) return;
  for (const [index, value] of tokens.forged.entries())
    yield to(forUsers[index % forUsers.length] ?? me, [['authorization', value]], 401);

  const none: Header = ['authorization', ''];
  const bearer = (token = ''): Header => ['authorization', `Bearer ${token}`];
  const [token] = tokens.own;
  const mine = bearer(token);
  for (const headers of oddHeaders(['authorization'])) yield to(me, headers);
  yield to(me, [mine], 200);
  yield to(me, [['authorization', `bEARER   ${token}  `]], 200);
  yield to(me, [mine, mine], 400);
  yield to(me, [mine, none], 400);
  yield { ...to(me, [], 401), headers: [['host', '127.0.0.1']] };
  yield to(me, [none, ['x-api-key', keys.full]], 401);
  for (const name of ['x-api-key', 'cookie', 'x-authorization', 'proxy-authorization'])
    yield to(me, [none, [name, mine[1]]], 401);
  for (const other of tokens.others) for (const route of [me, list]) yield to(route, [bearer(other)]);
  for (const route of forKeys.slice(0, 5)) yield to(route, [['x-api-key', ''], mine], 401);
}

function hasJsonBody({ endpoint }: Route): boolean {
  return endpoint.body !== undefined && endpoint.files === undefined;
}

function rank({ method, url }: Route): number {
  // Of a message sooner than of its thread.
  return method === 'DELETE' ? 2 - url.length / 1_000 : /change-user-id|owner$/.test(url) ? 1 : 0;
}

/** Lists of what is to be tried in places of the same kind: the first gets all of it, the others take turns. */
class FairQueue {
  readonly #taken = new Map<string, number>();

  next<T>(kind: string, list: readonly T[]): readonly T[] {
    const before = this.#taken.get(kind) ?? 0;
    this.#taken.set(kind, before + 1);
    return before === 0 ? list : list.filter((_, index) => index % SHARES === before % SHARES);
  }
}

const SHARES = 12;

/** What is tried with one route. */
class RouteCases {
  readonly #route: Route;
  readonly #world: World;
  readonly #turns: FairQueue;
  readonly #schemas: ReturnType<typeof schemasOf>;
  readonly #params: unknown;
  readonly #path: string;

  constructor(route: Route, world: World, turns: FairQueue) {
    this.#route = route;
    // The first is that of who has signed in; what is done to it with a key would be in the way.
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
        // The alternatives of a choice have in common what is not inside of it.
        const { type } = place.schema;
        const what = type === 'object' || type === 'array' ? place.path.join() : place.schema;
        if (!seen.has(what)) yield* this.#values(variant, place);
        seen.add(what);
      }
    }
  }

  /** Each value in this place of a body, which is as it should be otherwise. */
  *#values(variant: Schema, { path, schema }: Place): Generator<Request> {
    // A place that several routes have is the same code for all.
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
      // What is inside the limit is stored, which is dear.
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
    // (1 is the default of those that may be left out.)
    const wish = { world: this.#world, idType: 1, isComplete: true } as const;
    return fc.sample(valid(schema, wish), { numRuns: count, seed: 1 });
  }
}

/** What is checked in the same way has the same kind. */
function kindOf(schema: Schema): string {
  return JSON.stringify([schema.type, schema.format, schema.enum, 'const' in schema]);
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, key) => (node as Record<Path[number], unknown> | undefined)?.[key],
    value,
  );
}

/** What is no JSON in UTF-8, or no object, or deep, or wide. */
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

/** A body full of something that takes time for each, or should not. */
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
  // Names that hash tables which do not know of malice put into one place.
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

/** Each of these headers with values that are odd, or given twice. */
function oddHeaders(names: readonly string[]): Header[][] {
  const texts = [
    // Of these, those that are odd as bytes.
    ...STRINGS.filter((text) => !/^[!-~]+$/.test(text)).map(headerOf),
    'a'.repeat(255),
    'a'.repeat(256),
    'a'.repeat(8_000),
    '\xff\xfe',
  ];
  return names.flatMap((name): Header[][] => [
    ...texts.map((text): Header[] => [[name, text]]),
    [
      [name, 'a'],
      [name, 'a'],
    ],
  ]);
}

const OF_ALL = [
  'x-api-key',
  'x-tenant-id',
  'idempotency-key',
  'x-request-id',
  'prefer',
  'x-acting-user-id',
  'host',
  'origin',
];

/** Headers that are wrong together, or that ask for something which nobody does here. */
function headerLists({ keys, own, tenant }: World): Header[][] {
  return [
    ...['content-type', 'content-encoding', 'cookie', 'access-control-request-method'].map(
      (name): Header[] => [
        [name, 'a'],
        [name, 'a'],
      ],
    ),
    ...keys.others.flatMap((key): Header[][] => [
      [['x-api-key', key]],
      [
        ['x-api-key', key],
        ['host', 'bob.localhost'],
      ],
      [
        ['x-api-key', key],
        ['x-tenant-id', 'bound'],
      ],
    ]),
    [
      ['x-api-key', keys.full],
      ['x-api-key', keys.full],
    ],
    [['x-api-key', ` ${keys.full} `]],
    [['x-api-key', keys.full.toUpperCase()]],
    [['x-tenant-id', tenant.toUpperCase()]],
    [['x-acting-user-id', own.users[0] ?? '']],
    ...['gzip', 'identity', 'br, gzip', 'nonsense'].map((coding): Header[] => [['content-encoding', coding]]),
    [
      ['accept', 'text/html'],
      ['accept-encoding', 'br'],
      ['range', 'bytes=0-1'],
      ['if-none-match', '*'],
    ],
    [
      ['x-http-method-override', 'DELETE'],
      ['x-forwarded-host', 'bob.localhost'],
      ['x-forwarded-for', '1.1.1.1'],
    ],
    [['connection', 'close']],
    // Not among the raw ones: Node throws away what comes in one piece with a wish that nobody hears.
    [
      ['connection', 'upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-version', '13'],
    ],
    [
      ['connection', 'upgrade, http2-settings'],
      ['upgrade', 'h2c'],
      ['http2-settings', 'AAMAAABk'],
    ],
  ];
}

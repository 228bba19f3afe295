import fc from 'fast-check';
import { ROUTES, type Route } from '../../src/http/routes.ts';
import { requestsOf, tokenFor } from '../catalogue/requests.ts';
import { broken, brokenBytes, seldom } from './breakage.ts';
import { frameSequences, pipelines } from './deep.ts';
import { brokenForm, encodeForm, FORM_TYPE, fieldParts, filePart } from './forms.ts';
import {
  type Attempt,
  bytesOf,
  type Header,
  headerOf,
  jsonOf,
  pathOf,
  queryOf,
  type Request,
  requestTo,
} from './request.ts';
import { placesIn, propertiesOf, type Schema, schemasOf, variants } from './schemas.ts';
import { valid, type Wish } from './valid.ts';
import { ELSEWHERE, METHODS, QUERY_VALUES, SEGMENTS, STRINGS } from './values.ts';
import type { Tokens, World } from './world.ts';

/** Random requests to every route, half of them valid, half broken somewhere. */
export function attempts(world: World): fc.Arbitrary<Attempt> {
  const toRoutes = fc.oneof(
    ...ROUTES.map((route) => ({ weight: weightOf(route), arbitrary: requestsTo(route, world) })),
  );
  const raw = brokenBytes(toRoutes.map(bytesOf)).map((bytes) => ({ label: 'broken bytes', writes: [bytes] }));
  // (Writes may be refused on a busy machine, and are then repeated.)
  const reads = toRoutes.filter(({ method }) => method === 'GET');
  return fc.oneof(
    { weight: 88, arbitrary: toRoutes },
    { weight: 4, arbitrary: elsewhere(world) },
    { weight: 4, arbitrary: raw },
    { weight: 2, arbitrary: pipelines(reads.map(bytesOf)) },
    { weight: 2, arbitrary: frameSequences(world) },
  );
}

/** Routes with more fields are chosen more often. */
function weightOf(route: Route): number {
  // Each upload keeps a thread of the server busy.
  if (route.endpoint.files !== undefined) return 1;
  // Removals affect all later requests.
  if (route.method === 'DELETE') return 4;
  const { body } = schemasOf(route);
  return 15 + variants(body ?? {}).flatMap((variant) => placesIn(variant)).length;
}

function requestsTo(route: Route, world: World): fc.Arbitrary<Request> {
  const { params, query, body } = schemasOf(route);
  const ofType = (idType: 1 | 2) => {
    const wish: Wish = { world, idType, isComplete: false };
    const parts = { params: valid(params, wish), query: valid(query, wish), body: body && valid(body, wish) };
    return requestsOfParts(route, world, parts, headers(world, route));
  };
  const all = [ofType(1), ofType(2)];
  // Removals affect all later requests, and forms are generated differently.
  if (route.method !== 'DELETE' && route.endpoint.files === undefined) all.push(fromCatalogue(route, world));
  return fc.oneof(...all);
}

/** Requests of the catalogue, with matching parts, by the callers for whom they succeed. */
function fromCatalogue(route: Route, world: World): fc.Arbitrary<Request> {
  const authorization: Header[] =
    route.endpoint.access === 'token'
      ? [['authorization', bearer(tokenFor(route.endpoint, world.home))]]
      : [];
  return fc.constantFrom(...requestsOf(route.endpoint, world.home)).chain((sample) => {
    const parts = {
      params: fc.constant(sample.params ?? {}),
      query: fc.constant(sample.query ?? {}),
      body: sample.body === undefined ? undefined : fc.constant(sample.body),
    };
    return requestsOfParts(route, world, parts, fc.constant(authorization));
  });
}

/** Valid values for the parts of a request. */
interface Parts {
  params: fc.Arbitrary<unknown>;
  query: fc.Arbitrary<unknown>;
  body: fc.Arbitrary<unknown> | undefined;
}

function requestsOfParts(
  route: Route,
  world: World,
  parts: Parts,
  given: fc.Arbitrary<Header[]>,
): fc.Arbitrary<Request> {
  const { method, url, endpoint } = route;
  const form: Header[] = endpoint.files === undefined ? [] : [['content-type', FORM_TYPE]];
  return fc.tuple(targets(route, parts), bodies(route, parts), given).map(([target, body, more]) => ({
    ...requestTo(world, [method, target], { body, headers: [...form, ...more] }),
    label: `${method} ${url}`,
  }));
}

/** Path and query. */
function targets(route: Route, good: Parts): fc.Arbitrary<string> {
  const { params, query } = schemasOf(route);
  const names = propertiesOf(params).map(([name]) => name);
  const odd = fc
    .tuple(fc.constantFrom('', ...names), fc.constantFrom(...SEGMENTS))
    .map(([name, segment]) => ({ [name]: segment }));
  const path = fc
    .tuple(good.params, seldom(12, odd, fc.constant({})))
    .map(([values, instead]) => pathOf(route.url, values, instead));
  const search = seldom(5, brokenQuery(query), good.query.map(queryOf));
  return fc.tuple(path, search).map((both) => both.join(''));
}

const SPELLINGS = ['', '', '', '[]', '[0]', '%00', '%5Ba%5D'];

function brokenQuery(query: Schema): fc.Arbitrary<string> {
  const names = ['page', '__proto__', ...propertiesOf(query).map(([name]) => name)];
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...SPELLINGS), fc.constantFrom(...QUERY_VALUES))
    .map(([name, spelling, value]) => `${name}${spelling}=${value}`);
  return fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`);
}

function bodies({ endpoint }: Route, { body: value }: Parts): fc.Arbitrary<Buffer | undefined> {
  const files = Object.keys(endpoint.files ?? {}).map((name) => filePart(name));
  if (value === undefined) return seldom(20, fc.constant(Buffer.from('{')), fc.constant(undefined));
  if (files.length > 0) {
    const good = value.map((fields) => [...fieldParts(fields), ...files]);
    return fc.oneof(
      good.map((parts) => encodeForm(parts)),
      brokenForm([...fieldParts({ name: 'Fuzz' }), ...files]),
    );
  }
  const text = value.map(jsonOf);
  return fc.oneof(
    { weight: 5, arbitrary: text },
    { weight: 4, arbitrary: broken(value).map(jsonOf) },
    { weight: 1, arbitrary: brokenBytes(text) },
  );
}

/** Each header in some requests; rarely twice. */
function headers(world: World, { method, endpoint }: Route): fc.Arbitrary<Header[]> {
  const { keys, own, tenant, tokens } = world;
  const odd = fc.oneof(
    fc.constantFrom(...STRINGS.map(headerOf), 'a'.repeat(300), 'a'.repeat(5_000)),
    fc.constantFrom(tenant, keys.full, 'identity', 'application/json'),
  );
  const of = (name: string, value: fc.Arbitrary<string>, times: number): fc.Arbitrary<Header[]> => {
    const one = seldom(4, odd, value).map((text) => [[name, text] as const]);
    const two = fc.tuple(one, one).map((both) => both.flat());
    return seldom(times, seldom(8, two, one), fc.constant([]));
  };
  return fc
    .tuple(
      seldom(endpoint.access === 'token' ? 1 : 40, authorizations(tokens), fc.constant([])),
      of('x-api-key', fc.constantFrom(...keys.others), 20),
      of('x-tenant-id', fc.constantFrom('bound', 'elsewhere'), 20),
      of(
        'idempotency-key',
        fc.nat(99).map((n) => `key-${n}`),
        method === 'POST' ? 5 : 40,
      ),
      of('x-acting-user-id', fc.constantFrom(...own.users), 8),
      of('prefer', fc.constant('return=representation'), 10),
      of('x-request-id', fc.constant('request-1'), 20),
      of('content-type', fc.constantFrom('text/plain', 'application/json; charset=utf-8'), 30),
      of('origin', fc.constantFrom('https://a.example', 'null'), 20),
      of('content-encoding', fc.constantFrom('gzip', 'identity'), 60),
      of('host', fc.constantFrom('ann.localhost', 'BOB.localhost:1'), 60),
    )
    .map((lists) => lists.flat());
}

/** Mostly a valid one; rarely two. */
function authorizations({ own, others, forged }: Tokens): fc.Arbitrary<Header[]> {
  const one = fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...own).map(bearer) },
    { weight: 2, arbitrary: fc.constantFrom(...others).map(bearer) },
    { weight: 2, arbitrary: fc.constantFrom(...forged) },
    { weight: 1, arbitrary: fc.constantFrom(...own).map((token) => `BEARER   ${token}  `) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...own), fc.nat(), fc.constantFrom('A', 'z', '-', '.', '=', '+', '~', '\xff'))
        .map(([token, at, character]) => {
          const place = at % token.length;
          return bearer(token.slice(0, place) + character + token.slice(place + 1));
        }),
    },
  );
  return fc
    .oneof({ weight: 40, arbitrary: fc.tuple(one) }, { weight: 1, arbitrary: fc.tuple(one, one) })
    .map((values) => values.map((value) => ['authorization', value] as const));
}

const bearer = (token: string) => `Bearer ${token}`;

/** Other methods, other addresses. */
function elsewhere(world: World): fc.Arbitrary<Request> {
  const path = fc.constantFrom(...ELSEWHERE, ...ROUTES.map(({ url }) => url.replaceAll(/:\w+/g, '1')));
  const more = seldom(4, fc.constantFrom(...SEGMENTS), fc.constant(''));
  return fc
    .tuple(fc.constantFrom(...METHODS), path, more)
    .map(([method, at, segment]) => requestTo(world, [method, at + segment]));
}

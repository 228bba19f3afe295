import { ROUTES, type Route } from '../../src/http/routes.ts';
import { contractCases, renameCases } from './contract-cases.ts';
import { deepCases } from './deep.ts';
import { oddHeaders } from './header-cases.ts';
import { rawRequests } from './raw.ts';
import { type Attempt, type Header, type Request, requestTo } from './request.ts';
import { FairQueue, hasJsonBody, RouteCases } from './route-cases.ts';
import { ELSEWHERE, METHODS } from './values.ts';
import type { World } from './world.ts';

/**
 * The fixed requests of every run: each bad value in the places of each route, and other causes of past server
 * failures. The ids in its requests exist, so that a single fault decides the answer.
 */
export function* corpus(world: World): Generator<Attempt> {
  // First the requests that the server waits for.
  yield* rawRequests(world);
  yield* deepCases(world);
  yield* tokenCases(world);
  const turns = new FairQueue();
  // Headers and large amounts are handled alike for all routes, so two routes stand for all. (One of them does little
  // with a valid body, and takes an acting user.)
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
  // Routes that change a lot or remove something go last.
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

/** Without a valid token no route reveals anything. */
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

function rank({ method, url }: Route): number {
  // Messages before their threads.
  return method === 'DELETE' ? 2 - url.length / 1_000 : /change-user-id|owner$/.test(url) ? 1 : 0;
}

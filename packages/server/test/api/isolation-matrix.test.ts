import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES, type Route } from '../../src/http/routes.ts';
import type { Answer } from '../harness/test-server.ts';
import { type Belongings, NEVER, type SeatName } from './isolation/belongings.ts';
import { type Cell, cellsOf, placesOf, variantsOf } from './isolation/cells.ts';
import { ON_PURPOSE, SCENARIOS } from './isolation/kinds.ts';
import { fieldsOf } from './isolation/paths.ts';
import { SAMPLES } from './isolation/samples.ts';
import { leaksIn, startTrial, type Trial } from './isolation/trial.ts';

/**
 * An id of another space, or of what was deleted, is answered like one that never existed: the same to the byte, and
 * nothing is changed (ARCHITECTURE.md, "Always true", 5). This is tried for every route × every place of an id in its
 * request × every scenario.
 *
 * The matrix is generated from the ids that endpoints declare (http/endpoint.ts). By hand there is one valid request for
 * each endpoint (isolation/samples.ts), the ways to name what somebody has, and what is found on purpose
 * (isolation/kinds.ts).
 */

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
});
afterAll(() => trial.close());

/** Every cell that was tried, by the id of its endpoint. */
const tried = new Map<string, Cell[]>();
/** Spaces that have nothing in common, each with who asks there. */
const SPACES = ['tenant', 'bound tenant', 'no tenant', 'other application'] as const;

describe('the table of routes', () => {
  /** Fields that name nothing. Each field of a request stands here, or its endpoint declares it an id. */
  const NO_IDS = new Set(
    `avatar_url description display_name image_url is_guest label metadata name subtitle text title webhook_url
     custom_name height mime_type payload size source_thumb_url source_url type width
     id_type include_global limit member_id_type only_public_thread role status until`.split(/\s+/),
  );
  const nameOf = (path: string) => /(\w+)(\[\])?$/.exec(path)?.[1] ?? '';
  const isIdByLooks = (name: string, { format = '' }: Record<string, unknown>) =>
    /(^|_)(ids?|seq)$/.test(name) || /identifier|decimal/.test(String(format));

  test('says of every field of a request whether it is an id', () => {
    const fields = ROUTES.flatMap(({ endpoint }) =>
      [...fieldsOf(endpoint)].map(([path, schema]) => ({ endpoint, path, schema, name: nameOf(path) })),
    );
    const undeclared = fields.filter(({ endpoint, path }) => !(path in endpoint.ids));
    const unknown = undeclared.filter(({ name, schema }) => !NO_IDS.has(name) || isIdByLooks(name, schema));
    expect(unknown.map(({ endpoint, path }) => `${endpoint.id} ${path}`)).toEqual([]);
    const names = new Set(fields.map(({ name }) => name));
    expect([...NO_IDS].filter((name) => !names.has(name))).toEqual([]);
  });

  test('declares ids only where requests have fields', () => {
    const stray = ROUTES.flatMap(({ endpoint }) => {
      const fields = fieldsOf(endpoint);
      return Object.keys(endpoint.ids)
        .filter((path) => !fields.has(path))
        .map((path) => `${endpoint.id} ${path}`);
    });
    expect(stray).toEqual([]);
  });

  test('has the parameters of every URL in a schema', () => {
    const inUrls = ROUTES.map(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name]) => `params.${name}`));
    const inSchemas = ROUTES.map(({ endpoint }) =>
      [...fieldsOf(endpoint).keys()].filter((path) => path.startsWith('params.')),
    );
    expect(inUrls).toEqual(inSchemas);
  });

  test('has samples with every place of an id', () => {
    const endpoints = new Set(ROUTES.map(({ endpoint }) => endpoint.id));
    expect(endpoints.symmetricDifference(new Set(Object.keys(SAMPLES)))).toEqual(new Set());
    const without = ROUTES.flatMap(({ endpoint }) => {
      const shown = variantsOf(endpoint, NEVER).flatMap(({ places }) => places.map(({ path }) => path));
      const paths = placesOf(endpoint).map(({ path }) => path);
      return paths.filter((path) => !shown.includes(path)).map((path) => `${endpoint.id} ${path}`);
    });
    expect(without).toEqual([]);
  });
});

describe.each(ROUTES)('$endpoint.id', (route) => {
  const { endpoint } = route;

  test('succeeds with its samples in every space', async () => {
    const samplesOf = (seat: SeatName) => variantsOf(endpoint, trial.world[seat].own);
    for (const index of samplesOf('tenant').keys()) {
      const codes = SPACES.map(async (seat) => {
        const { body } = await trial.ask(route, seat, samplesOf(seat)[index]?.sample ?? {});
        return `${seat}: ${body.message_code} ${JSON.stringify(body.errors ?? [])}`;
      });
      const answered = await Promise.all(codes);
      await trial.undo();
      expect(answered).toEqual(SPACES.map((seat) => `${seat}: M200 []`));
    }
  });

  test('takes no key of another tenant or application', async () => {
    const codeOf = async (...[seat, of, instead]: [SeatName, SeatName, object]) => {
      const [variant] = variantsOf(endpoint, trial.world[of].own);
      return (await trial.ask(route, seat, variant?.sample ?? {}, instead)).body.message_code;
    };
    const codes = await Promise.all([
      codeOf('bound tenant', 'tenant', { tenant: 'home' }),
      codeOf('no tenant', 'other application', { headers: { host: 'other.localhost' } }),
      codeOf('other application', 'no tenant', { headers: { host: 'test.localhost' } }),
    ]);
    expect(codes).toEqual(['M40302', 'M40104', 'M40104']);
    expect(await trial.undo()).toEqual([]);
  });

  test('answers ids of others like ids that never existed', async () => {
    const cells = cellsOf(endpoint, trial.world);
    tried.set(endpoint.id, cells);
    const leaks = await leaksIn(trial, route, cells);
    expect(leaks, leaks.slice(0, 5).join('\n')).toHaveLength(0);
  });
});

const isList = ({ endpoint }: Route) => fieldsOf(endpoint).has('query.limit');
interface Listed {
  id?: string;
  ext_user_id?: string;
}
const idsIn = ({ body }: Answer) => (body.data as Listed[]).map((item) => item.id ?? item.ext_user_id);

test.each(ROUTES.filter(isList))('$endpoint.id has nothing of another space', async (route) => {
  // Together, because reads are shared.
  const lists = [...SPACES, 'namesake' as const].map(async (seat) => {
    const [variant] = variantsOf(route.endpoint, trial.world[seat].own);
    return idsIn(await trial.ask(route, seat, variant?.sample ?? {}));
  });
  const listed = await Promise.all(lists);
  expect(listed.filter((list) => list.length === 0)).toEqual([]);
  expect(listed.flat().filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
});

function routeOf(id: string): Route {
  const route = ROUTES.find(({ endpoint }) => endpoint.id === id);
  if (route === undefined) throw new Error(`there is no endpoint ${id}`);
  return route;
}

test('a tenant lists with the global packs those of its own application', async () => {
  const { tenant, 'no tenant': shared } = trial.world;
  const list = await trial.ask(routeOf('listStickerPacks'), 'tenant', { query: { include_global: true } });
  expect(new Set(idsIn(list))).toEqual(new Set([tenant.own.pack, shared.own.pack]));
});

test('an id of another space does not even change to itself', async () => {
  const toItself = ({ member: { user_id } }: Belongings) =>
    trial.ask(routeOf('changeUserId'), 'tenant', {
      params: { current_user_id: user_id, new_user_id: user_id },
    });
  const missing = await toItself(NEVER);
  for (const owner of ['bound tenant', 'no tenant', 'namesake'] as const) {
    expect(await toItself(trial.world[owner].own)).toEqual(missing);
  }
});

test('the matrix is whole', () => {
  const wanted = ROUTES.flatMap(({ endpoint }) =>
    placesOf(endpoint).flatMap(({ path }) =>
      Object.keys(SCENARIOS).map((scenario) => `${endpoint.id}, ${path}: ${scenario}`),
    ),
  );
  const alone = [...tried].flatMap(([id, cells]) =>
    cells
      .filter(({ paths }) => paths.length === 1)
      .map(({ paths, scenario }) => `${id}, ${paths[0]}: ${scenario}`),
  );
  expect(wanted.length).toBeGreaterThan(ROUTES.length * Object.keys(SCENARIOS).length);
  expect(new Set(wanted).difference(new Set(alone))).toEqual(new Set());

  const cells = [...tried.values()].flat();
  const met = cells.flatMap(({ expectation }) => (expectation.is === 'found' ? expectation.reasons : []));
  expect(ON_PURPOSE.filter((one) => !met.includes(one))).toEqual([]);
  process.stdout.write(`${summary().join('\n')}\n`);
});

/** A line for each group of routes, and one for all. */
function summary(): string[] {
  const line = (title: string, routes: readonly Route[]) => {
    const cells = routes.flatMap(({ endpoint }) => tried.get(endpoint.id) ?? []);
    const places = routes.flatMap(({ endpoint }) => placesOf(endpoint));
    const found = cells.filter(({ expectation }) => expectation.is === 'found');
    const counts = `${routes.length} routes, ${places.length} places, ${cells.length.toLocaleString('en')} cells`;
    return `${title}: ${counts}, ${found.length} of them found on purpose`;
  };
  const groups = Map.groupBy(ROUTES, ({ endpoint }) => endpoint.tag);
  return [...[...groups].map(([tag, routes]) => line(`  ${tag}`, routes)), line('isolation matrix', ROUTES)];
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf } from '../../../src/edge/ids.ts';
import type { Answer, CallOptions } from '../../harness/calls.ts';
import type { SeatName, World } from './belongings.ts';
import { type Cell, cellsOf, placesOf, variantsOf } from './cells.ts';
import type { Entrance } from './doors.ts';
import { canMeet, ON_PURPOSE, scenariosOf } from './kinds.ts';
import { leaksIn, startTrial, type Trial } from './trial.ts';

/** A part of the matrix: some routes, tested on their own server. */
export interface Part {
  title: string;
  routes: readonly Entrance[];
  /** Who asks. */
  seats: readonly SeatName[];
  /** Other callers that the routes refuse whatever the request, with the expected answer. */
  credentials: (world: World) => readonly (readonly [who: CallOptions, asksFor: SeatName, code: string])[];
  /** Lists that share rows between spaces by design; they have tests of their own. */
  sharedLists: readonly string[];
}

/** Declares the tests of a part of the matrix; returns a function that gives further tests its trial. */
export function tryIsolation({ title, routes, seats, credentials, sharedLists }: Part): () => Trial {
  let trial: Trial;
  beforeAll(async () => {
    trial = await startTrial();
  });
  afterAll(() => trial.close());

  /** Every tested cell, by the id of its endpoint. */
  const tried = new Map<string, Cell[]>();

  describe.each(routes)('$endpoint.id', (route) => {
    const { endpoint } = route;

    test('succeeds with its samples in every space', async () => {
      const samplesOf = (seat: SeatName) => variantsOf(endpoint, trial.world[seat].own);
      const spaces =
        endpoint.ofApplication === true
          ? seats.filter((seat) => !seat.includes('tenant') || seat === 'no tenant')
          : seats;
      for (const index of samplesOf('tenant').keys()) {
        const codes = spaces.map(async (seat) => {
          const { body } = await trial.ask(route, seat, samplesOf(seat)[index]?.sample ?? {});
          return `${seat}: ${body.message_code} ${JSON.stringify(body.errors ?? [])}`;
        });
        const answered = await Promise.all(codes);
        await trial.undo();
        expect(answered).toEqual(spaces.map((seat) => `${seat}: M200 []`));
      }
    });

    test('refuses credentials of another space or kind', async () => {
      const refused = credentials(trial.world);
      const codes = refused.map(async ([who, asksFor]) => {
        const [variant] = variantsOf(endpoint, trial.world[asksFor].own);
        return (await trial.ask(route, who, variant?.sample ?? {})).body.message_code;
      });
      expect(await Promise.all(codes)).toEqual(refused.map(([, , code]) => code));
      expect(await trial.undo()).toEqual([]);
    });

    test('answers ids of others like ids that never existed', async () => {
      const cells = cellsOf(endpoint, trial.world);
      tried.set(endpoint.id, cells);
      const leaks = await leaksIn(trial, route, cells);
      expect(leaks, leaks.slice(0, 5).join('\n')).toHaveLength(0);
    });
  });

  const lists = routes.filter(
    ({ endpoint }) => fieldsOf(endpoint).has('query.limit') && !sharedLists.includes(endpoint.id),
  );
  test.each(lists)('$endpoint.id shows nothing of another space', async (route) => {
    for (const index of variantsOf(route.endpoint, trial.world.tenant.own).keys()) {
      // Together, because reads are shared.
      const answers = [...seats, 'namesake' as const].map(async (seat) => {
        const variant = variantsOf(route.endpoint, trial.world[seat].own)[index];
        return idsIn(await trial.ask(route, seat, variant?.sample ?? {}));
      });
      const listed = await Promise.all(answers);
      expect(listed.filter((list) => list.length === 0)).toEqual([]);
      expect(listed.flat().filter((id, place, all) => all.indexOf(id) !== place)).toEqual([]);
    }
  });

  test('the matrix is whole', () => {
    const wanted = routes.flatMap(({ endpoint }) =>
      placesOf(endpoint).flatMap(({ path }) =>
        scenariosOf(endpoint).map((scenario) => `${endpoint.id}, ${path}: ${scenario}`),
      ),
    );
    const alone = [...tried].flatMap(([id, cells]) =>
      cells
        .filter(({ paths }) => paths.length === 1)
        .map(({ paths, scenario }) => `${id}, ${paths[0]}: ${scenario}`),
    );
    expect(wanted.length).toBeGreaterThan(routes.length * seats.length);
    expect(new Set(wanted).difference(new Set(alone))).toEqual(new Set());

    const cells = [...tried.values()].flat();
    const met = cells.flatMap(({ expectation }) => (expectation.is === 'found' ? expectation.reasons : []));
    const unmet = ON_PURPOSE.filter((one) => !met.includes(one) && routes.some(canMeet(one)));
    expect(unmet).toEqual([]);
    process.stdout.write(`${summary().join('\n')}\n`);
  });

  /** One line for each group of routes, and a total. */
  function summary(): string[] {
    const line = (group: string, some: readonly Entrance[]) => {
      const cells = some.flatMap(({ endpoint }) => tried.get(endpoint.id) ?? []);
      const places = some.flatMap(({ endpoint }) => placesOf(endpoint));
      const found = cells.filter(({ expectation }) => expectation.is === 'found');
      const counts = `${some.length} routes, ${places.length} places, ${cells.length.toLocaleString('en')} cells`;
      return `${group}: ${counts}, ${found.length} of them found on purpose`;
    };
    const groups = Map.groupBy(routes, ({ endpoint }) => endpoint.tag);
    return [...[...groups].map(([tag, some]) => line(`  ${tag}`, some)), line(title, routes)];
  }

  return () => trial;
}

interface Listed {
  id?: string;
  ext_user_id?: string;
  message?: { id: string };
  thread_id?: string;
  seq?: number;
}

export function idsIn({ body }: Answer) {
  return (body.data as Listed[]).map(
    ({ id, ext_user_id, message, thread_id, seq }) =>
      id ?? ext_user_id ?? message?.id ?? `${thread_id}.${seq}`,
  );
}

export function routeOf(routes: readonly Entrance[], id: string): Entrance {
  const route = routes.find(({ endpoint }) => endpoint.id === id);
  if (route === undefined) throw new Error(`there is no endpoint ${id}`);
  return route;
}

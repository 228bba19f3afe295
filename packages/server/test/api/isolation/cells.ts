import { isRecord } from '@palaver/protocol/values';
import type { IdKind } from '../../../src/edge/ids.ts';
import { idsOf } from '../../../src/edge/ids.ts';
import { ACTING_HEADER } from '../../../src/http/auth.ts';
import { put, valuesAt } from '../../catalogue/paths.ts';
import { framesOf, requestsOf, type Sample } from '../../catalogue/requests.ts';
import { NEVER, type Space } from '../../catalogue/space.ts';
import type { SeatName, World } from './belongings.ts';
import type { Door } from './doors.ts';
import {
  BY_TYPE,
  MADE_WITHOUT_TENANT,
  MAKES,
  ON_PURPOSE,
  type OnPurpose,
  POSITIONS,
  SCENARIOS,
  type Scenario,
  scenariosOf,
  WAYS,
  type Way,
  waysOf,
} from './kinds.ts';

/** The place of an id in a request, and its kind. */
export interface Place {
  /** `params.thread_id`, `body.member_ids[]`, `headers.X-Acting-User-Id`. */
  path: string;
  kind: IdKind;
}

const ACTING_PLACE = `headers.${ACTING_HEADER}`;

/** Every place of an endpoint. */
export function placesOf(door: Door): Place[] {
  const places = Object.entries(idsOf(door)).map(([path, kind]) => ({ path, kind }));
  return door.actsAs === true ? [...places, { path: ACTING_PLACE, kind: 'user' }] : places;
}

/** A sample and its places of ids. */
export interface Variant {
  sample: Sample;
  idType: 1 | 2;
  places: Place[];
  /** The places in which it differs from the variants before it. */
  newPlaces: Place[];
}

/** The samples of an endpoint, also on behalf of the owner where the endpoint supports that. */
export function variantsOf(endpoint: Door, own: Space): Variant[] {
  const all = placesOf(endpoint);
  const seen = new Set<string>();
  const variant = (sample: Sample, isNew: (place: Place) => boolean): Variant => {
    const idType = idTypeOf(sample);
    const places = all.filter(({ path }) => valuesAt(sample, path).length > 0);
    const paths = places.map(({ path }) => path).join();
    const newPlaces = places.filter((place) => {
      const key = `${paths}: ${place.path} ${BY_TYPE.includes(place.kind) ? idType : ''}`;
      return isNew(place) && !seen.has(key) && seen.add(key);
    });
    return { sample, idType, places, newPlaces };
  };
  const samples = endpoint.frame === undefined ? requestsOf(endpoint, own) : framesOf(endpoint.frame, own);
  const acting = { headers: { [ACTING_HEADER]: own.owner.user_id } };
  const actings = endpoint.actsAs === true ? samples.map((sample) => ({ ...sample, ...acting })) : [];
  return [
    ...samples.map((sample) => variant(sample, () => true)),
    ...actings
      .map((sample) => variant(sample, ({ path }) => path === ACTING_PLACE))
      .filter(({ newPlaces }) => newPlaces.length > 0),
  ];
}

/** The way in which a sample names users. */
function idTypeOf({ query, body }: Sample): 1 | 2 {
  const inBody = isRecord(body) ? body.id_type : undefined;
  return (query?.id_type ?? query?.member_id_type ?? inBody) === 1 ? 1 : 2;
}

/** A place, and how the scenario's id is named there. */
interface Named {
  place: Place;
  way: Way;
}

/** One request of the matrix: a sample with ids of the scenario at one or more of its places. */
export interface Cell {
  scenario: Scenario;
  paths: string[];
  /** For people: `another tenant: params.thread_id (group)`. */
  name: string;
  /** The caller, and the owner of the ids. */
  asks: SeatName;
  owner: SeatName;
  request: Sample;
  expectation: Expectation;
}

/** The next page of a chat list has what comes before the position, because the latest is first. */
export type Direction = 'after' | 'before' | 'around';

const DIRECTIONS: Partial<Record<string, Direction>> = {
  'query.before_seq': 'before',
  'query.around_seq': 'around',
};

/**
 * The expected outcome, compared with the request `beside`, which differs only in these names. Ids that never existed
 * are refused alike everywhere, so refusals are compared with those of one seat.
 */
export type Expectation = Verdict & { beside: { asks: SeatName; request: Sample }; names: string[] };

type Verdict =
  /** Byte for byte the same answer as for ids that never existed, and no change. */
  | { is: 'refused' }
  /** The same success as with names that never existed. */
  | { is: 'made' }
  /** Our own list: after, before or around this position. */
  | { is: 'page'; from: string; direction: Direction }
  /** An intended exception: another answer than for ids that never existed. */
  | { is: 'found'; reasons: OnPurpose[] };

/** The cells of an endpoint: each place in each way, each pair of places, and all places together. */
export function cellsOf(endpoint: Door, world: World): Cell[] {
  const variantsFrom = (seat: SeatName) =>
    variantsOf(endpoint, world[seat].own).map((variant) => ({ seat, variant }));
  const ofTenant = variantsFrom('tenant');
  return scenariosOf(endpoint).flatMap((scenario) =>
    variantsFrom(SCENARIOS[scenario].asks).flatMap((own, index) =>
      choicesOf(own.variant.places)
        .filter((choice) => choice.some((place) => own.variant.newPlaces.includes(place)))
        .flatMap((choice) => namingsOf(choice, own.variant.idType))
        .map((named) => cellOf(scenario, own, ofTenant[index] ?? own, named, world)),
    ),
  );
}

function choicesOf(places: readonly Place[]): Place[][] {
  const pairs = places.flatMap((one, index) => places.slice(index + 1).map((other) => [one, other]));
  return [...places.map((place) => [place]), ...pairs, ...(places.length > 2 ? [[...places]] : [])];
}

/** A single place in each of its ways; several places only in their first ways, whose names belong together. */
function namingsOf(places: readonly Place[], idType: 1 | 2): Named[][] {
  const each = places.map(({ path, kind }) => {
    // The list then continues from a number.
    const meant = kind === 'last_member' && idType === 1 ? 'position' : kind;
    return waysOf(meant, idType).map((way) => ({ place: { path, kind: meant }, way }));
  });
  const [only = [], ...others] = each;
  return others.length === 0 ? only.map((one) => [one]) : [each.flatMap((ways) => ways.slice(0, 1))];
}

/** A sample of a seat's own. */
interface Own {
  seat: SeatName;
  variant: Variant;
}

function cellOf(scenario: Scenario, own: Own, ofTenant: Own, named: Named[], world: World): Cell {
  const { asks, names } = SCENARIOS[scenario];
  const places = named.map(({ place, way }) => `${place.path} (${way})`).join(', ');
  const theirs = world[names].own;
  return {
    scenario,
    paths: named.map(({ place }) => place.path),
    name: `${scenario}: ${places}`,
    asks,
    owner: names,
    request: fill(own.variant.sample, named, theirs),
    expectation: expectationOf(own, ofTenant, named, names, theirs),
  };
}

function expectationOf(own: Own, ofTenant: Own, named: Named[], of: SeatName, theirs: Space): Expectation {
  const reasons = ON_PURPOSE.filter((one) => one.of.includes(of) && isMet(one.when, named));
  const isFound = ({ place, way }: Named) => reasons.some(({ when }) => when[place.kind]?.includes(way));
  const besideOf = (some: Named[], { seat, variant } = own) => ({
    beside: { asks: seat, request: fill(variant.sample, some, NEVER) },
    names: some.flatMap(({ way }) => [WAYS[way](theirs), WAYS[way](NEVER)]),
  });
  if (named.every(isFound)) return { is: 'found', reasons, ...besideOf(named) };

  const areAll = (kinds: readonly IdKind[]) => named.every(({ place }) => kinds.includes(place.kind));
  const [first] = named;
  if (first !== undefined && areAll(POSITIONS)) {
    const inList = first.place.kind === 'position' ? 'after' : 'before';
    const direction = DIRECTIONS[first.place.path] ?? inList;
    return { is: 'page', from: WAYS[first.way](theirs), direction, ...besideOf([]) };
  }
  if (areAll(['log_position'])) return { is: 'made', ...besideOf([]) };
  // Intended exceptions count as our own.
  const sought = named.filter((one) => !isFound(one));
  const made = [...MAKES, ...POSITIONS, ...(own.seat === 'no tenant' ? MADE_WITHOUT_TENANT : [])];
  const isMade = sought.every(({ place }) => made.includes(place.kind));
  return isMade ? { is: 'made', ...besideOf(sought) } : { is: 'refused', ...besideOf(sought, ofTenant) };
}

/** Whether each of these kinds is named in one of its ways. */
function isMet(when: Partial<Record<string, readonly Way[]>>, named: readonly Named[]): boolean {
  return Object.entries(when).every(([kind, ways]) =>
    named.some(({ place, way }) => place.kind === kind && ways?.includes(way)),
  );
}

/** The sample with the ids of these belongings at these places. */
function fill(sample: Sample, named: readonly Named[], belongings: Space): Sample {
  return named.reduce((request, { place, way }) => put(request, place.path, WAYS[way](belongings)), sample);
}

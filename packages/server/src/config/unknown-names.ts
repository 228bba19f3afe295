import { editDistance } from '../platform/edit-distance.ts';
import { SETTINGS } from './config.ts';

const PREFIX = 'PALAVER_';
/** A name with at most this many typing errors gets a suggestion. */
const MAX_DISTANCE = 2;
const MAX_NAME_LENGTH = 64;

const NAMES: ReadonlySet<string> = new Set(
  Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`]),
);

/** Variables that Kubernetes sets in every pod beside a service with the name `palaver`. */
const OF_SERVICE = /^PALAVER_(?:SERVICE_(?:HOST|PORT(?:_.*)?)|PORT(?:_\d+_.*)?)$/;

/**
 * `PALAVER_…` variables that are not settings: `mistyped` has a message for each that resembles one, and `unknown` for each other, which
 * may be a setting of another version.
 */
export function checkNames(environment: NodeJS.ProcessEnv): { mistyped: string[]; unknown: string[] } {
  const isInPod = environment.PALAVER_SERVICE_HOST !== undefined;
  const faults = Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !NAMES.has(name) && !(isInPod && OF_SERVICE.test(name)))
    .map((name) => ({
      fault: `${name} is not a setting of Palaver`,
      meant: suggestName(name.toUpperCase()),
    }));
  return {
    mistyped: faults.flatMap(({ fault, meant }) =>
      meant === undefined ? [] : [`${fault}: did you mean ${meant}?`],
    ),
    unknown: faults.flatMap(({ fault, meant }) => (meant === undefined ? [fault] : [])),
  };
}

function suggestName(unknown: string): string | undefined {
  const bare = unknown.slice(PREFIX.length);
  if (NAMES.has(bare)) return bare;
  if (unknown.length > MAX_NAME_LENGTH) return undefined;
  const [nearest] = [...NAMES]
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => ({ name, distance: editDistance(unknown, name) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.name;
}

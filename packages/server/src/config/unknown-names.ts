import { editDistance } from '../platform/edit-distance.ts';
import { SETTINGS } from './config.ts';

const PREFIX = 'PALAVER_';
/** A name with at most this many typing errors gets a suggestion. */
const MAX_DISTANCE = 2;
const MAX_NAME_LENGTH = 64;

const NAMES: ReadonlySet<string> = new Set(
  Object.values(SETTINGS).flatMap(({ name }) => [name, `${name}_FILE`]),
);

/** A warning for each `PALAVER_…` variable that is not a setting. */
export function warningsOfNames(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !NAMES.has(name))
    .map(warningOf);
}

function warningOf(unknown: string): string {
  const meant = suggestName(unknown.toUpperCase());
  return `${unknown} is not a setting of Palaver${meant === undefined ? '' : `: did you mean ${meant}?`}`;
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

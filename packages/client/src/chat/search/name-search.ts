import type { ClientThread, Peer } from '../../api.ts';
import type { Rest } from '../connection/rest.ts';

/** People that were found. */
export interface PeoplePage {
  /** Exact matches come first. */
  people: Peer[];
  /** Where to continue; null if there are no more people. */
  next: string | null;
}

/** So many pages at most are fetched until there are enough people: a page of a search that takes long may be empty. */
const MOST_PAGES = 5;

export async function findPeople(
  rest: Rest,
  q: string,
  { limit = 30, next: start }: { limit?: number; next?: string } = {},
): Promise<PeoplePage> {
  const people: Peer[] = [];
  let next = start ?? null;
  for (let pages = 0; pages < MOST_PAGES && people.length < limit; pages += 1) {
    const from = next === null ? {} : { next };
    const page = await rest.cursorPage<Peer>('/people', { q, limit: limit - people.length, ...from });
    people.push(...page.items);
    next = page.next;
    if (next === null) break;
  }
  return { people, next };
}

export function findThreadsByName(
  rest: Rest,
  q: string,
  { limit = 30 }: { limit?: number } = {},
): Promise<ClientThread[]> {
  const after = (page: ClientThread[]) => ({ last_id: page.at(-1)?.list_position });
  return rest.first<ClientThread>('/threads', { q, limit }, after);
}

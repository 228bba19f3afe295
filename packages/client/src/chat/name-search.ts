import type { ClientThread, Peer } from '../api.ts';
import type { Rest } from './rest.ts';

/** People that were found. */
export interface PeoplePage {
  /** Exact matches come first. */
  people: Peer[];
  /** Where to continue; null if there are no more people. */
  next: string | null;
}

/** Which threads to find. */
export interface ThreadSearch {
  /** The name, or the beginnings of its words. */
  q?: string;
  reference_id?: string;
  satl_reference_id?: string;
  /** 30 by default, at most 100. */
  limit?: number;
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

export function findThreads(rest: Rest, { limit = 30, ...search }: ThreadSearch): Promise<ClientThread[]> {
  const after = (page: ClientThread[]) => ({ last_id: page.at(-1)?.list_position });
  return rest.first<ClientThread>('/threads', { ...search, limit }, after);
}

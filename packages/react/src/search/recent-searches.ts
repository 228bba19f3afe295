import { useKeptList } from '../hooks/use-kept-list.ts';

const MOST = 8;

/** What this user has searched for in this browser, the latest first. */
export function useRecentSearches(me: string) {
  const [kept, keep] = useKeptList(`palaver recent searches ${me}`);
  const recent = kept.slice(0, MOST);
  const without = (query: string) => recent.filter((one) => one.toLowerCase() !== query.toLowerCase());
  return {
    recent,
    add: (query: string) => keep([query, ...without(query)].slice(0, MOST)),
    remove: (query: string) => keep(without(query)),
    clear: () => keep([]),
  };
}

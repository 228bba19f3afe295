import { useClient } from '../context/chat-context.ts';
import { useMe } from '../hooks/use-chats.ts';
import { useKeptList } from '../hooks/use-kept-list.ts';

const MOST = 8;

/** What this user has searched for on this server, as this browser knows it; the latest first. */
export function useRecentSearches() {
  const { url } = useClient();
  const [kept, keep] = useKeptList(`palaver recent searches ${url} ${useMe()}`);
  const recent = kept.slice(0, MOST);
  const without = (query: string) => recent.filter((one) => one.toLowerCase() !== query.toLowerCase());
  return {
    recent,
    add: (query: string) => keep([query, ...without(query)].slice(0, MOST)),
    remove: (query: string) => keep(without(query)),
    clear: () => keep([]),
  };
}

import { useState } from 'react';

const MOST = 8;

/** What this user has searched for in this browser, the latest first. */
export function useRecentSearches(me: string) {
  const key = `palaver recent searches ${me}`;
  const [recent, setRecent] = useState(() => read(key));
  const keep = (queries: readonly string[]) => {
    setRecent(queries);
    write(key, queries);
  };
  const without = (query: string) => recent.filter((one) => one.toLowerCase() !== query.toLowerCase());
  return {
    recent,
    add: (query: string) => keep([query, ...without(query)].slice(0, MOST)),
    remove: (query: string) => keep(without(query)),
    clear: () => keep([]),
  };
}

function read(key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((query) => typeof query === 'string').slice(0, MOST) : [];
  } catch {
    // Not readable, or not ours.
    return [];
  }
}

function write(key: string, queries: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(queries));
  } catch {
    // The browser keeps nothing: they last as long as the page.
  }
}

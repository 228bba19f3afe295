import type { Chat, MessageSearch, SearchState } from '@palaver/client';
import { useEffect, useState } from 'react';
import { useReadable } from '../use-readable.ts';

const NOT_YET: SearchState = { query: '', hits: [], isLoading: false, hasMore: false, error: undefined };
const NONE = { getSnapshot: () => NOT_YET, subscribe: () => () => {} };

/** The hits of a query, in one thread or in all, as the user types. */
export function useSearch(chat: Chat, query: string, threadId: string | undefined) {
  const [search, setSearch] = useState<MessageSearch>();
  useEffect(() => {
    const opened = chat.search('');
    setSearch(opened);
    return () => opened.close();
  }, [chat]);
  useEffect(() => {
    search?.setQuery(query, threadId === undefined ? {} : { thread_id: threadId });
  }, [search, query, threadId]);
  const state = useReadable<SearchState>(search ?? NONE);
  return { ...state, loadMore: () => void search?.loadMore() };
}

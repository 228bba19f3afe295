import type { MessageSearch, SearchState } from '@palaver/client';
import { useEffect, useState } from 'react';
import { useClient } from '../context/chat-context.ts';
import { useReadable } from './use-readable.ts';

const NOT_YET: SearchState = { query: '', hits: [], isLoading: false, hasMore: false, error: undefined };
const NONE = { getSnapshot: () => NOT_YET, subscribe: () => () => {} };

/** The messages that a query finds, in one thread or in all, as the user types. */
export function useSearch(query: string, threadId?: string) {
  const client = useClient();
  const [search, setSearch] = useState<MessageSearch>();
  useEffect(() => {
    const opened = client.search('');
    setSearch(opened);
    return () => opened.close();
  }, [client]);
  useEffect(() => {
    search?.setQuery(query, threadId === undefined ? {} : { thread_id: threadId });
  }, [search, query, threadId]);
  const state = useReadable<SearchState>(search ?? NONE);
  return { ...state, loadMore: () => void search?.loadMore() };
}

import type { ClientSearchHit, MessageKind } from '../../api.ts';
import type { PalaverError } from '../../error.ts';

/** Which messages a search finds. */
export interface SearchFilters {
  /** Only those of this thread. */
  thread_id?: string;
  /** Only those of this user or bot, by `ext_user_id`. */
  sender?: string;
  kind?: MessageKind;
  /** Only those from before this time, in Unix milliseconds. */
  before?: number;
  /** Only those from this time or later, in Unix milliseconds. */
  after?: number;
}

/** Options of `chat.search()`. */
export interface SearchOptions extends SearchFilters {
  /** How many hits a page has at most, 1 to 100; 20 by default. */
  limit?: number;
  /** How long `setQuery` waits for the next key press before it searches; 150 ms by default. */
  debounceMs?: number;
}

/** The state of a search. */
export interface SearchState {
  /** What is searched for, without white space around it. If it is empty, nothing is requested. */
  query: string;
  /**
   * The hits so far, newest first. While a new query is loading, those of the previous query. They change with their messages: see
   * {@link MessageSearch}.
   */
  hits: readonly ClientSearchHit[];
  /** Whether hits are being fetched, or `setQuery` waits for the next key press. */
  isLoading: boolean;
  /** Whether `loadMore()` may find more, or try again what has failed. */
  hasMore: boolean;
  /** Why the last request failed: `M40010` if the query is too long. The next request clears it. */
  error: PalaverError | undefined;
}

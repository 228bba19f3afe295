import { type Readable, when } from '../state/store.ts';
import type { SearchFilters, SearchState } from './search-state.ts';
import type { SearchStore } from './search-store.ts';

/**
 * A search for messages, and its hits. A hit whose message is edited shows the new text, without ranges; the hit of a deleted message, or of
 * a thread that the user has left, disappears. New messages are not added.
 */
export class MessageSearch implements Readable<SearchState> {
  readonly #store: SearchStore;

  constructor(store: SearchStore) {
    this.#store = store;
  }

  /**
   * Returns the current state of the search. Returns the same object until the state changes.
   *
   * @example
   * ```ts
   * const { hits, isLoading } = search.getSnapshot();
   * ```
   */
  readonly getSnapshot = (): SearchState => this.#store.state.getSnapshot();
  /**
   * Calls `run` with the state, immediately and after each change. Returns a function that unsubscribes.
   *
   * @example
   * ```ts
   * const stop = search.subscribe(({ hits }) => console.log(hits.length));
   * stop();
   * ```
   */
  readonly subscribe = (run: (state: SearchState) => void): (() => void) => this.#store.state.subscribe(run);

  /**
   * Resolves when nothing is being fetched.
   *
   * @example
   * ```ts
   * const { hits, error } = await search.loaded();
   * ```
   */
  loaded(): Promise<SearchState> {
    return when(this, ({ isLoading }) => !isLoading);
  }

  /**
   * Searches for something else. Call it for each key press: the request waits until the user pauses, and an answer to an earlier query is
   * dropped. `filters` replaces all filters; without it, they stay.
   *
   * @example
   * ```ts
   * search.setQuery('lunch tomorrow');
   * search.setQuery('lunch tomorrow', { thread_id: threadId });
   * ```
   */
  setQuery(query: string, filters?: SearchFilters): void {
    this.#store.setQuery(query, filters);
  }

  /**
   * Fetches the next page, or tries again what has failed. Resolves to whether it has found anything. Failures are in the
   * state. The server looks through a part of the messages at a time: there may be no hit yet, although `hasMore` is true.
   *
   * @example
   * ```ts
   * await search.loadMore();
   * console.log(search.getSnapshot().hits.length);
   * ```
   */
  loadMore(): Promise<boolean> {
    return this.#store.loadMore();
  }

  /**
   * Ends the search: it makes no further requests, and its hits no longer change.
   *
   * @example
   * ```ts
   * search.close();
   * ```
   */
  close(): void {
    this.#store.close();
  }
}

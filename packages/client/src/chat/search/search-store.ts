import type { ClientMessage, ClientSearchHit, LogEntry } from '../../api.ts';
import { PalaverError } from '../../error.ts';
import { wait } from '../../http/wait.ts';
import type { Rest } from '../connection/rest.ts';
import { ChangeReplay } from '../state/change-replay.ts';
import { updatedBy } from '../state/message-update.ts';
import type { Profile } from '../state/profile.ts';
import { withProfiles, withQuote } from '../state/reply-preview.ts';
import { Store } from '../state/store.ts';
import type { SearchFilters, SearchOptions, SearchState } from './search-state.ts';

/** What a search needs from the chat. */
export interface SearchServices {
  rest: Rest;
  release: () => void;
}

const PAGE = 20;
const DEBOUNCE_MS = 150;
/** Several threads may be reset at once. */
const REFRESH_MS = 100;
/** Pages without a hit that are skipped at a time. The server looks through thousands of messages for each. */
const MAX_EMPTY_PAGES = 5;

/**
 * The hits of a search. Each load ends the one before, so an older answer never replaces a newer one. The entries of logs keep the hits
 * up to date, also those that are being fetched.
 */
export class SearchStore {
  readonly #services: SearchServices;
  readonly #limit: number;
  readonly #debounceMs: number;
  readonly state: Store<SearchState>;
  readonly #replay = new ChangeReplay();
  #filters: SearchFilters;
  /** Where the next page continues; undefined: with the first one; null: there is none. */
  #next: string | null | undefined = null;
  /** Whether the hits are those of an earlier query. */
  #isOutdated = false;
  /** The latest load, and what aborts it. */
  #loading: { over: AbortController; result: Promise<boolean> } | undefined;
  #now: SearchState = { query: '', hits: [], isLoading: false, hasMore: false, error: undefined };
  #isReplaying = false;
  #isClosed = false;

  constructor(query: string, options: SearchOptions, services: SearchServices) {
    const { limit = PAGE, debounceMs = DEBOUNCE_MS, ...filters } = options;
    this.#services = services;
    this.#limit = limit;
    this.#debounceMs = debounceMs;
    this.#filters = filters;
    this.state = new Store(this.#now);
    if (query.trim() !== '') this.#start(query.trim(), 0);
  }

  setQuery(query: string, filters: SearchFilters = this.#filters): void {
    const wanted = query.trim();
    const isTyped = wanted !== this.#now.query;
    if (this.#isClosed || (!isTyped && filters === this.#filters)) return;
    this.#filters = filters;
    this.#start(wanted, isTyped ? this.#debounceMs : 0);
  }

  async loadMore(): Promise<boolean> {
    if (this.#loading !== undefined) return this.#loading.result;
    return this.#now.hasMore ? this.#load() : false;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop();
    this.#set({ isLoading: false, hasMore: false });
    this.#services.release();
  }

  applyEntry(entry: LogEntry): void {
    this.#replay.apply(() => this.#change((hit) => changedBy(hit, entry)));
  }

  leave(threadId: string): void {
    this.#replay.apply(() => this.#change((hit) => (hit.message.thread_id === threadId ? undefined : hit)));
  }

  updateProfile(user: Profile): void {
    const profiles = new Map([[user.ext_user_id, user]]);
    this.#replay.apply(() => this.#change((hit) => withMessage(hit, withProfiles(hit.message, profiles))));
  }

  /** Entries of this thread, or of any, were missed: searches again. */
  refresh(threadId?: string): void {
    const { hits, query } = this.#now;
    const isConcerned = hits.some(({ message }) => [undefined, message.thread_id].includes(threadId));
    if (query === '' || (!isConcerned && this.#loading === undefined)) return;
    this.#next = undefined;
    void this.#load(REFRESH_MS);
  }

  /** Tries again what failed without a connection. */
  goOn(): void {
    if (this.#now.error?.retryable) void this.loadMore();
  }

  #start(query: string, waitMs: number): void {
    if (query === '') {
      this.#stop();
      this.#next = null;
      this.#set({ query, hits: [], isLoading: false, hasMore: false, error: undefined });
      return;
    }
    this.#next = undefined;
    this.#isOutdated = true;
    this.#set({ query, hasMore: false, isLoading: true, error: undefined });
    void this.#load(waitMs);
  }

  #load(waitMs = 0): Promise<boolean> {
    this.#stop();
    const over = new AbortController();
    const result = this.#run(over.signal, waitMs).finally(() => {
      if (this.#loading?.over !== over) return;
      this.#loading = undefined;
      this.#set({ isLoading: false });
    });
    this.#loading = { over, result };
    this.#set({ isLoading: true, error: undefined });
    return result;
  }

  #stop(): void {
    const { over } = this.#loading ?? {};
    this.#loading = undefined;
    over?.abort();
  }

  /** Fetches pages until there are hits. */
  async #run(signal: AbortSignal, waitMs: number): Promise<boolean> {
    try {
      if (waitMs > 0) await wait(waitMs, signal);
      for (let pages = 0; pages < MAX_EMPTY_PAGES; pages += 1) {
        const count = await this.#fetchPage(signal);
        if (count > 0) return true;
        if (this.#next === null) return false;
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
    return false;
  }

  /** Resolves to the number of hits. */
  async #fetchPage(signal: AbortSignal): Promise<number> {
    const { query } = this.#now;
    const isFirst = this.#next === undefined;
    const wanted = { q: query, ...this.#filters, limit: this.#limit, next: this.#next };
    const { result, replay } = await this.#replay.during(() =>
      this.#services.rest.cursorPage<ClientSearchHit>('/search', wanted, { signal }),
    );
    signal.throwIfAborted();
    const { items, next } = result;
    this.#next = next;
    this.#isOutdated = false;
    const hits = isFirst ? items : [...this.#now.hits, ...items];
    // Nobody sees the hits as they were before changes that came meanwhile.
    this.#isReplaying = true;
    this.#set({ hits, hasMore: next !== null });
    replay();
    this.#isReplaying = false;
    this.state.set(this.#now);
    return items.length;
  }

  #fail(cause: unknown): void {
    const error =
      cause instanceof PalaverError
        ? cause
        : new PalaverError({ code: 'network', message: 'The search failed', cause });
    const hits = this.#isOutdated ? [] : this.#now.hits;
    this.#set({ hits, error, hasMore: error.retryable });
  }

  #change(change: (hit: ClientSearchHit) => ClientSearchHit | undefined): void {
    const { hits } = this.#now;
    const changed = hits.flatMap((hit) => change(hit) ?? []);
    if (changed.length < hits.length || changed.some((hit, index) => hit !== hits[index]))
      this.#set({ hits: changed });
  }

  #set(change: Partial<SearchState>): void {
    const names = Object.keys(change) as (keyof SearchState)[];
    if (names.some((name) => change[name] !== this.#now[name])) this.#now = { ...this.#now, ...change };
    if (!this.#isReplaying) this.state.set(this.#now);
  }
}

/** The hit after an entry of a log; undefined: its message is deleted. */
function changedBy(hit: ClientSearchHit, entry: LogEntry): ClientSearchHit | undefined {
  const { message } = hit;
  if (message.thread_id !== entry.thread_id) return hit;
  const changed = entry.message;
  if (changed === undefined) return withMessage(hit, updatedBy(message, entry));
  if (changed.seq !== message.seq) return withMessage(hit, withQuote(message, changed));
  if (changed.deleted_at !== null) return undefined;
  // The ranges are those of the body that was searched.
  const isSame = JSON.stringify(changed.body) === JSON.stringify(message.body);
  return { ...hit, message: changed, ranges: isSame ? hit.ranges : [] };
}

function withMessage(hit: ClientSearchHit, message: ClientMessage): ClientSearchHit {
  return message === hit.message ? hit : { ...hit, message };
}

import type { LogEntry } from '../../api.ts';
import type { Rest } from '../connection/rest.ts';
import type { Profile } from '../state/profile.ts';
import { MessageSearch } from './message-search.ts';
import type { SearchOptions } from './search-state.ts';
import { SearchStore } from './search-store.ts';

/** The open searches of a chat. */
export class Searches {
  readonly #rest: Rest;
  readonly #open = new Set<SearchStore>();
  /** Before the first connection, no frame reports changes of the hits. */
  #wasOnline = false;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  open(query: string, options: SearchOptions): MessageSearch {
    const search: SearchStore = new SearchStore(query, options, {
      rest: this.#rest,
      release: () => this.#open.delete(search),
    });
    this.#open.add(search);
    return new MessageSearch(search);
  }

  /** Applies an entry of a thread to the hits in it. */
  applyEntry(entry: LogEntry): void {
    for (const search of this.#open) search.applyEntry(entry);
  }

  /** The user may no longer read this thread. */
  leave(threadId: string): void {
    for (const search of this.#open) search.leave(threadId);
  }

  updateProfile(user: Profile): void {
    for (const search of this.#open) search.updateProfile(user);
  }

  /** Entries of this thread, or of any, were missed. */
  refresh(threadId?: string): void {
    for (const search of this.#open) search.refresh(threadId);
  }

  /** The chat is online: what failed without a connection is tried again. */
  goOn(): void {
    if (!this.#wasOnline) this.refresh();
    this.#wasOnline = true;
    for (const search of this.#open) search.goOn();
  }

  closeAll(): void {
    for (const search of this.#open) search.close();
  }
}

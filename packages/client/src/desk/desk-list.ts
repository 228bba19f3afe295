import type { DeskThread } from '../api.ts';
import type { Rest } from '../chat/connection/rest.ts';
import { Derived, sameIfEqual } from '../chat/state/store.ts';
import { PalaverError } from '../error.ts';
import { path } from '../http/call.ts';
import { wait } from '../http/wait.ts';

/** The threads of the tenant, as far as the desk has listed them. */
export interface DeskThreads {
  /**
   * The thread with the latest message first: groups, and direct threads if the user may read these, without their last message while the
   * user is not reading them. Only the numbers of direct threads can be up to 5 minutes old.
   */
  threads: readonly DeskThread[];
  /** The list has the threads whose latest message is from this time or later, in Unix milliseconds; 0: all. */
  activeAfter: number;
  /** Whether there may be threads with older messages, which `loadOlder` lists. */
  hasOlder: boolean;
  /** Whether the list is still incomplete: it grows page by page. */
  isLoading: boolean;
  /** Why the list is not up to date, while the SDK tries again; or why the desk has ended. */
  error: PalaverError | undefined;
  /**
   * Whether the desk has ended: the user is no longer on the support desk (M40306), or the chat is closed. It shows nothing then. If your back
   * end puts the user back, open another desk.
   */
  isEnded: boolean;
}

interface ListServices {
  rest: Rest;
  /** Whether the thread is open, so that the list keeps it. */
  isOpen: (threadId: string) => boolean;
  onChange: (threadId: string) => void;
  /** The user is not on the desk. */
  onRefused: (error: PalaverError) => void;
}

/** A listing, page by page. The server lists threads by ascending id. */
interface Listing {
  activeAfter: number;
  /** Where the next page continues. */
  next: string;
  /** The threads that the list got since it began. Those that it lacks at the end are gone, if the listing is a whole one. */
  seen: Set<string>;
  isWhole: boolean;
}

/** Something has happened in a thread since the list got it. */
interface Activity {
  last_seq: number;
  /** Unix milliseconds. */
  last_message_at: number | null;
}

const PAGE = 100;
/** The most threads of the list: those with the latest messages. */
export const MAX_LISTED = 10_000;
/** If more threads than this have changed, a listing brings most of them sooner than a request for each. */
const MANY = 50;
/** It leaves out those with the oldest messages, which would make it long. */
const LEFT_OUT = 10;
/** Between two requests, so that other requests of the user stay below the rate limit. */
const PAUSE_MS = 40;
const RETRY_MS = 1_000;

/**
 * The threads of the support desk. A listing brings them, and frames tell which of them have changed since: the list fetches these again. It
 * makes one request at a time. While a listing runs, pages and changed threads take turns.
 */
export class DeskList {
  readonly state: Derived<DeskThreads>;
  readonly #services: ListServices;
  readonly #threads = new Map<string, DeskThread>();
  /** Threads to fetch again. */
  readonly #changed = new Map<string, Activity>();
  #activeAfter: number;
  #listing: Listing | undefined;
  /** From when on to list threads after the current listing, because changes may have been missed. */
  #missedSince = Number.POSITIVE_INFINITY;
  #isLoading = true;
  #isWorking = false;
  #isPagesTurn = true;
  #error: PalaverError | undefined;
  #isEnded = false;
  /** The latest list, which the next one reuses if nothing has changed. */
  #shown: readonly DeskThread[] = [];

  constructor(activeAfter: number, services: ListServices) {
    this.#activeAfter = activeAfter;
    this.#services = services;
    this.state = new Derived(() => this.#deriveState());
  }

  thread(id: string): DeskThread | undefined {
    return this.#threads.get(id);
  }

  get isListing(): boolean {
    return this.#listing !== undefined;
  }

  /** Lists all threads anew. */
  reload(): void {
    this.#missedSince = Number.POSITIVE_INFINITY;
    this.#list(this.#activeAfter, true);
  }

  loadOlder(activeAfter: number): void {
    if (this.#isEnded || activeAfter >= this.#activeAfter) return;
    this.#activeAfter = activeAfter;
    this.#isLoading = true;
    this.reload();
  }

  /** Changes since this time may have been missed; null: nobody knows since when. */
  relist(since: number | null): void {
    if (since === null) this.reload();
    else this.#missedSince = Math.min(this.#missedSince, since);
    void this.#work();
  }

  note(id: string, activity: Activity): void {
    const known = this.#threads.get(id);
    if (activity.last_seq <= (known?.last_seq ?? 0)) return;
    // (An old message was edited, or the like, in a thread that the list does not have.)
    const isOld = (activity.last_message_at ?? Number.POSITIVE_INFINITY) < this.#activeAfter;
    if (known === undefined && isOld) return;
    this.#changed.set(id, activity);
    void this.#work();
  }

  /** Fetches a thread again: it has another last message for this user. */
  refetch(id: string): void {
    this.#changed.set(id, { last_seq: Number.POSITIVE_INFINITY, last_message_at: null });
    void this.#work();
  }

  put(thread: DeskThread): void {
    if (this.#isEnded) return;
    this.#listing?.seen.add(thread.id);
    this.#threads.set(thread.id, thread);
    this.#publish(thread.id);
  }

  remove(id: string): void {
    this.#threads.delete(id);
    this.#publish(id);
  }

  /** The last message of a direct thread that the user is no longer reading. */
  hideMessage(id: string): void {
    const thread = this.#threads.get(id);
    if (thread?.type === 'direct') this.put({ ...thread, last_message: null });
    else this.remove(id);
  }

  end(error: PalaverError | undefined): void {
    this.#isEnded = true;
    this.#error = error;
    this.#isLoading = false;
    this.#listing = undefined;
    for (const queue of [this.#threads, this.#changed]) queue.clear();
    this.state.invalidate();
  }

  #list(activeAfter: number, isWhole: boolean): void {
    this.#listing = { activeAfter, next: '0', seen: new Set(), isWhole };
    this.state.invalidate();
    void this.#work();
  }

  /** Makes the requests that are due, one after another. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let step = this.#nextStep(); step !== undefined; step = this.#nextStep()) {
      const error = await step().then(() => undefined, toPalaverError);
      this.#report(error);
      await wait(error === undefined ? PAUSE_MS : RETRY_MS);
    }
    this.#isWorking = false;
  }

  #nextStep(): (() => Promise<void>) | undefined {
    if (this.#isEnded) return undefined;
    if (this.#listing === undefined) this.#listMissed();
    const listing = this.#listing;
    const [id] = this.#changed.keys();
    this.#isPagesTurn = !this.#isPagesTurn;
    if (listing !== undefined && (this.#isPagesTurn || id === undefined)) return () => this.#addPage(listing);
    return id === undefined ? undefined : () => this.#fetch(id);
  }

  /** Begins a listing of threads that have changed, if there is reason to. */
  #listMissed(): void {
    if (this.#changed.size > MANY) {
      const times = [...this.#changed.values()].map(({ last_message_at: at }) => at ?? 0);
      const since = times.sort((a, b) => a - b)[LEFT_OUT] ?? 0;
      this.#missedSince = Math.min(this.#missedSince, since);
    }
    if (this.#missedSince === Number.POSITIVE_INFINITY) return;
    const since = Math.max(this.#missedSince, this.#activeAfter);
    this.#missedSince = Number.POSITIVE_INFINITY;
    for (const [id, { last_message_at: at }] of this.#changed)
      if ((at ?? 0) >= since) this.#changed.delete(id);
    this.#list(since, false);
  }

  async #addPage(listing: Listing): Promise<void> {
    const { activeAfter: active_after, next: from, seen } = listing;
    const query = { active_after, next: from, limit: PAGE };
    const { items, next } = await this.#services.rest.cursorPage<DeskThread>('/desk/threads', query);
    if (this.#listing !== listing) return;
    // (A thread that came by itself meanwhile may be newer than that of the page.)
    for (const thread of items)
      if (!seen.has(thread.id) || thread.last_seq >= (this.thread(thread.id)?.last_seq ?? 0))
        this.put(thread);
    this.#prune(listing);
    if (next === null) this.#finish(listing);
    else listing.next = next;
  }

  /** Keeps the threads with the latest messages. */
  #prune(listing: Listing): void {
    if (this.#threads.size <= MAX_LISTED) return;
    const latest = [...this.#threads.values()].sort(byActivity);
    const last = latest[MAX_LISTED - 1];
    if (last === undefined) return;
    this.#activeAfter = Math.max(this.#activeAfter, activeAt(last));
    listing.activeAfter = Math.max(listing.activeAfter, this.#activeAfter);
    for (const { id } of latest.slice(MAX_LISTED)) this.#drop(id);
  }

  #finish({ seen, isWhole }: Listing): void {
    this.#listing = undefined;
    if (!isWhole) return;
    for (const id of this.#threads.keys()) if (!seen.has(id)) this.#drop(id);
    this.#isLoading = false;
    this.state.invalidate();
  }

  #drop(id: string): void {
    if (!this.#services.isOpen(id)) this.#threads.delete(id);
  }

  async #fetch(id: string): Promise<void> {
    const activity = this.#changed.get(id);
    try {
      this.put(await this.#services.rest.get<DeskThread>(path`/desk/threads/${id}`));
    } catch (error) {
      if ((error as PalaverError).code !== 'M40401') throw error;
      this.hideMessage(id);
    }
    // (If it has changed again meanwhile, it is fetched again.)
    if (this.#changed.get(id) === activity) this.#changed.delete(id);
  }

  #report(error: PalaverError | undefined): void {
    if (error?.code === 'M40306') this.#services.onRefused(error);
    if (this.#isEnded || error === this.#error) return;
    this.#error = error;
    if (error?.retryable === false) {
      this.#listing = undefined;
      this.#changed.clear();
      this.#isLoading = false;
    }
    this.state.invalidate();
  }

  #publish(id: string): void {
    this.state.invalidate();
    this.#services.onChange(id);
  }

  #deriveState(): DeskThreads {
    const activeAfter = this.#activeAfter;
    const listed = [...this.#threads.values()].filter((thread) => activeAt(thread) >= activeAfter);
    this.#shown = sameIfEqual(this.#shown, listed.sort(byActivity));
    return {
      threads: this.#shown,
      activeAfter,
      hasOlder: activeAfter > 0 && !this.#isEnded,
      isLoading: this.#isLoading,
      error: this.#error,
      isEnded: this.#isEnded,
    };
  }
}

function toPalaverError(cause: unknown): PalaverError {
  if (cause instanceof PalaverError) return cause;
  return new PalaverError({ code: 'network', message: 'The threads could not be listed', cause });
}

/** (Of a direct thread that the user is not reading, the time of the last message is unknown.) */
function activeAt({ last_message, type, last_at, created_at }: DeskThread): number {
  return last_message?.created_at ?? (type === 'direct' ? last_at : created_at);
}

const byActivity = (a: DeskThread, b: DeskThread) =>
  activeAt(b) - activeAt(a) || Number(BigInt(b.id) - BigInt(a.id));

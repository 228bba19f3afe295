import type { ChangeEntry, ClientThread, LogEntry } from '../../api.ts';
import { PalaverError } from '../../error.ts';
import type { Page } from '../../http/call.ts';
import { type Readable, sameIfEqual } from '../state/store.ts';
import { END, type SeqRange } from './loaded-messages.ts';
import type { ThreadRest } from './thread-rest.ts';
import type { ShownChange } from './thread-state.ts';

/** The end of the log: reaching it fetches the latest page. */
export const LATEST: SeqRange = { first: END, last: END };
const NOTHING: SeqRange = { first: END, last: -1 };

interface ChangesServices {
  rest: Pick<ThreadRest, 'changes'>;
  summary: Readable<ClientThread | undefined>;
}

/**
 * The changes between the loaded messages of a thread. Most threads have no more than a page of them: the first request then brings
 * all, and older messages need no further one. Entries of the log never change, so nothing is replayed after a fetch.
 */
export class TimelineChanges {
  readonly #services: ChangesServices;
  readonly #bySeq = new Map<number, ShownChange>();
  /** All changes in this range are in `#bySeq`, which may also have others. */
  #known = NOTHING;
  /** The latest list, which the next one reuses if nothing has changed. */
  #shown: readonly ShownChange[] = [];

  constructor(services: ChangesServices) {
    this.#services = services;
  }

  /** Adds an entry of the log, if it is a change that people see. */
  add(entry: LogEntry): void {
    const { thread_id, seq, type, at, actor } = entry;
    if (!/^(?:thread|member)\./.test(type)) return;
    const change = entry.change as ShownChange['change'] & { silent?: boolean };
    if (change?.silent || String(change?.fields) === 'metadata') return;
    this.#put({ thread_id, seq, type: type as ShownChange['type'], at, actor, change });
  }

  /**
   * Makes the changes in a range known, with at most one request: for the latest ones that are missing. (If that is not enough, later
   * pages of messages bring the rest.)
   */
  async reach({ first, last }: SeqRange): Promise<void> {
    const known = this.#known;
    // A direct thread shows no changes, because its two members stay the same.
    const isDirect = this.#services.summary.getSnapshot()?.type === 'direct';
    if (isDirect || (known.first <= first && last <= known.last)) return;
    // Before older messages, the page ends where the known changes begin; after a jump or newer messages, at the end of the range.
    const goesBack = known.first <= last + 1 && last <= known.last;
    const end = goesBack ? known.first - 1 : last;
    const { items, hasMore } = await this.#fetchUntil(end);
    for (const { members: _, ...change } of items) this.#put(change);
    this.#know({ first: hasMore ? (items[0]?.seq ?? 0) : 0, last: end });
  }

  /** The known changes in a range, in the order of the log. */
  shownIn({ first, last }: SeqRange): readonly ShownChange[] {
    const from = Math.max(first, this.#known.first);
    const to = Math.min(last, this.#known.last);
    const shown = [...this.#bySeq.values()]
      .filter(({ seq }) => from <= seq && seq <= to)
      .sort((a, b) => a.seq - b.seq);
    this.#shown = sameIfEqual(this.#shown, shown);
    return this.#shown;
  }

  #put(change: ShownChange): void {
    if (!this.#bySeq.has(change.seq)) this.#bySeq.set(change.seq, change);
  }

  #know(page: SeqRange): void {
    const { first, last } = this.#known;
    const isBeside = first <= page.last + 1 && page.first <= last + 1;
    this.#known = isBeside ? { first: Math.min(first, page.first), last: Math.max(last, page.last) } : page;
  }

  async #fetchUntil(last: number): Promise<Page<ChangeEntry>> {
    try {
      return await this.#services.rest.changes(last + 1);
    } catch (error) {
      // A server of an earlier version has no such route.
      if (error instanceof PalaverError && error.code === 'M40406') return { items: [], hasMore: false };
      throw error;
    }
  }
}

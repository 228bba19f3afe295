import type { ClientFrame, DeskThread, LogEntry } from '../api.ts';
import type { Rest } from '../chat/connection/rest.ts';
import { persist } from '../chat/state/persist.ts';
import { Derived } from '../chat/state/store.ts';
import type { ThreadState } from '../chat/thread/thread-state.ts';
import type { Thread } from '../chat/thread.ts';
import type { PalaverError } from '../error.ts';
import { path } from '../http/call.ts';
import type { DeskList } from './desk-list.ts';

/** The state of a thread that is open at the desk. */
export interface WatchedThreadState extends Omit<ThreadState, 'thread'> {
  /** The thread; undefined until it is loaded, and if it does not exist. */
  thread: DeskThread | undefined;
  /** Whether this is a direct thread that opens with `desk.openReading()`. Its messages disappear when the reading ends. */
  needsReading: boolean;
  /**
   * Why the desk does not show the thread: M40401, there is no such thread, or it needs a reading; M40306, the user is no longer on the
   * desk; M40005, too many threads are open.
   */
  error: PalaverError | undefined;
}

export interface WatchServices {
  rest: Rest;
  list: DeskList;
  /** `chat.open()`. */
  open: (threadId: string) => Thread;
  command: (frame: ClientFrame) => Promise<unknown>;
  /** Whether the desk still has a watch of this thread. */
  isOpen: (threadId: string) => boolean;
  /** The user is not on the desk. */
  onRefused: (error: PalaverError) => void;
}

const NOTHING: ThreadState = {
  thread: undefined,
  messages: [],
  changes: [],
  pinned: [],
  members: [],
  readPositions: {},
  typing: [],
  hasOlder: false,
  hasNewer: false,
  isLoading: true,
};

/**
 * A thread whose entries the server sends to this connection. Its messages are those of an open thread of the chat, which ignores
 * entries of threads that the user does not belong to: the watch hands these over.
 *
 * Each beginning watches first, and fetches then, so that no entry is missing between the two. It is repeated for each connection, and whenever the
 * server has ended the watch: the server then says why, if it does not permit another one.
 */
export class ThreadWatch {
  readonly state: Derived<WatchedThreadState>;
  /** How many have opened the thread. */
  users = 0;
  readonly #id: string;
  readonly #services: WatchServices;
  #thread: Thread | undefined;
  /** Its state that is in the latest one of the watch. */
  #shown: ThreadState = NOTHING;
  #needsReading = false;
  #error: PalaverError | undefined;
  /** The latest entry since the watch began. A user who has just left the thread gets some entries twice. */
  #lastSeq = 0;
  /** Each beginning replaces the one before. */
  #beginnings = 0;
  #isEnded = false;

  constructor(id: string, services: WatchServices) {
    this.#id = id;
    this.#services = services;
    this.state = new Derived(() => this.#deriveState());
  }

  /** (The state of the thread may have changed in this turn.) */
  getSnapshot(): WatchedThreadState {
    if ((this.#thread?.getSnapshot() ?? NOTHING) !== this.#shown) this.state.invalidate();
    return this.state.getSnapshot();
  }

  /** The thread of the chat; undefined before the server has permitted it. */
  get opened(): Thread | undefined {
    return this.#thread;
  }

  /** The same, for a message that the user sends at once. */
  open(): Thread {
    if (this.#thread === undefined) {
      this.#thread = this.#services.open(this.#id);
      this.#thread.subscribe(() => this.state.invalidate());
    }
    return this.#thread;
  }

  async begin(): Promise<void> {
    if (this.#isEnded) return;
    this.#beginnings += 1;
    const beginning = this.#beginnings;
    const isWanted = () => beginning === this.#beginnings;
    this.#lastSeq = 0;
    try {
      await persist(() => this.#watch(isWanted), isWanted);
    } catch (error) {
      if (isWanted()) this.#refuse(error as PalaverError);
    }
  }

  applyEntry(entry: LogEntry): void {
    const { seq } = entry;
    const isNew = seq > this.#lastSeq;
    this.#lastSeq = Math.max(seq, this.#lastSeq);
    const isMember = this.#thread?.getSnapshot().thread !== undefined;
    if (isNew && !isMember) this.#thread?.store.applyEntry(entry);
    // (Reports of activity leave out direct threads.)
    const isDirect = this.#services.list.thread(this.#id)?.type === 'direct';
    if (isDirect) this.#services.list.note(this.#id, { last_seq: seq, last_message_at: null });
  }

  /** For good. `error`: why the desk has ended. */
  end(error?: PalaverError): void {
    this.#isEnded = true;
    this.#beginnings += 1;
    this.#fail(error);
  }

  async #watch(isWanted: () => boolean): Promise<void> {
    const { rest, list } = this.#services;
    try {
      await this.#services.command({ type: 'watch_thread', thread_id: this.#id });
      if (this.#isEnded) return this.#leave();
      const thread = await rest.get<DeskThread>(path`/desk/threads/${this.#id}`);
      if (!isWanted()) return;
      list.put(thread);
    } catch (error) {
      if ((error as PalaverError).code !== 'M40401') throw error;
      const needsReading = await this.#isUnreadDirect();
      if (isWanted()) this.#fail(error as PalaverError, needsReading);
      return;
    }
    this.#error = undefined;
    this.#needsReading = false;
    const isOpen = this.#thread !== undefined;
    const { store } = this.open();
    store.isUnknown = false;
    if (isOpen) store.reload();
    this.state.invalidate();
  }

  /** Lists this thread only: the numbers of direct threads are listed without a reading. */
  async #isUnreadDirect(): Promise<boolean> {
    const { rest, list } = this.#services;
    const query = { next: String(BigInt(this.#id) - 1n), limit: 1 };
    const [thread] = (await rest.cursorPage<DeskThread>('/desk/threads', query)).items;
    const isDirect = thread?.id === this.#id && thread.type === 'direct';
    if (isDirect) list.put(thread);
    else list.remove(this.#id);
    return isDirect;
  }

  #refuse(error: PalaverError): void {
    if (error.code === 'M40306') this.#services.onRefused(error);
    else this.#fail(error);
  }

  #fail(error: PalaverError | undefined, needsReading = false): void {
    this.#thread?.close();
    this.#thread = undefined;
    this.#error = error;
    this.#needsReading = needsReading;
    this.state.invalidate();
  }

  /** The desk has closed the thread before the server began to send its entries. */
  #leave(): void {
    const { command, isOpen } = this.#services;
    if (!isOpen(this.#id)) command({ type: 'unwatch_thread', thread_id: this.#id }).catch(() => {});
  }

  #deriveState(): WatchedThreadState {
    const shown = this.#thread?.getSnapshot() ?? NOTHING;
    this.#shown = shown;
    const thread = this.#services.list.thread(this.#id);
    const isOver = this.#error !== undefined || this.#isEnded;
    return {
      ...shown,
      // (The log of a direct thread tells nothing but who its members are.)
      ...(thread?.type === 'direct' && { changes: [] }),
      thread,
      needsReading: this.#needsReading,
      error: this.#error,
      isLoading: shown.isLoading && !isOver,
    };
  }
}

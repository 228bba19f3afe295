import type { ClientThread, LogEntry, UnreadTotal } from '../../api.ts';
import type { Position } from '../connection/connection.ts';
import { updatedBy } from '../state/message-update.ts';
import { type Profile, withProfile } from '../state/profile.ts';
import { withProfiles, withQuote } from '../state/reply-preview.ts';
import { Derived, Store } from '../state/store.ts';

const MAX_UNREAD = 100;
/** The total of all threads stops here, as the server's does. */
const MAX_TOTAL = 99;

/** A thread, and what its unread count is computed from. */
interface CountedThread {
  thread: ClientThread;
  /** The last log entry that the server's unread count covers. */
  countedSeq: number;
  /** The server's count of unread messages, and whether there are more. */
  countedUnread: number;
  hasMore: boolean;
  /** Unread messages after `countedSeq`. */
  newUnread: Set<number>;
  /** Grows with each change after which a count of the server that was requested before is wrong. */
  version: number;
}

/**
 * The threads of the user. The server sends a snapshot of each; the entries of the threads' logs then keep them up to
 * date.
 */
export class ChatList {
  readonly #me: () => string;
  readonly #countsLinked: boolean;
  readonly #threads = new Map<string, CountedThread>();
  /** The chat list: threads with the latest message first, without those that are tied to an object. */
  readonly list = new Derived<readonly ClientThread[]>(() => this.#sorted((thread) => !referenceOf(thread)));
  /** Those that are tied to an object, in the same order. */
  readonly linked = new Derived<readonly ClientThread[]>(() => this.#sorted(referenceOf));
  #latestTotal: UnreadTotal = { unread_threads: 0, unread_messages: 0 };
  /** The sum of the unread counts in the chat list, or of all threads. */
  readonly unread = new Derived<UnreadTotal>(() => this.#total());
  readonly #stores = new Map<string, Store<ClientThread | undefined>>();

  /** `me`: the `ext_user_id` of the signed-in user. `countsLinked`: threads that are tied to an object are in the total, too. */
  constructor(me: () => string, countsLinked = false) {
    this.#me = me;
    this.#countsLinked = countsLinked;
  }

  /** One thread; undefined while the user is not a member. */
  thread(id: string): Store<ClientThread | undefined> {
    let store = this.#stores.get(id);
    if (store === undefined) {
      store = new Store(this.#threads.get(id)?.thread);
      this.#stores.set(id, store);
    }
    return store;
  }

  get positions(): Position[] {
    return [...this.#threads.values()].map(({ thread }) => ({
      thread_id: thread.id,
      seq: thread.last_seq,
      at: thread.last_at,
    }));
  }

  has(threadId: string): boolean {
    return this.#threads.has(threadId);
  }

  join(thread: ClientThread): void {
    this.#threads.set(thread.id, {
      thread: { ...thread, list_position: '' },
      countedSeq: thread.last_seq,
      countedUnread: thread.unread_count,
      hasMore: thread.unread_more,
      newUnread: new Set(),
      version: 0,
    });
    this.#publish(thread.id);
  }

  leave(threadId: string): void {
    this.#threads.delete(threadId);
    this.#publish(threadId);
  }

  /** Returns false if the user is not a member of the thread, or the entry is not the next one. */
  applyEntry(entry: LogEntry): boolean {
    const counted = this.#threads.get(entry.thread_id);
    if (counted === undefined || entry.seq !== counted.thread.last_seq + 1) return false;
    if (this.#removesMe(entry)) {
      this.leave(entry.thread_id);
      return true;
    }
    const { message, counters, thread } = entry;
    const last = { last_seq: entry.seq, last_at: entry.at };
    const next: ClientThread = { ...counted.thread, ...counters, ...thread, ...last };
    const me = entry.members?.find(({ ext_user_id }) => ext_user_id === this.#me());
    if (me !== undefined && (me.status === 'active' || me.status === 'muted')) {
      const { role, status, status_until } = me;
      next.me = {
        role,
        status,
        ...(status_until === undefined ? {} : { status_until }),
        read_seq: next.me.read_seq,
      };
    }
    if (message !== undefined && message.seq >= (next.last_message?.seq ?? 0)) next.last_message = message;
    else if (next.last_message)
      next.last_message =
        message === undefined ? updatedBy(next.last_message, entry) : withQuote(next.last_message, message);
    if (message !== undefined && message.sender.ext_user_id !== this.#me()) this.#count(counted, entry);
    counted.thread = next;
    this.#publish(entry.thread_id);
    return true;
  }

  /** Updates peers, the senders of last messages, and the quotes in them. */
  updateProfile(user: Profile): void {
    const profiles = new Map([[user.ext_user_id, user]]);
    for (const counted of this.#threads.values()) {
      const { peer, last_message, id } = counted.thread;
      const next = {
        peer: peer && withProfile(peer, profiles),
        last_message: last_message && withProfiles(last_message, profiles),
      };
      if (next.peer === peer && next.last_message === last_message) continue;
      counted.thread = { ...counted.thread, ...next };
      this.#publish(id);
    }
  }

  /**
   * The read position of the user is another one. Returns true if the client cannot tell how many messages are unread now: it knows
   * only the number of those in the snapshot.
   */
  moveReadPosition(threadId: string, readSeq: number): boolean {
    const counted = this.#threads.get(threadId);
    if (counted === undefined || readSeq === counted.thread.me.read_seq) return false;
    const isBack = readSeq < counted.thread.me.read_seq;
    counted.version += 1;
    counted.thread = { ...counted.thread, me: { ...counted.thread.me, read_seq: readSeq } };
    for (const seq of counted.newUnread) if (seq <= readSeq) counted.newUnread.delete(seq);
    const isUnknown = isBack || (counted.countedUnread > 0 && readSeq < counted.countedSeq);
    if (readSeq >= counted.countedSeq) Object.assign(counted, { countedUnread: 0, hasMore: false });
    this.#publish(threadId);
    return isUnknown;
  }

  readPositionOf(threadId: string): number | undefined {
    return this.#threads.get(threadId)?.thread.me.read_seq;
  }

  /** For {@link recount}: to be read before the snapshot is requested. */
  versionOf(threadId: string): number | undefined {
    return this.#threads.get(threadId)?.version;
  }

  /**
   * Takes over the read position and the unread count of a newer snapshot. Returns false if something has changed since it was
   * requested, so that another one is needed.
   */
  recount(thread: ClientThread, version: number | undefined): boolean {
    const counted = this.#threads.get(thread.id);
    if (counted === undefined) return true;
    if (counted.version !== version || thread.last_seq < counted.countedSeq) return false;
    counted.thread = { ...counted.thread, me: { ...counted.thread.me, read_seq: thread.me.read_seq } };
    counted.countedSeq = thread.last_seq;
    counted.countedUnread = thread.unread_count;
    counted.hasMore = thread.unread_more;
    for (const seq of counted.newUnread)
      if (seq <= Math.max(thread.last_seq, thread.me.read_seq)) counted.newUnread.delete(seq);
    this.#publish(thread.id);
    return true;
  }

  #count(counted: CountedThread, { seq, type, message }: LogEntry): void {
    // The server's count covers all entries up to `countedSeq`.
    if (message === undefined || message.seq <= counted.thread.me.read_seq || seq <= counted.countedSeq)
      return;
    const isNew = message.seq > counted.countedSeq;
    if (type === 'message.created' && isNew && message.deleted_at === null)
      counted.newUnread.add(message.seq);
    if (type !== 'message.deleted' || counted.newUnread.delete(message.seq)) return;
    if (isNew) return;
    counted.countedUnread = Math.max(0, counted.countedUnread - 1);
    counted.version += 1;
  }

  #removesMe({ type, change }: LogEntry): boolean {
    if (type === 'thread.deleted') return true;
    if (type !== 'member.removed' && type !== 'member.banned') return false;
    const named = (change?.members ?? []) as { ext_user_id: string }[];
    return named.some(({ ext_user_id }) => ext_user_id === this.#me());
  }

  #publish(threadId: string): void {
    const counted = this.#threads.get(threadId);
    if (counted !== undefined) {
      const count = counted.countedUnread + counted.newUnread.size;
      const unread_more = counted.hasMore || count > MAX_UNREAD;
      counted.thread = { ...counted.thread, unread_count: unread_more ? MAX_UNREAD : count, unread_more };
    }
    this.#stores.get(threadId)?.set(counted?.thread);
    this.list.invalidate();
    this.linked.invalidate();
    this.unread.invalidate();
  }

  /** As the server counts: the thread with the latest message first, until there are enough. */
  #total(): UnreadTotal {
    const total = { unread_threads: 0, unread_messages: 0 };
    const counted = this.#countsLinked ? this.#sorted(() => true) : this.list.getSnapshot();
    for (const { unread_count } of counted) {
      if (total.unread_messages === MAX_TOTAL) break;
      if (unread_count > 0) total.unread_threads += 1;
      total.unread_messages = Math.min(MAX_TOTAL, total.unread_messages + unread_count);
    }
    const { unread_threads, unread_messages } = this.#latestTotal;
    const isSame = total.unread_threads === unread_threads && total.unread_messages === unread_messages;
    if (!isSame) this.#latestTotal = total;
    return this.#latestTotal;
  }

  #sorted(isChosen: (thread: ClientThread) => unknown): ClientThread[] {
    const activeAt = (thread: ClientThread) => thread.last_message?.created_at ?? thread.created_at;
    const chosen = [...this.#threads.values()].map(({ thread }) => thread).filter(isChosen);
    return chosen.sort((a, b) => activeAt(b) - activeAt(a) || Number(BigInt(b.id) - BigInt(a.id)));
  }
}

/** The reference of the object that a thread is tied to; empty if it is in the chat list. */
function referenceOf({ reference_id, satl_reference_id }: ClientThread): string {
  return reference_id || satl_reference_id;
}

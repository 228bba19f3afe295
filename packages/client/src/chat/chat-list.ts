import type { ClientThread, LogEntry } from '../api.ts';
import { changedBy } from './changed-message.ts';
import { type Profile, shownAs } from './profile.ts';
import { quotedAs, quoting } from './reply-preview.ts';
import { Derived, Store } from './store.ts';

const MAX_UNREAD = 100;

interface Kept {
  thread: ClientThread;
  /** How far the snapshot reached that `thread.unread_count` began with. */
  since: number;
  /** Unread messages that came after it. */
  unread: Set<number>;
  /** How many were unread in the snapshot, and whether there were more. */
  before: number;
  hasMore: boolean;
}

/**
 * Every thread of the user, as the chat list shows them: begun with what the server sends of each, and kept right by the
 * entries of their logs.
 */
export class ChatList {
  readonly #me: () => string;
  readonly #kept = new Map<string, Kept>();
  /** Those of the chat list, the latest message first; threads that are tied to an object are not in it. */
  readonly list = new Derived<readonly ClientThread[]>(() => this.#sorted());
  readonly #stores = new Map<string, Store<ClientThread | undefined>>();

  constructor(me: () => string) {
    this.#me = me;
  }

  /** One thread; undefined while it is none of the user's. */
  thread(id: string): Store<ClientThread | undefined> {
    let store = this.#stores.get(id);
    if (store === undefined) {
      store = new Store(this.#kept.get(id)?.thread);
      this.#stores.set(id, store);
    }
    return store;
  }

  get positions(): { thread_id: string; seq: number }[] {
    return [...this.#kept.values()].map(({ thread }) => ({ thread_id: thread.id, seq: thread.last_seq }));
  }

  has(threadId: string): boolean {
    return this.#kept.has(threadId);
  }

  join(thread: ClientThread): void {
    const shown = { ...thread, list_position: '' };
    this.#kept.set(thread.id, {
      thread: shown,
      since: thread.last_seq,
      unread: new Set(),
      before: thread.unread_count,
      hasMore: thread.unread_more,
    });
    this.#show(thread.id);
  }

  leave(threadId: string): void {
    this.#kept.delete(threadId);
    this.#show(threadId);
  }

  /** Takes the next entry of a thread; false: it is none of the user's, or not the next one. */
  enter(entry: LogEntry): boolean {
    const kept = this.#kept.get(entry.thread_id);
    if (kept === undefined || entry.seq !== kept.thread.last_seq + 1) return false;
    if (this.#isMyEnd(entry)) {
      this.leave(entry.thread_id);
      return true;
    }
    const { message, counters, thread } = entry;
    const next: ClientThread = { ...kept.thread, ...counters, ...thread, last_seq: entry.seq };
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
        message === undefined ? changedBy(next.last_message, entry) : quoting(next.last_message, message);
    if (message !== undefined && message.sender.ext_user_id !== this.#me()) this.#count(kept, entry);
    kept.thread = next;
    this.#show(entry.thread_id);
    return true;
  }

  /** Somebody is shown in another way from now on: who the user writes with, or who wrote last. */
  shows(user: Profile): void {
    for (const kept of this.#kept.values()) {
      const { peer, last_message } = kept.thread;
      const before = kept.thread;
      if (peer?.ext_user_id === user.ext_user_id) {
        const shown = shownAs(peer, user);
        if (shown !== peer) kept.thread = { ...kept.thread, peer: shown };
      }
      if (last_message?.sender.ext_user_id === user.ext_user_id) {
        const sender = shownAs(last_message.sender, user);
        if (sender !== last_message.sender)
          kept.thread = { ...kept.thread, last_message: { ...last_message, sender } };
      }
      const shown = kept.thread.last_message;
      const now = shown && quotedAs(shown, user);
      if (now !== shown) kept.thread = { ...kept.thread, last_message: now };
      if (kept.thread !== before) this.#show(kept.thread.id);
    }
  }

  /** The user has read up to here, by whatever device. True: how much is left is not known. */
  read(threadId: string, readSeq: number): boolean {
    const kept = this.#kept.get(threadId);
    if (kept === undefined || readSeq <= kept.thread.me.read_seq) return false;
    kept.thread = { ...kept.thread, me: { ...kept.thread.me, read_seq: readSeq } };
    for (const seq of kept.unread) if (seq <= readSeq) kept.unread.delete(seq);
    const isUnknown = kept.before > 0 && readSeq < kept.since;
    if (readSeq >= kept.since) Object.assign(kept, { before: 0, hasMore: false });
    this.#show(threadId);
    return isUnknown;
  }

  /** What the server counts now, of a thread that is kept. */
  recount(thread: ClientThread): void {
    const kept = this.#kept.get(thread.id);
    if (kept === undefined || thread.last_seq < kept.thread.last_seq) return;
    kept.since = thread.last_seq;
    kept.before = thread.unread_count;
    kept.hasMore = thread.unread_more;
    kept.unread.clear();
    this.#show(thread.id);
  }

  #count(kept: Kept, { type, message }: LogEntry): void {
    if (message === undefined || message.seq <= kept.thread.me.read_seq) return;
    const isNew = message.seq > kept.since;
    if (type === 'message.created' && isNew && message.deleted_at === null) kept.unread.add(message.seq);
    if (type !== 'message.deleted' || kept.unread.delete(message.seq)) return;
    if (message.seq <= kept.since) kept.before = Math.max(0, kept.before - 1);
  }

  #isMyEnd({ type, change }: LogEntry): boolean {
    if (type === 'thread.deleted') return true;
    if (type !== 'member.removed' && type !== 'member.banned') return false;
    const named = (change?.members ?? []) as { ext_user_id: string }[];
    return named.some(({ ext_user_id }) => ext_user_id === this.#me());
  }

  #show(threadId: string): void {
    const kept = this.#kept.get(threadId);
    if (kept !== undefined) {
      const count = kept.before + kept.unread.size;
      const unread_more = kept.hasMore || count > MAX_UNREAD;
      kept.thread = { ...kept.thread, unread_count: unread_more ? MAX_UNREAD : count, unread_more };
    }
    this.#stores.get(threadId)?.set(kept?.thread);
    this.list.invalidate();
  }

  #sorted(): ClientThread[] {
    const activeAt = (thread: ClientThread) => thread.last_message?.created_at ?? thread.created_at;
    const listed = [...this.#kept.values()]
      .map(({ thread }) => thread)
      .filter(({ reference_id, satl_reference_id }) => reference_id === '' && satl_reference_id === '');
    return listed.sort((a, b) => activeAt(b) - activeAt(a) || Number(BigInt(b.id) - BigInt(a.id)));
  }
}

import type { ClientThread, Peer } from '@palaver/protocol/client-threads';
import type { LogEntry } from '@palaver/protocol/log';
import type { ClientMember } from '@palaver/protocol/members';
import type { ClientMessage } from '@palaver/protocol/messages';
import type { ServerFrame } from '@palaver/protocol/realtime';
import { myMessagesUrl, myThreadUrl, type SignedIn } from '../harness/client-api.ts';

/** A client's state of a thread. */
export interface ThreadState {
  thread: ClientThread;
  members: Map<string, ClientMember>;
  messages: Map<number, ClientMessage>;
}

/** A client's copy of one thread, kept up to date by frames alone, as docs/realtime.md describes. */
export class ClientState {
  readonly #me: SignedIn;
  readonly #threadId: string;
  state: ThreadState | undefined;
  /** Entries since the thread was joined; they are applied again to the state fetched meanwhile. */
  #since: LogEntry[] = [];
  #fetching: Promise<void> = Promise.resolve();
  /** The highest position in `read` frames since the latest fetch of the position began. */
  #readSince = 0;

  constructor(me: SignedIn, threadId: string) {
    this.#me = me;
    this.#threadId = threadId;
  }

  /** The client's position, in the form for `resume`. */
  get position(): { thread_id: string; seq: number; at: number }[] {
    if (this.state === undefined) return [];
    const { last_seq: seq, last_at } = this.state.thread;
    return [{ thread_id: this.#threadId, seq, at: last_at }];
  }

  /** Resolves when all fetches are done. */
  async fetched(): Promise<void> {
    await this.#fetching;
  }

  apply(frame: ServerFrame): void {
    const isHere = (threadId: string) => threadId === this.#threadId;
    if (frame.type === 'thread.joined' || frame.type === 'reset') {
      if (isHere(frame.thread.id)) this.#join(frame.thread);
    } else if (frame.type === 'thread.left') {
      if (isHere(frame.thread_id)) this.state = undefined;
    } else if (frame.type === 'entry') {
      if (isHere(frame.entry.thread_id)) this.#enter(frame.entry);
    } else if (frame.type === 'read') {
      if (isHere(frame.thread_id) && frame.ext_user_id === this.#me.extUserId) this.#read(frame.read_seq);
    } else if (frame.type === 'unread') {
      if (isHere(frame.thread_id)) this.#fetching = this.#fetching.then(() => this.#fetchReadPosition());
    } else if (frame.type === 'resumed') {
      for (const { thread_id, read_seq } of frame.read_positions)
        if (isHere(thread_id)) this.#setRead(read_seq);
      this.#fetching = this.#fetching.then(() => this.#fetchProfiles());
    } else if (frame.type === 'user.updated') {
      this.#showAs(frame.user);
    }
  }

  #join(thread: ClientThread): void {
    const joined: ThreadState = { thread, members: new Map(), messages: new Map() };
    this.state = joined;
    this.#since = [];
    this.#fetching = this.#fetching.then(async () => {
      if (this.state !== joined) return;
      const now = await fetchState(this.#me, this.#threadId);
      // The user may have been removed meanwhile: an entry says so, or will.
      if (now === undefined || this.state !== joined) return;
      joined.members = now.members;
      joined.messages = now.messages;
      for (const entry of this.#since) this.#show(joined, entry);
      this.#countUnread();
    });
  }

  #enter(entry: LogEntry): void {
    if (this.state === undefined) throw new Error(`entry ${entry.seq} of a thread that is not theirs`);
    const { thread } = this.state;
    if (entry.seq !== thread.last_seq + 1)
      throw new Error(`entry ${entry.seq} came after ${thread.last_seq}`);
    thread.last_seq = entry.seq;
    thread.last_at = entry.at;
    this.#since.push(entry);
    Object.assign(thread, entry.counters, entry.thread);
    this.#show(this.state, entry);
    const me = entry.members?.find(({ ext_user_id }) => ext_user_id === this.#me.extUserId);
    if (me !== undefined) this.#become(me);
    if (this.state !== undefined && thread.last_message) change(thread.last_message, entry);
    if (this.state !== undefined && entry.message !== undefined) {
      const { message } = entry;
      if (message.seq >= (thread.last_message?.seq ?? 0)) thread.last_message = message;
      else if (thread.last_message) quoteAnew(thread.last_message, message);
    }
    this.#countUnread();
    if (this.#isMyEnd(entry)) this.state = undefined;
  }

  /** (By `change`, because a removed user does not always see the resulting members.) */
  #isMyEnd({ type, change }: LogEntry): boolean {
    if (type === 'thread.deleted') return true;
    const named = (change?.members ?? []) as { ext_user_id: string }[];
    const isEnd = type === 'member.removed' || type === 'member.banned';
    return isEnd && named.some(({ ext_user_id }) => ext_user_id === this.#me.extUserId);
  }

  #show({ members, messages }: ThreadState, entry: LogEntry): void {
    const { members: changed = [], message, message_seq } = entry;
    for (const member of changed) members.set(member.ext_user_id, member);
    const touched = messages.get(message_seq ?? 0);
    if (touched !== undefined) change(touched, entry);
    if (message === undefined) return;
    messages.set(message.seq, message);
    for (const answer of messages.values()) quoteAnew(answer, message);
  }

  #become({ role, status, status_until }: ClientMember): void {
    if (this.state === undefined) return;
    if (status === 'removed' || status === 'banned') return;
    const until = status_until === undefined ? {} : { status_until };
    this.state.thread.me = { role, status, ...until, read_seq: this.state.thread.me.read_seq };
  }

  #read(readSeq: number): void {
    this.#readSince = Math.max(this.#readSince, readSeq);
    this.#setRead(Math.max(this.state?.thread.me.read_seq ?? 0, readSeq));
  }

  #setRead(readSeq: number): void {
    if (this.state === undefined) return;
    this.state.thread.me.read_seq = readSeq;
    this.#countUnread();
  }

  async #fetchReadPosition(): Promise<void> {
    this.#readSince = 0;
    const { body } = await this.#me.call('GET', myThreadUrl(this.#threadId));
    if (body.data !== undefined) this.#setRead(Math.max(body.data.me.read_seq, this.#readSince));
  }

  async #fetchProfiles(): Promise<void> {
    const { body } = await this.#me.call('GET', myThreadUrl(this.#threadId, '/members?limit=100'));
    for (const member of body.data ?? []) this.#showAs(member);
  }

  #showAs({ ext_user_id, user_id, display_name, avatar_url }: Omit<Peer, 'type'>): void {
    if (this.state === undefined) return;
    const { members, messages, thread } = this.state;
    const senders = [...messages.values(), thread.last_message].map((message) => message?.sender);
    for (const one of [members.get(ext_user_id), ...senders]) {
      if (one?.ext_user_id === ext_user_id) Object.assign(one, { user_id, display_name, avatar_url });
    }
    for (const message of [...messages.values(), thread.last_message]) {
      const author = message?.reply_preview?.sender;
      if (author?.ext_user_id === ext_user_id) author.display_name = display_name;
    }
  }

  #countUnread(): void {
    if (this.state === undefined) return;
    const { thread, messages } = this.state;
    const unread = [...messages.values()].filter(
      ({ seq, sender, deleted_at }) =>
        seq > thread.me.read_seq && sender.ext_user_id !== this.#me.extUserId && deleted_at === null,
    );
    thread.unread_count = Math.min(unread.length, 100);
    thread.unread_more = unread.length > 100;
  }
}

/** Entries of reactions and pins show no other part of their message. */
export function change(message: ClientMessage, { message_seq, reactions, pinned_at }: LogEntry): void {
  if (message.seq !== message_seq) return;
  if (reactions !== undefined) message.reactions = reactions;
  if (pinned_at !== undefined) message.pinned_at = pinned_at;
}

/** A reply quotes a message as it is now. */
function quoteAnew(answer: ClientMessage, { seq, kind, sender, body, deleted_at }: ClientMessage): void {
  if (answer.reply_to !== seq) return;
  const { type, ext_user_id, display_name } = sender;
  const text = Array.from(body.text).slice(0, 200).join('');
  answer.reply_preview = { seq, kind, sender: { type, ext_user_id, display_name }, text, deleted_at };
}

/** The same state by REST; undefined: the user is no member. */
export async function fetchState(me: SignedIn, threadId: string): Promise<ThreadState | undefined> {
  const [thread, members, messages] = await Promise.all([
    me.call('GET', myThreadUrl(threadId)),
    me.call('GET', myThreadUrl(threadId, '/members?limit=100')),
    me.call('GET', myMessagesUrl(threadId, 'after_seq=0&limit=100')),
  ]);
  // (They may be removed between two of the requests.)
  if ([thread, members, messages].some(({ body }) => body.message_code === 'M40401')) return undefined;
  return {
    thread: thread.body.data,
    members: new Map(members.body.data.map((member: ClientMember) => [member.ext_user_id, member])),
    messages: new Map(messages.body.data.map((message: ClientMessage) => [message.seq, message])),
  };
}

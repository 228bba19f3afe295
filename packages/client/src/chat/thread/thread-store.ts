import type { ClientMember, ClientMessage, ClientThread, LogEntry } from '../../api.ts';
import type { PalaverError } from '../../error.ts';
import { TypingMembers } from '../people/typing-members.ts';
import type { OutgoingMessage } from '../sending/outgoing-message.ts';
import { ChangeReplay } from '../state/change-replay.ts';
import { updatedBy } from '../state/message-update.ts';
import { persist } from '../state/persist.ts';
import { type Profile, withProfile } from '../state/profile.ts';
import { withProfiles, withQuote } from '../state/reply-preview.ts';
import { Derived, type Readable, sameIfEqual } from '../state/store.ts';
import { LoadedMessages, type MessageWindow, toKept } from './loaded-messages.ts';
import { MessageSet } from './message-set.ts';
import { ShownMessages } from './shown-messages.ts';
import type { ThreadRest } from './thread-rest.ts';
import type { KeptMessage, ThreadState } from './thread-state.ts';
import { LATEST, TimelineChanges } from './timeline-changes.ts';

/** What the store needs from the chat. */
export interface ThreadServices {
  rest: ThreadRest;
  summary: Readable<ClientThread | undefined>;
  outgoing: () => OutgoingMessage[];
  /** The `ext_user_id` of the signed-in user. */
  me: () => string;
}

/** Codes of the server for threads that the user may not see. (Without a valid token, it says nothing about the thread.) */
const REFUSED = /^M40[034]/;

const NO_MESSAGES: MessageWindow = { items: [], hasMore: false, hasNewer: false };

/**
 * The messages and members of one thread. The store fetches them once; the entries of the thread's log then keep them up
 * to date. An entry shows its subject in its current state, so entries that arrive during a fetch are replayed on top of
 * the response. Read positions of others are in no log: the highest known one counts. The user's own one is in the chat list.
 */
export class ThreadStore {
  readonly state: Derived<ThreadState>;
  readonly #services: ThreadServices;
  #messages = new LoadedMessages(NO_MESSAGES);
  #changes: TimelineChanges;
  #pinned = new MessageSet();
  /** Numbers of pinned messages that are still to be fetched. */
  readonly #missingPins = new Set<number>();
  #isFetchingPins = false;
  #members = new Map<string, ClientMember>();
  // The lists of the latest state, which the next one reuses where they have not changed.
  readonly #shownMessages = new ShownMessages();
  #shownPinned: readonly KeptMessage[] = [];
  #shownMembers: readonly ClientMember[] = [];
  /** By `ext_user_id`; former members are included. */
  readonly #readPositions = new Map<string, number>();
  /** Each jump replaces the messages; an earlier one that is still running is dropped. */
  #jumps = 0;
  readonly #replay = new ChangeReplay();
  #loading: Promise<void> | undefined;
  /**
   * Until the connection brings the thread, which can be after its messages, or the server says that the user is no member. The support desk, whose
   * users are none, asks for itself.
   */
  isUnknown = true;
  /** Each load starts a new generation. Results from an earlier one are dropped. */
  #generation = 0;
  /** Likewise for catch-ups, which fetch read positions and profiles. */
  #catchUps = 0;
  readonly #typing = new TypingMembers(() => this.invalidate());
  readonly #unsubscribe: () => void;

  constructor(services: ThreadServices) {
    this.#services = services;
    this.#changes = new TimelineChanges(services);
    this.state = new Derived(() => this.#deriveState());
    this.#unsubscribe = services.summary.subscribe((thread) => {
      this.isUnknown &&= thread === undefined;
      this.invalidate();
    });
  }

  /**
   * The number of the last known log entry; undefined while the thread is loading. For a new thread, possibly only the
   * messages are known.
   */
  get lastSeq(): number | undefined {
    const { thread } = this.state.getSnapshot();
    if (thread === undefined && this.#loading !== undefined) return undefined;
    // (The answer to a message can come before its entry.)
    return Math.max(thread?.last_seq ?? 0, this.#messages.lastSeq ?? 0);
  }

  /**
   * Fetches the messages (the latest, or those around the one that was jumped to), all members and the read positions, and
   * retries until it succeeds. Rejects if the user is not a member.
   */
  load(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    this.#readPositions.clear();
    const fetch = () => this.#fetchLatest(generation);
    const loading = persist(fetch, () => generation === this.#generation)
      .catch((error: PalaverError) => {
        this.isUnknown &&= !REFUSED.test(error.code);
        throw error;
      })
      .finally(() => {
        if (this.#loading === loading) this.#loading = undefined;
        this.invalidate();
      });
    this.#loading = loading;
    this.invalidate();
    return loading;
  }

  /** Loads it anew. (A load fails if the user is not a member; the thread is then empty.) */
  reload(): void {
    this.load().catch(() => {});
  }

  /** Fetches the messages before the first loaded one. Resolves to false if there are none. */
  loadOlder(): Promise<boolean> {
    return this.#addPage('hasOlder', ({ firstSeq = 0 }) => ({ before_seq: firstSeq }));
  }

  /** Fetches the messages after the last loaded one. Resolves to false if there are none. */
  loadNewer(): Promise<boolean> {
    return this.#addPage('hasNewer', ({ lastSeq = 0 }) => ({ after_seq: lastSeq }));
  }

  /** Resolves to whether the message is among the loaded ones now: not if it does not exist, or if a later jump came first. */
  async loadAround(seq: number): Promise<boolean> {
    this.#jumps += 1;
    const jump = this.#jumps;
    await this.#loading;
    if (this.#messages.has(seq)) return true;
    const generation = this.#generation;
    const { result, replay } = await this.#replay.during(() => this.#fetchAround(seq));
    if (jump !== this.#jumps) return false;
    if (generation !== this.#generation) return this.loadAround(seq);
    if (!result.items.some((message) => message.seq === seq)) return false;
    this.#messages = new LoadedMessages(result, seq);
    replay();
    await this.#reachChanges();
    return this.#messages.has(seq);
  }

  /** Returns to the latest messages. */
  async loadLatest(): Promise<void> {
    this.#jumps += 1;
    if (!this.#messages.hasNewer) return;
    this.#messages.around = undefined;
    await this.load();
  }

  applyEntry(entry: LogEntry): void {
    this.#replay.apply(() => this.#apply(entry));
    if (entry.type === 'message.created' && entry.actor !== null) this.#typing.stop(entry.actor);
    this.invalidate();
  }

  /**
   * Adds a message of the user that the server has stored. This may come before the log entry, and while a load is running
   * whose response does not have the message.
   */
  addSent(message: ClientMessage): void {
    this.#replay.apply(() => {
      // The response to a retry may name a message before the loaded ones: adding it would leave a gap, as would one after them.
      const { first, last } = this.#messages.range;
      const isInside = first <= message.seq && message.seq <= last;
      if (isInside && !this.#messages.has(message.seq)) this.#messages.put(toKept(message));
    });
    this.invalidate();
  }

  updateProfile(user: Profile): void {
    this.#replay.apply(() => this.#applyProfiles([user]));
  }

  /** Read positions only move forward. */
  advanceReadPosition(user: string, readSeq: number): void {
    if (readSeq <= (this.#readPositions.get(user) ?? -1)) return;
    this.#readPositions.set(user, readSeq);
    this.invalidate();
  }

  /** After a reconnect: frames bring new read positions and profiles. Fetches the changes before that. */
  catchUp(): void {
    // The connection has not brought the thread: a load says whether there is one.
    if (this.isUnknown) {
      this.reload();
      return;
    }
    this.#catchUps += 1;
    const catchUp = this.#catchUps;
    const isWanted = () => catchUp === this.#catchUps;
    const fetch = async () => {
      await Promise.all([this.#fetchReadPositions(), this.#fetchProfiles(isWanted)]);
    };
    persist(fetch, isWanted).catch(() => {});
  }

  setTyping(user: string, isTyping: boolean): void {
    if (isTyping) this.#typing.start(user);
    else this.#typing.stop(user);
    this.invalidate();
  }

  close(): void {
    this.#generation += 1;
    this.#catchUps += 1;
    this.#missingPins.clear();
    this.#unsubscribe();
    this.#typing.clear();
  }

  invalidate(): void {
    this.state.invalidate();
  }

  #deriveState(): ThreadState {
    const byId = (a: ClientMember, b: ClientMember) => Number(BigInt(a.ext_user_id) - BigInt(b.ext_user_id));
    this.#shownPinned = sameIfEqual(this.#shownPinned, this.#pinned.list());
    this.#shownMembers = sameIfEqual(this.#shownMembers, [...this.#members.values()].sort(byId));
    const thread = this.#services.summary.getSnapshot();
    const own = thread === undefined ? [] : [[this.#services.me(), thread.me.read_seq] as const];
    const positions = [...this.#readPositions, ...own].filter(([user]) => this.#isCurrentMember(user));
    return {
      thread,
      messages: this.#shownMessages.merge(this.#messages.list(), this.#services.outgoing()),
      changes: this.#changes.shownIn(this.#messages.range),
      pinned: this.#shownPinned,
      members: this.#shownMembers,
      readPositions: Object.fromEntries(positions),
      typing: this.#typing.ids,
      hasOlder: this.#messages.hasOlder,
      hasNewer: this.#messages.hasNewer,
      isLoading: this.#loading !== undefined || this.isUnknown,
    };
  }

  async #fetchLatest(generation: number): Promise<void> {
    const { rest, summary } = this.#services;
    const { around, hasNewer } = this.#messages;
    const isJump = hasNewer && around !== undefined;
    const changes = new TimelineChanges(this.#services);
    const hasNoPins = summary.getSnapshot()?.pin_message_count === 0;
    const { result, replay } = await this.#replay.during(() =>
      Promise.all([
        isJump ? this.#fetchAround(around) : this.#fetchEnd(),
        rest.allMembers(),
        hasNoPins ? [] : rest.pinnedMessages(),
        this.#fetchReadPositions(),
        changes.reach(LATEST),
      ]),
    );
    if (generation !== this.#generation) return;
    const [messages, members, pinned] = result;
    this.#messages = new LoadedMessages(messages, around);
    this.#pinned = new MessageSet(pinned.map(toKept));
    this.#members = new Map(members.map((member) => [member.ext_user_id, member]));
    this.#missingPins.clear();
    this.#changes = changes;
    replay();
    await this.#reachChanges();
  }

  /** Adds the page at `from` to the messages, if there are more. Resolves to whether it has any. */
  async #addPage(
    more: 'hasOlder' | 'hasNewer',
    from: (messages: LoadedMessages) => Parameters<ThreadRest['messages']>[0],
  ): Promise<boolean> {
    await this.#loading;
    const messages = this.#messages;
    if (!messages[more]) return false;
    const fetch = () => this.#services.rest.messages(from(messages));
    const { result, replay } = await this.#replay.during(fetch);
    // Others have been loaded meanwhile.
    if (messages !== this.#messages) return this.#addPage(more, from);
    for (const message of result.items) messages.put(toKept(message));
    messages[more] = result.hasMore;
    replay();
    await this.#reachChanges();
    return result.items.length > 0;
  }

  /** Then shows the loaded messages, together with the changes between them. */
  #reachChanges(): Promise<void> {
    return this.#changes.reach(this.#messages.range).finally(() => this.invalidate());
  }

  async #fetchEnd(): Promise<MessageWindow> {
    return { ...(await this.#services.rest.messages()), hasNewer: false };
  }

  async #fetchAround(seq: number): Promise<MessageWindow> {
    const { rest } = this.#services;
    const [until, after] = await Promise.all([
      rest.messages({ before_seq: seq + 1 }),
      rest.messages({ after_seq: seq }),
    ]);
    return { items: [...until.items, ...after.items], hasMore: until.hasMore, hasNewer: after.hasMore };
  }

  /**
   * Fetches the profiles of the first 100 members. A response is outdated if another catch-up or a load has begun since.
   * A load that began earlier gets the profiles as a change.
   */
  async #fetchProfiles(isWanted: () => boolean): Promise<void> {
    const generation = this.#generation;
    const { result, replay } = await this.#replay.during(() => this.#services.rest.members());
    if (!isWanted() || generation !== this.#generation) return;
    this.#replay.apply(() => {
      this.#applyProfiles(result);
      replay();
    });
  }

  async #fetchReadPositions(): Promise<void> {
    const positions = await this.#services.rest.readPositions();
    for (const { ext_user_id, read_seq } of positions) this.advanceReadPosition(ext_user_id, read_seq);
  }

  #apply(entry: LogEntry): void {
    const { message, message_seq, type, pinned_at, members = [] } = entry;
    for (const member of members) this.#members.set(member.ext_user_id, member);
    this.#changes.add(entry);
    for (const messages of [this.#messages, this.#pinned]) {
      const kept = messages.get(message_seq ?? 0);
      if (kept !== undefined) messages.put(updatedBy(kept, entry));
    }
    if (message_seq !== null && pinned_at !== undefined) this.#applyPin(message_seq, type, pinned_at);
    if (message === undefined) return;
    if (message.pinned_at === null) this.#pinned.delete(message.seq);
    else if (this.#pinned.has(message.seq)) this.#pinned.put(toKept(message));
    // Changes of messages before and after the loaded ones arrive when those are fetched.
    if ((type === 'message.created' && !this.#messages.hasNewer) || this.#messages.has(message.seq))
      this.#messages.put(toKept(message));
    if (type === 'message.updated' || type === 'message.deleted')
      this.#updateMessages((kept) => withQuote(kept, message));
  }

  #applyPin(seq: number, type: LogEntry['type'], pinnedAt: number | null): void {
    this.#missingPins.delete(seq);
    if (pinnedAt === null) this.#pinned.delete(seq);
    // (If an unpinned message shows as pinned, it has been pinned again: the entry of that follows.)
    if (pinnedAt === null || type === 'message.unpinned' || this.#pinned.has(seq)) return;
    const message = this.#messages.get(seq);
    if (message !== undefined) this.#pinned.put(message);
    else this.#fetchPin(seq);
  }

  /** The entry of a pin does not contain the message, so the store fetches a message that is not loaded. */
  #fetchPin(seq: number): void {
    this.#missingPins.add(seq);
    if (!this.#isFetchingPins) void this.#fetchMissingPins();
  }

  async #fetchMissingPins(): Promise<void> {
    this.#isFetchingPins = true;
    for (const seq of this.#missingPins) {
      // A running load may bring the message.
      await this.#loading?.catch(() => {});
      const generation = this.#generation;
      const isWanted = () => generation === this.#generation && this.#missingPins.has(seq);
      const fetch = () => this.#fetchMissingPin(seq, isWanted);
      // (If the user may no longer see the message, they have left the thread.)
      await persist(fetch, isWanted).catch(() => this.#missingPins.delete(seq));
    }
    this.#isFetchingPins = false;
  }

  async #fetchMissingPin(seq: number, isWanted: () => boolean): Promise<void> {
    const { result, replay } = await this.#replay.during(() => this.#services.rest.message(seq));
    if (!isWanted()) return;
    this.#missingPins.delete(seq);
    if (result.pinned_at !== null) this.#pinned.put(toKept(result));
    replay();
    this.invalidate();
  }

  #applyProfiles(users: readonly Profile[]): void {
    const profiles = new Map(users.map((user) => [user.ext_user_id, user]));
    for (const [id, member] of this.#members) this.#members.set(id, withProfile(member, profiles));
    this.#updateMessages((kept) => withProfiles(kept, profiles));
    this.invalidate();
  }

  #updateMessages(change: (message: KeptMessage) => KeptMessage): void {
    for (const messages of [this.#messages, this.#pinned]) messages.update(change);
  }

  #isCurrentMember(user: string): boolean {
    const status = this.#members.get(user)?.status;
    return status === 'active' || status === 'muted';
  }
}

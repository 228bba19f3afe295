import {
  type ClientMember,
  type ClientMessage,
  type ClientSendMessageBody,
  type ClientThread,
  type LogEntry,
  type MemberReadPosition,
  TYPING_MS,
} from '../api.ts';
import type { PalaverError } from '../error.ts';
import { path } from '../http/call.ts';
import { changedBy } from './changed-message.ts';
import type { OutgoingMessage } from './outbox.ts';
import { persist } from './persist.ts';
import { type Profile, shownAs } from './profile.ts';
import { quotedAs, quoting } from './reply-preview.ts';
import type { Rest } from './rest.ts';
import { Derived, type Readable } from './store.ts';

/** A message that the server has stored. */
export type KeptMessage = ClientMessage & { state: 'sent' };

/** A message to display: stored by the server, or still unsent. */
export type ShownMessage = KeptMessage | UnsentMessage;

/** A message that is being sent, or that the server has refused. */
export interface UnsentMessage {
  state: 'sending' | 'failed';
  client_message_id: string;
  body: { text: string; metadata: ClientSendMessageBody['body']['metadata'] };
  /** The number of the message that it replies to. */
  reply_to: number | null;
  /** Time of sending by the device's clock, in Unix milliseconds. */
  created_at: number;
  /** Why the server refused the message. */
  error?: PalaverError;
  /**
   * For a failed message: whether the server may accept it later, for example after a mute. If false, the content is at
   * fault: `discard` the message, change it, and send it as a new one.
   */
  canRetry?: boolean;
}

/** The state of an open thread. */
export interface ThreadState {
  /** The thread; undefined if the user is not a member. */
  thread: ClientThread | undefined;
  /**
   * The latest messages without a gap, oldest first, then the pending messages. A failed message keeps the place where
   * it was sent, before messages that arrived later.
   */
  messages: readonly ShownMessage[];
  /**
   * Pinned messages of the whole thread, oldest first. If there are more than 100: the latest 100, and all pinned
   * since.
   */
  pinned: readonly KeptMessage[];
  /** All members, including former members, by ascending `ext_user_id`. */
  members: readonly ClientMember[];
  /**
   * The read position (`seq`) of each current member, including the signed-in user, by `ext_user_id`. The position of a
   * new member appears when they first read; in a group of more than 100 members, this also applies to all but 100 of
   * them.
   */
  readPositions: Readonly<Record<string, number>>;
  /** `ext_user_id`s of the members who are typing. */
  typing: readonly string[];
  /** Whether there are messages before the first loaded one. */
  hasOlder: boolean;
  /** Whether messages, members and read positions are still loading. */
  isLoading: boolean;
}

/** What the store needs from the chat. */
export interface ThreadServices {
  rest: Rest;
  summary: Readable<ClientThread | undefined>;
  outgoing: () => OutgoingMessage[];
}

const PAGE = 50;
const MEMBERS_PAGE = 100;
const MOST_PINNED = 100;
/** After every message. */
const AT_THE_END = Number.MAX_SAFE_INTEGER;

/**
 * The messages and members of one thread: fetched once, and from then on kept right by the entries of its log. What
 * comes while something is fetched is applied again to what was fetched: each entry shows things as they are, so the
 * last word counts. Read positions are in no log: the highest counts, wherever it comes from.
 */
export class ThreadStore {
  readonly state: Derived<ThreadState>;
  readonly #id: string;
  readonly #services: ThreadServices;
  /** By their numbers; each is made once for as long as it does not change. */
  #messages = new Map<number, KeptMessage>();
  /** Their numbers, ascending; undefined: to be sorted anew. */
  #order: number[] | undefined;
  #pinned = new Map<number, KeptMessage>();
  /** Numbers of messages that are pinned, and are still to be fetched. */
  readonly #lackingPins = new Set<number>();
  #isFetchingPins = false;
  #members = new Map<string, ClientMember>();
  /** As they were shown last: whoever draws them need not look at them when somebody types. */
  #shownMessages: readonly ShownMessage[] = [];
  readonly #shownUnsent = new WeakMap<OutgoingMessage, ShownMessage>();
  #shownPinned: readonly KeptMessage[] = [];
  #shownMembers: readonly ClientMember[] = [];
  /** Of whoever is known to have read, former members too. */
  readonly #readPositions = new Map<string, number>();
  #hasOlder = false;
  /** What has come since the last fetch began, to be applied again; undefined: nothing is being fetched. */
  #meanwhile: (() => void)[] | undefined;
  #fetches = 0;
  #loading: Promise<void> | undefined;
  /** Counts what makes an earlier fetch worthless. */
  #generation = 0;
  /** The same of fetches of read positions alone. */
  #catchUps = 0;
  readonly #typing = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #forget: () => void;

  constructor(id: string, services: ThreadServices) {
    this.#id = id;
    this.#services = services;
    this.state = new Derived(() => this.#show());
    this.#forget = services.summary.subscribe(() => this.state.invalidate());
  }

  /**
   * Fetches the latest messages, all members and read positions, however long that takes; rejects when there is nothing
   * to fetch.
   */
  load(): Promise<void> {
    this.#generation += 1;
    const generation = this.#generation;
    const fetch = () => this.#fetchLatest(generation);
    const loading = persist(fetch, () => generation === this.#generation).finally(() => {
      if (this.#loading === loading) this.#loading = undefined;
      this.show();
    });
    this.#loading = loading;
    this.show();
    return loading;
  }

  /** Fetches the messages before the first one. False: there are none. */
  async loadOlder(): Promise<boolean> {
    await this.#loading;
    const [first] = this.#seqs();
    if (!this.#hasOlder || first === undefined) return false;
    const generation = this.#generation;
    const { result, meanwhile } = await this.#fetching(() =>
      this.#services.rest.page<ClientMessage>(path`/threads/${this.#id}/messages`, {
        before_seq: first,
        limit: PAGE,
      }),
    );
    if (generation !== this.#generation) return this.loadOlder();
    for (const message of result.items) this.#keep(message);
    this.#hasOlder = result.hasMore;
    for (const apply of meanwhile) apply();
    this.show();
    return result.items.length > 0;
  }

  enter(entry: LogEntry): void {
    this.#change(() => this.#apply(entry));
    const { actor, type } = entry;
    if (type === 'message.created' && actor !== null) this.#stopTyping(actor);
    this.show();
  }

  /** A message of the user that the server has: it may come before its entry does. */
  sent(message: ClientMessage): void {
    const [first = 0] = this.#seqs();
    // The answer to a repeat may name one that is older than what is shown: with it there would be a hole.
    const isOlder = this.#hasOlder && message.seq < first;
    if (!isOlder && !this.#messages.has(message.seq)) this.#keep(message);
    this.show();
  }

  /** Somebody is shown in another way from now on, also where they have written. */
  shows(user: Profile): void {
    this.#change(() => this.#showAs([user]));
  }

  /** Somebody has read up to here. */
  reads(user: string, readSeq: number): void {
    if (readSeq <= (this.#readPositions.get(user) ?? -1)) return;

    this.#readPositions.set(user, readSeq);
    this.show();
  }

  /** From now on frames bring new read positions and profiles. To get earlier changes, fetches them. */
  catchUp(): void {
    this.#catchUps += 1;
    const catchUp = this.#catchUps;
    const isWanted = () => catchUp === this.#catchUps;
    const fetch = async () => {
      await Promise.all([this.#fetchReadPositions(), this.#fetchProfiles(isWanted)]);
    };
    persist(fetch, isWanted).catch(() => {});
  }

  types(user: string, isTyping: boolean): void {
    this.#stopTyping(user);
    if (isTyping) {
      const end = () => {
        this.#typing.delete(user);
        this.show();
      };
      this.#typing.set(user, setTimeout(end, TYPING_MS));
    }
    this.show();
  }

  close(): void {
    this.#generation += 1;
    this.#catchUps += 1;
    this.#lackingPins.clear();
    this.#forget();
    for (const user of [...this.#typing.keys()]) this.#stopTyping(user);
  }

  /** Something has changed that it is made from. */
  show(): void {
    this.state.invalidate();
  }

  #show(): ThreadState {
    const sent = this.#seqs().flatMap((seq) => this.#messages.get(seq) ?? []);
    const outgoing = this.#services.outgoing();
    const ids = new Set(outgoing.length === 0 ? [] : sent.map(({ client_message_id }) => client_message_id));
    const unsent = outgoing.filter(({ client_message_id }) => !ids.has(client_message_id));
    const [failed, waiting] = [unsent.filter(isRefused), unsent.filter((one) => !isRefused(one))];
    const byId = (a: ClientMember, b: ClientMember) =>
      BigInt(a.ext_user_id) < BigInt(b.ext_user_id) ? -1 : 1;
    this.#shownMessages = sameIfEqual(this.#shownMessages, [
      ...this.#withFailed(sent, failed),
      ...waiting.map((one) => this.#toShown(one)),
    ]);
    const pinned = [...this.#pinned.values()].toSorted((a, b) => a.seq - b.seq);
    this.#shownPinned = sameIfEqual(this.#shownPinned, pinned);
    this.#shownMembers = sameIfEqual(this.#shownMembers, [...this.#members.values()].toSorted(byId));
    return {
      thread: this.#services.summary.getSnapshot(),
      messages: this.#shownMessages,
      pinned: this.#shownPinned,
      members: this.#shownMembers,
      readPositions: Object.fromEntries([...this.#readPositions].filter(([user]) => this.#isPresent(user))),
      typing: [...this.#typing.keys()],
      hasOlder: this.#hasOlder,
      isLoading: this.#loading !== undefined,
    };
  }

  async #fetchLatest(generation: number): Promise<void> {
    const { rest } = this.#services;
    const { result, meanwhile } = await this.#fetching(() =>
      Promise.all([
        rest.page<ClientMessage>(path`/threads/${this.#id}/messages`, { limit: PAGE }),
        this.#fetchMembers(),
        this.#fetchPinned(),
        this.#fetchReadPositions(),
      ]),
    );
    if (generation !== this.#generation) return;
    const [messages, members, pinned] = result;
    this.#messages = new Map();
    this.#order = undefined;
    for (const message of messages.items) this.#keep(message);
    this.#pinned = new Map(pinned.map((message) => [message.seq, { ...message, state: 'sent' }]));
    this.#members = new Map(members.map((member) => [member.ext_user_id, member]));
    this.#lackingPins.clear();
    this.#hasOlder = messages.hasMore;
    for (const apply of meanwhile) apply();
  }

  async #fetchMembers(): Promise<ClientMember[]> {
    const members: ClientMember[] = [];
    for (;;) {
      const after = members.at(-1)?.ext_user_id ?? '0';
      const page = await this.#fetchMembersAfter(after);
      members.push(...page);
      if (page.length < MEMBERS_PAGE) return members;
    }
  }

  async #fetchPinned(): Promise<ClientMessage[]> {
    if (this.#services.summary.getSnapshot()?.pin_message_count === 0) return [];
    const query = { pinned: true, limit: MOST_PINNED };
    // The latest first: the pages before the first one come behind it.
    return this.#services.rest.first<ClientMessage>(
      path`/threads/${this.#id}/messages`,
      query,
      ([earliest]) => ({
        before_seq: earliest?.seq,
      }),
    );
  }

  #fetchMembersAfter(last_member_id: string): Promise<ClientMember[]> {
    const page = { limit: MEMBERS_PAGE, last_member_id };
    return this.#services.rest.get(path`/threads/${this.#id}/members`, page);
  }

  /**
   * (Of all but 100 in a larger group nothing is asked.) An answer that comes after the next question, or after a load
   * that began later, is an old one; to a load that began before it is news.
   */
  async #fetchProfiles(isWanted: () => boolean): Promise<void> {
    const generation = this.#generation;
    const { result, meanwhile } = await this.#fetching(() => this.#fetchMembersAfter('0'));
    if (!isWanted() || generation !== this.#generation) return;
    this.#change(() => {
      this.#showAs(result);
      for (const apply of meanwhile) apply();
    });
  }

  async #fetchReadPositions(): Promise<void> {
    const positions = await this.#services.rest.get<MemberReadPosition[]>(path`/threads/${this.#id}/read`, {
      limit: MEMBERS_PAGE,
    });
    for (const { ext_user_id, read_seq } of positions) this.reads(ext_user_id, read_seq);
  }

  #change(apply: () => void): void {
    this.#meanwhile?.push(apply);
    apply();
  }

  /** Remembers what comes while something is fetched. */
  async #fetching<T>(fetch: () => Promise<T>): Promise<{ result: T; meanwhile: readonly (() => void)[] }> {
    const meanwhile = this.#meanwhile ?? [];
    this.#meanwhile = meanwhile;
    const from = meanwhile.length;
    this.#fetches += 1;
    try {
      const result = await fetch();
      return { result, meanwhile: meanwhile.slice(from) };
    } finally {
      this.#fetches -= 1;
      if (this.#fetches === 0) this.#meanwhile = undefined;
    }
  }

  #apply(entry: LogEntry): void {
    const { message, message_seq, type, pinned_at, members = [] } = entry;
    for (const member of members) this.#members.set(member.ext_user_id, member);
    for (const messages of [this.#messages, this.#pinned]) {
      const kept = messages.get(message_seq ?? 0);
      if (kept !== undefined) messages.set(kept.seq, changedBy(kept, entry));
    }
    if (message_seq !== null && pinned_at !== undefined) this.#pin(message_seq, type, pinned_at);
    if (message === undefined) return;
    if (message.pinned_at === null) this.#pinned.delete(message.seq);
    else if (this.#pinned.has(message.seq)) this.#pinned.set(message.seq, { ...message, state: 'sent' });
    // What is said of a message before the first one that is shown, is fetched with it.
    if (type === 'message.created' || this.#messages.has(message.seq)) this.#keep(message);
    if (type === 'message.updated' || type === 'message.deleted') this.#quoteAnew(message);
  }

  #pin(seq: number, type: LogEntry['type'], pinnedAt: number | null): void {
    this.#lackingPins.delete(seq);
    if (pinnedAt === null) this.#pinned.delete(seq);
    // (One that was unpinned, and is pinned all the same, has been pinned again: the entry of that follows.)
    if (pinnedAt === null || type === 'message.unpinned' || this.#pinned.has(seq)) return;
    const message = this.#messages.get(seq);
    if (message !== undefined) this.#pinned.set(seq, message);
    else this.#fetchPin(seq);
  }

  /** An entry does not bring the message that was pinned: one that is older than those that are shown is fetched. */
  #fetchPin(seq: number): void {
    this.#lackingPins.add(seq);
    if (!this.#isFetchingPins) void this.#fetchPins();
  }

  async #fetchPins(): Promise<void> {
    this.#isFetchingPins = true;
    for (const seq of this.#lackingPins) {
      // What is being loaded may have it.
      await this.#loading?.catch(() => {});
      const generation = this.#generation;
      const isWanted = () => generation === this.#generation && this.#lackingPins.has(seq);
      const fetch = () => this.#fetchLackingPin(seq, isWanted);
      // (A user who may not see it any more has left the thread.)
      await persist(fetch, isWanted).catch(() => this.#lackingPins.delete(seq));
    }
    this.#isFetchingPins = false;
  }

  async #fetchLackingPin(seq: number, isWanted: () => boolean): Promise<void> {
    const { result, meanwhile } = await this.#fetching(() =>
      this.#services.rest.get<ClientMessage>(path`/threads/${this.#id}/messages/${seq}`),
    );
    if (!isWanted()) return;
    this.#lackingPins.delete(seq);
    if (result.pinned_at !== null) this.#pinned.set(seq, { ...result, state: 'sent' });
    for (const apply of meanwhile) apply();
    this.show();
  }

  /** Answers quote a message as it is now. */
  #quoteAnew(quoted: ClientMessage): void {
    for (const messages of [this.#messages, this.#pinned]) {
      for (const [seq, message] of messages) {
        const now = quoting(message, quoted);
        if (now !== message) messages.set(seq, now);
      }
    }
  }

  #showAs(users: readonly Profile[]): void {
    const byId = new Map(users.map((user) => [user.ext_user_id, user]));
    for (const [id, user] of byId) {
      const member = this.#members.get(id);
      if (member !== undefined) this.#members.set(id, shownAs(member, user));
    }
    for (const messages of [this.#messages, this.#pinned]) {
      for (const [seq, message] of messages) {
        const sender = shownAs(message.sender, byId.get(message.sender.ext_user_id));
        const now = quotedAs(message, byId.get(message.reply_preview?.sender.ext_user_id ?? ''));
        if (sender !== message.sender) messages.set(seq, { ...now, sender });
        else if (now !== message) messages.set(seq, now);
      }
    }
    this.show();
  }

  #keep(message: ClientMessage): void {
    const isNew = !this.#messages.has(message.seq);
    this.#messages.set(message.seq, { ...message, state: 'sent' });
    if (!isNew) return;
    if (message.seq > (this.#order?.at(-1) ?? 0)) this.#order?.push(message.seq);
    else this.#order = undefined;
  }

  #withFailed(sent: readonly KeptMessage[], failed: readonly OutgoingMessage[]): readonly ShownMessage[] {
    if (failed.length === 0) return sent;
    const placed: { place: number; shown: ShownMessage }[] = [
      ...sent.map((shown) => ({ place: shown.seq, shown })),
      ...failed.map((one) => ({ place: (one.after_seq ?? AT_THE_END) + 0.5, shown: this.#toShown(one) })),
    ];
    return placed.toSorted((a, b) => a.place - b.place).map(({ shown }) => shown);
  }

  /** Each is shown as the same object for as long as it does not change. */
  #toShown(message: OutgoingMessage): ShownMessage {
    const shown = this.#shownUnsent.get(message) ?? toShown(message);
    this.#shownUnsent.set(message, shown);
    return shown;
  }

  #seqs(): readonly number[] {
    this.#order ??= [...this.#messages.keys()].toSorted((a, b) => a - b);
    return this.#order;
  }

  #isPresent(user: string): boolean {
    const status = this.#members.get(user)?.status;
    return status === 'active' || status === 'muted';
  }

  #stopTyping(user: string): void {
    clearTimeout(this.#typing.get(user));
    this.#typing.delete(user);
  }
}

/** The list of before, when the other one has nothing else. */
function sameIfEqual<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return before.length === now.length && before.every((one, index) => one === now[index]) ? before : now;
}

const isRefused = ({ error }: OutgoingMessage): boolean => error !== undefined;

/** What is said of the message itself: the same again has the same answer. */
const FAULTY_STATUSES = [400, 413, 422];

function toShown({ client_message_id, request, created_at, error }: OutgoingMessage): ShownMessage {
  const body = { text: request.body.text ?? '', metadata: request.body.metadata ?? [{ type: 'text' }] };
  const shown = { client_message_id, body, reply_to: request.reply_to ?? null, created_at };
  if (error === undefined) return { ...shown, state: 'sending' };
  return { ...shown, state: 'failed', error, canRetry: !FAULTY_STATUSES.includes(error.status) };
}

import {
  type ClientMessage,
  type ClientThread,
  MAX_FRAME_BYTES,
  type SendCommand,
  type ServerFrame,
  type StickerPack,
  type StickerPackWithStickers,
  type User,
} from '../api.ts';
import { PalaverError } from '../error.ts';
import { baseOf, path } from '../http/call.ts';
import { ChatList } from './chat-list.ts';
import { Connection, type ConnectionState, type WebSocketConstructor } from './connection.ts';
import { Outbox, type OutboxStorage, type OutgoingMessage } from './outbox.ts';
import { persist } from './persist.ts';
import { Presence, type PresenceOf } from './presence.ts';
import type { Profile } from './profile.ts';
import { Rest } from './rest.ts';
import { type Readable, Store } from './store.ts';
import { Thread } from './thread.ts';
import { ThreadStore } from './thread-store.ts';
import { holderOf, type TokenProvider, TokenSource } from './token-source.ts';

/** What `connect()` takes. */
export interface ConnectOptions {
  /** Address of the server: `https://chat.example.com`. */
  url: string;
  /** A client token. When it ends, so does the chat: use `tokenProvider` for more than a trial. */
  token?: string;
  /** Asks your back end for a token: at the start, and whenever the last one is taken no more. */
  tokenProvider?: TokenProvider;
  /** Where unsent messages survive the tab: `localStorage`. Without it they live as long as the page. */
  storage?: OutboxStorage;
  /** After so much silence the server is asked whether it is there, and left when it does not answer; 15 s. */
  silenceMs?: number;
  /** In the place of the platform's own. */
  fetch?: typeof fetch;
  /** In the place of the platform's own, which Node has from 22 on: that of the package `ws`. */
  WebSocket?: WebSocketConstructor;
}

/**
 * Connects a user. Everything that the answer shows is kept right from then on, over any loss of the connection. Throws a
 * TypeError when `url` is no address, or there is no WebSocket.
 *
 * @example
 * ```ts
 * const chat = connect({ url, token });
 * await chat.ready();
 * const [thread] = chat.threads.getSnapshot();
 * ```
 */
export function connect(options: ConnectOptions): Chat {
  return new Chat(options);
}

/** What the server takes. */
export interface ClientLimits {
  /** Longest text of a message, in Unicode code points. */
  text_chars: number;
}

/** Threads of which it is asked again how they are shown, after the connection was lost. */
const LISTED = 100;

/** What the connection adds to a command: the number by which its answer is known. */
const ROOM_FOR_ID_BYTES = 64;

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** The chat of one signed-in user. */
export class Chat {
  /**
   * Whether what is shown is what is.
   *
   * @example
   * ```ts
   * chat.connection.subscribe(({ state }) => console.log(state));
   * ```
   */
  readonly connection: Readable<ConnectionState>;
  /**
   * The chat list: the latest message first.
   *
   * @example
   * ```ts
   * for (const { name, unread_count } of chat.threads.getSnapshot()) console.log(name, unread_count);
   * ```
   */
  readonly threads: Readable<readonly ClientThread[]>;
  readonly #rest: Rest;
  readonly #connection: Connection;
  readonly #list: ChatList;
  readonly #outbox: Outbox;
  readonly #open = new Map<string, { store: ThreadStore; users: number }>();
  readonly #presence: Presence;
  /** Who is shown in another way since the chat list was asked for; undefined: it is not. */
  #toldMeanwhile: Profile[] | undefined;
  readonly #limits = new Store<ClientLimits | undefined>(undefined);
  readonly #me = new Store<{ user_id: string; ext_user_id: string } | undefined>(undefined);

  constructor({ url, token, tokenProvider, storage, silenceMs = 15_000, ...platform }: ConnectOptions) {
    const base = baseOf(url);
    const tokens = new TokenSource(token, tokenProvider);
    // (A browser's own `fetch` wants to be called as a function of the window.)
    this.#rest = new Rest(base, tokens, platform.fetch ?? ((...request) => fetch(...request)));
    this.#list = new ChatList(() => this.#myId);
    this.threads = this.#list.list;
    this.#connection = new Connection({
      url: base,
      tokens,
      silenceMs,
      webSocket: platform.WebSocket ?? ownWebSocket(),
      positions: () => this.#list.positions,
      onFrame: (frame) => this.#take(frame),
    });
    this.connection = this.#connection.state;
    this.#presence = new Presence(
      async (users) =>
        (await this.#connection.command({ type: 'watch', ext_user_ids: users })) as PresenceOf[],
    );
    this.#outbox = new Outbox({
      storage,
      key: async () => `palaver ${base} ${holderOf(await tokens.get())}`,
      send: (message) => this.#send(message),
      // Nothing will come of what the others are told is being written.
      onRefused: ({ thread_id }) => this.#stopTyping(thread_id),
      onSent: ({ thread_id }, message) => this.#open.get(thread_id)?.store.sent(message),
      onChange: (threadId) => this.#open.get(threadId)?.store.show(),
    });
    this.#connection.state.subscribe(({ state }) => {
      this.#outbox.isOnline = state === 'online';
      if (state !== 'online') return;
      this.#presence.watchAgain();
      void this.#outbox.restore();
    });
    void this.#outbox.restore();
    this.#connection.open();
  }

  /**
   * Resolves when everything has come that was missed; rejects when there is no token that the server takes.
   *
   * @example
   * ```ts
   * await chat.ready();
   * console.log(chat.threads.getSnapshot().length);
   * ```
   */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = this.connection.subscribe((now) => {
        if (now.state === 'online') resolve();
        else if (now.state === 'closed') reject(now.error ?? new Error('the chat is closed'));
        else return;
        queueMicrotask(() => stop());
      });
    });
  }

  /**
   * Who has signed in; undefined until the first connection.
   *
   * @example
   * ```ts
   * console.log(chat.me.getSnapshot()?.ext_user_id);
   * ```
   */
  get me(): Readable<{ user_id: string; ext_user_id: string } | undefined> {
    return this.#me;
  }

  /**
   * What the server takes, to be checked while somebody writes: `text_chars`, the longest text in Unicode code points.
   * Undefined until the first connection.
   *
   * @example
   * ```ts
   * const text = 'What somebody has written so far';
   * const isTooLong = Array.from(text).length > (chat.limits.getSnapshot()?.text_chars ?? Number.POSITIVE_INFINITY);
   * ```
   */
  get limits(): Readable<ClientLimits | undefined> {
    return this.#limits;
  }

  /**
   * The profile of the signed-in user.
   *
   * @example
   * ```ts
   * const { display_name } = await chat.getProfile();
   * ```
   */
  getProfile(): Promise<User> {
    return this.#rest.get('/me');
  }

  /**
   * Connects at once instead of after the wait: when the device says that it is online again.
   *
   * @example
   * ```ts
   * globalThis.addEventListener?.('online', () => chat.reconnect());
   * ```
   */
  reconnect(): void {
    this.#connection.open();
  }

  /**
   * Ends everything. What is unsent stays in the storage.
   *
   * @example
   * ```ts
   * chat.close();
   * ```
   */
  close(): void {
    this.#outbox.close();
    this.#connection.close();
    this.#toldMeanwhile = undefined;
    for (const { store } of this.#open.values()) store.close();
    this.#open.clear();
  }

  /**
   * Opens a thread: its messages and members are fetched, and kept right until it is closed.
   *
   * @example
   * ```ts
   * const thread = chat.open(threadId);
   * const { messages } = await thread.loaded();
   * thread.close();
   * ```
   */
  open(threadId: string): Thread {
    let open = this.#open.get(threadId);
    if (open === undefined) {
      const store = new ThreadStore(threadId, {
        rest: this.#rest,
        summary: this.#list.thread(threadId),
        outgoing: () => this.#outbox.of(threadId),
      });
      open = { store, users: 0 };
      this.#open.set(threadId, open);
      this.#load(threadId);
    }
    open.users += 1;
    return new Thread(threadId, open.store, {
      rest: this.#rest,
      outbox: this.#outbox,
      command: (frame) => this.#connection.command(frame),
      check: (body) => this.#check(body),
      release: () => this.#release(threadId),
    });
  }

  /**
   * The direct thread with somebody, made when there is none.
   *
   * @example
   * ```ts
   * const thread = await chat.openDirect(userId);
   * thread.send('hello');
   * ```
   */
  async openDirect(userId: string): Promise<Thread> {
    return this.#enter(await this.#rest.post<ClientThread>('/threads', { type: 'direct', user_id: userId }));
  }

  /**
   * Makes a group, which the signed-in user owns.
   *
   * @example
   * ```ts
   * const thread = await chat.createGroup({ name: 'Lunch', user_ids: [userId] });
   * console.log(thread.id);
   * ```
   */
  async createGroup(group: {
    name: string;
    description?: string;
    avatar_url?: string;
    user_ids?: readonly string[];
  }): Promise<Thread> {
    const { user_ids: member_ids = [], ...others } = group;
    const body = { type: 'group', ...others, member_ids, id_type: 2 };
    return this.#enter(await this.#rest.post<ClientThread>('/threads', body));
  }

  /**
   * Threads that are tied to an object of yours, which are in no chat list.
   *
   * @example
   * ```ts
   * const [thread] = await chat.findThreads({ reference_id: 'order-4711' });
   * ```
   */
  findThreads(link: { reference_id?: string; satl_reference_id?: string }): Promise<ClientThread[]> {
    return this.#rest.get('/threads', link);
  }

  /**
   * Sticker packs that can be sent.
   *
   * @example
   * ```ts
   * for (const { id, name } of await chat.stickerPacks()) console.log(id, name);
   * ```
   */
  stickerPacks(): Promise<StickerPack[]> {
    return this.#rest.get('/sticker-packs', { limit: 100 });
  }

  /**
   * One of them, with its stickers.
   *
   * @example
   * ```ts
   * const { stickers } = await chat.stickerPack(packId);
   * console.log(stickers[0]?.url);
   * ```
   */
  stickerPack(packId: string): Promise<StickerPackWithStickers> {
    return this.#rest.get(path`/sticker-packs/${packId}`);
  }

  /**
   * Whether somebody is online with whom the user shares a thread. Of more than 500 at a time only those are known to whom
   * somebody is subscribed, and those who were asked about last; it throws a RangeError when all 500 have subscribers.
   *
   * @example
   * ```ts
   * chat.presence(extUserId).subscribe((isOnline) => console.log(isOnline ? 'online' : 'away'));
   * ```
   */
  presence(extUserId: string): Readable<boolean> {
    return this.#presence.of(extUserId);
  }

  get #myId(): string {
    return this.#me.getSnapshot()?.ext_user_id ?? '';
  }

  #enter(thread: ClientThread): Thread {
    // The connection will say so as well, a moment later.
    if (!this.#list.has(thread.id)) this.#list.join(thread);
    return this.open(thread.id);
  }

  #release(threadId: string): void {
    const open = this.#open.get(threadId);
    if (open === undefined) return;
    open.users -= 1;
    if (open.users > 0) return;
    open.store.close();
    this.#open.delete(threadId);
  }

  async #send({ thread_id, client_message_id, request }: OutgoingMessage): Promise<ClientMessage> {
    this.#check(request.body);
    const frame: SendCommand = { type: 'send', thread_id, ...request, client_message_id };
    if (isTooLarge(frame))
      return this.#rest.post(path`/threads/${thread_id}/messages`, { ...request, client_message_id });
    return (await this.#connection.command(frame)) as ClientMessage;
  }

  /** What the server would refuse is not sent. */
  #check(body: { text?: string | null | undefined }): void {
    const text = body.text ?? '';
    const limit = this.#limits.getSnapshot()?.text_chars ?? Number.POSITIVE_INFINITY;
    // A code point is one or two UTF-16 units: most texts need no count.
    if (text.length <= limit || (text.length <= 2 * limit && Array.from(text).length <= limit)) return;
    const fault = {
      field: 'body.text',
      rule: 'max_length',
      message: `must have at most ${limit} characters`,
    };
    const message = `M40004: ${fault.field} ${fault.message}`;
    throw new PalaverError({ code: 'M40004', message, status: 400, fields: [fault] });
  }

  #stopTyping(thread_id: string): void {
    this.#connection.command({ type: 'typing', thread_id, is_typing: false }).catch(() => {});
  }

  #take(frame: ServerFrame): void {
    const take = this.#takers[frame.type] as ((one: ServerFrame) => void) | undefined;
    take?.(frame);
  }

  readonly #takers: { [Type in ServerFrame['type']]?: (frame: FrameOf<Type>) => void } = {
    authenticated: ({ user, limits }) => {
      this.#limits.set(limits);
      this.#me.set(user);
    },
    'thread.joined': ({ thread }) => this.#join(thread),
    reset: ({ thread }) => this.#join(thread),
    'thread.left': ({ thread_id }) => this.#list.leave(thread_id),
    entry: ({ entry }) => {
      if (this.#list.enter(entry)) this.#open.get(entry.thread_id)?.store.enter(entry);
    },
    read: ({ thread_id, ext_user_id, read_seq }) => this.#read(thread_id, ext_user_id, read_seq),
    resumed: ({ read_positions }) => {
      if (read_positions.length > 0) this.#catchUpProfiles();
      for (const { thread_id, read_seq } of read_positions) this.#read(thread_id, this.#myId, read_seq);
      for (const { store } of this.#open.values()) store.catchUp();
    },
    typing: ({ thread_id, ext_user_id, is_typing }) =>
      this.#open.get(thread_id)?.store.types(ext_user_id, is_typing),
    presence: (frame) => this.#presence.take(frame),
    'user.updated': ({ user }) => this.#shows(user),
  };

  #join(thread: ClientThread): void {
    this.#list.join(thread);
    this.#load(thread.id);
  }

  /** (It fails when the thread is none of the user's; then it is empty.) */
  #load(threadId: string): void {
    this.#open
      .get(threadId)
      ?.store.load()
      .catch(() => {});
  }

  #shows(user: Profile): void {
    const { user_id, ext_user_id } = user;
    const me = this.#me.getSnapshot();
    if (user_id !== null && ext_user_id === me?.ext_user_id && user_id !== me.user_id)
      this.#me.set({ user_id, ext_user_id });
    this.#toldMeanwhile?.push(user);
    this.#list.shows(user);
    for (const { store } of this.#open.values()) store.shows(user);
  }

  /** From now on it is told who is shown in another way; who was until now, the chat list says: 100 of it are asked for. */
  #catchUpProfiles(): void {
    const told: Profile[] = [];
    this.#toldMeanwhile = told;
    // Else the connection was lost once more, and the answer is an old one.
    const isWanted = () => this.#toldMeanwhile === told;
    const fetch = async () => {
      const threads = await this.#rest.first<ClientThread>('/threads', { limit: LISTED }, (page) => ({
        last_id: page.at(-1)?.list_position,
      }));
      if (!isWanted()) return;
      this.#toldMeanwhile = undefined;
      const senders = threads.map(({ last_message }) => last_message?.sender);
      const users = senders.filter((sender) => sender?.type === 'user');
      for (const user of [...users, ...threads.map(({ peer }) => peer), ...told])
        if (user) this.#list.shows(user);
    };
    persist(fetch, isWanted).catch(() => {
      if (isWanted()) this.#toldMeanwhile = undefined;
    });
  }

  #read(threadId: string, user: string, readSeq: number): void {
    this.#open.get(threadId)?.store.reads(user, readSeq);
    if (user !== this.#myId || !this.#list.read(threadId, readSeq)) return;
    // Of the messages before the snapshot only the number is known: how many of them are left, the server knows.
    this.#rest
      .get<ClientThread>(path`/threads/${threadId}`)
      .then((thread) => this.#list.recount(thread))
      .catch(() => {});
  }
}

/** A larger frame would end the connection, and the next one again; a call takes more, or is refused. */
function isTooLarge(frame: SendCommand): boolean {
  return new TextEncoder().encode(JSON.stringify(frame)).length > MAX_FRAME_BYTES - ROOM_FOR_ID_BYTES;
}

/** Throws a TypeError where there is none: in Node before 22. */
function ownWebSocket(): WebSocketConstructor {
  if (typeof WebSocket === 'undefined')
    throw new TypeError(
      'connect() takes a WebSocket where there is none (Node before 22): of the package ws',
    );
  return WebSocket;
}

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

/** Options of `connect()`. */
export interface ConnectOptions {
  /** Address of the server, such as `https://chat.example.com`. */
  url: string;
  /** A client token. The chat ends when the token expires: use `tokenProvider` for anything but a trial. */
  token?: string;
  /** Gets a token from your back end. The SDK calls it at the start, and when the server refuses the previous token. */
  tokenProvider?: TokenProvider;
  /**
   * Storage in which unsent messages survive the tab, such as `localStorage`. Without it they are lost with the page.
   */
  storage?: OutboxStorage;
  /** After this much silence the SDK sends a `ping`, and reconnects if no answer comes; 15 s by default. */
  silenceMs?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
  /** Replaces the global `WebSocket`. Node before 22 has none: pass the one of the package `ws`. */
  WebSocket?: WebSocketConstructor;
}

/**
 * Connects a user. The returned chat keeps its state up to date and reconnects by itself. Throws a TypeError if `url`
 * is not an address, or if the platform has no WebSocket.
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

/** Limits of the server. */
export interface ClientLimits {
  /** Maximum length of a message text, in Unicode code points. */
  text_chars: number;
}

/** Number of threads whose profiles are fetched again after a reconnect. */
const LISTED = 100;

/** Room for the `id` that the connection adds to a command. */
const ROOM_FOR_ID_BYTES = 64;

type FrameOf<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** The chat of one signed-in user. */
export class Chat {
  /**
   * The state of the connection: `online` while everything shown is up to date.
   *
   * @example
   * ```ts
   * chat.connection.subscribe(({ state }) => console.log(state));
   * ```
   */
  readonly connection: Readable<ConnectionState>;
  /**
   * The chat list, the thread with the latest message first.
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
  /** Profile changes that came while the chat list is being fetched; undefined: no fetch is running. */
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
      // Others see the user typing this message, which will not arrive.
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
   * Resolves when the chat has caught up with the server. Rejects if the server accepts no token, or the chat is
   * closed.
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
   * The signed-in user; undefined until the first connection.
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
   * Limits of the server, for checks while the user writes: `text_chars` is the maximum length of a text in Unicode
   * code points. Undefined until the first connection.
   *
   * @example
   * ```ts
   * const text = 'The text that the user has written so far';
   * const isTooLong = Array.from(text).length > (chat.limits.getSnapshot()?.text_chars ?? Number.POSITIVE_INFINITY);
   * ```
   */
  get limits(): Readable<ClientLimits | undefined> {
    return this.#limits;
  }

  /**
   * Gets the profile of the signed-in user.
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
   * Reconnects at once instead of waiting for the next attempt, for example when the device is online again.
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
   * Closes the connection and all threads. Unsent messages stay in the storage.
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
   * Opens a thread: fetches its messages and members, and keeps them up to date until you close the thread.
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
   * Opens the direct thread with another user. The server creates it if it does not exist.
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
   * Creates a group that the signed-in user owns.
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
   * Finds the threads that are tied to an object of your system. Chat lists leave them out.
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
   * Lists the sticker packs that the user can send.
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
   * Gets one sticker pack with its stickers.
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
   * Tells whether a user who shares a thread with the signed-in user is online. The SDK watches up to 500 users at a
   * time. For one more it drops the user who has no subscriber and was requested longest ago; that user then counts as
   * offline. Throws a RangeError if all 500 have subscribers.
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
    // (The connection sends the same a moment later.)
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

  /** Throws the error of the server for a text that the server would refuse. */
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

  /** (It fails if the user is not a member of the thread; the thread is then empty.) */
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

  /**
   * From now on `user.updated` frames bring profile changes. To get earlier ones, fetches the first 100 of the chat
   * list.
   */
  #catchUpProfiles(): void {
    const told: Profile[] = [];
    this.#toldMeanwhile = told;
    // Otherwise the connection was lost again, and the response is outdated.
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
    // The client knows only the number of messages before the snapshot; the server knows how many of them are unread.
    this.#rest
      .get<ClientThread>(path`/threads/${threadId}`)
      .then((thread) => this.#list.recount(thread))
      .catch(() => {});
  }
}

/** The server closes the connection after a frame that is too large, so larger messages are sent by HTTP. */
function isTooLarge(frame: SendCommand): boolean {
  return new TextEncoder().encode(JSON.stringify(frame)).length > MAX_FRAME_BYTES - ROOM_FOR_ID_BYTES;
}

/** Throws a TypeError if the platform has no WebSocket: Node before 22. */
function ownWebSocket(): WebSocketConstructor {
  if (typeof WebSocket === 'undefined')
    throw new TypeError(
      'connect() needs the option WebSocket where the platform has none (Node before 22): use the package ws',
    );
  return WebSocket;
}

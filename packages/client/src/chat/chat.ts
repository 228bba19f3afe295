import type { ClientThread, UnreadTotal } from '../api.ts';
import type { PalaverError } from '../error.ts';
import { baseOf } from '../http/call.ts';
import type { ClientLimits } from './client-limits.ts';
import { type ConnectOptions, ownWebSocket } from './connect-options.ts';
import { Connection, type ConnectionState } from './connection/connection.ts';
import { Rest } from './connection/rest.ts';
import { TokenSource } from './connection/token-source.ts';
import { platformFetch } from './connection/upload-progress.ts';
import { FileTickets, type FileUrls } from './files/file-urls.ts';
import { abandonUpload } from './files/resumable-upload.ts';
import { IncomingFrames } from './incoming-frames.ts';
import { ChatList } from './list/chat-list.ts';
import { OwnReads } from './list/own-reads.ts';
import { Lookups } from './lookups.ts';
import { Devices } from './notifications/my-devices.ts';
import { Notifications } from './notifications/notifications.ts';
import { VisibleThread } from './notifications/visible-thread.ts';
import { Presence, type UserPresence } from './people/presence.ts';
import { ProfileCatchUp } from './people/profile-catch-up.ts';
import type { MessageSearch } from './search/message-search.ts';
import type { SearchOptions } from './search/search-state.ts';
import { Searches } from './search/searches.ts';
import { type FileStorage, platformFileStorage } from './sending/file-storage.ts';
import { MessageSender } from './sending/message-sender.ts';
import { Outbox } from './sending/outbox.ts';
import { OutgoingFiles, type OutgoingFilesOptions } from './sending/outgoing-files.ts';
import type { OutboxStorage } from './sending/outgoing-message.ts';
import { type Readable, Store, when } from './state/store.ts';
import { OpenThreads } from './thread/open-threads.ts';
import { ThreadRest } from './thread/thread-rest.ts';
import { ThreadStore } from './thread/thread-store.ts';
import { Thread } from './thread.ts';

/** The chat of one signed-in user. */
export class Chat extends Lookups {
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
  /**
   * All unread messages of the chat list, for a badge: up to 99, then there may be more. With the option `countsLinked`, also those of
   * `linkedThreads`.
   *
   * @example
   * ```ts
   * chat.unread.subscribe(({ unread_messages }) => console.log(unread_messages));
   * ```
   */
  readonly unread: Readable<UnreadTotal>;
  /**
   * Addresses of files, for the `src` of a picture or a video and for links. They contain a ticket of the user, which the SDK
   * renews about once a day, and then there are new addresses: views that show files subscribe.
   *
   * @example
   * ```ts
   * chat.fileUrls.subscribe((urls) => {
   *   for (const { body } of thread.getSnapshot().messages) {
   *     const [metadata] = body.metadata;
   *     if (metadata?.type === 'image') console.log(urls.thumbnailOf(metadata), urls.of(metadata));
   *   }
   * });
   * ```
   */
  readonly fileUrls: Readable<FileUrls>;
  /** Address of the server, without a trailing slash. */
  readonly url: string;
  /** The devices on which the user gets notifications. */
  readonly devices: Devices;
  /** The notification settings of the user. */
  readonly notifications: Notifications;
  /** @internal For the support desk. */
  readonly link: Connection;
  readonly #list: ChatList;
  readonly #ownReads: OwnReads;
  readonly #outbox: Outbox;
  readonly #sender: MessageSender;
  readonly #open: OpenThreads;
  readonly #searches: Searches;
  readonly #presence: Presence;
  readonly #visible: VisibleThread;
  readonly #profileCatchUp: ProfileCatchUp;
  readonly #fileTickets: FileTickets;
  readonly #limits = new Store<ClientLimits | undefined>(undefined);
  readonly #me = new Store<{ user_id: string; ext_user_id: string } | undefined>(undefined);

  constructor({
    url,
    token,
    tokenProvider,
    storage,
    fileStorage,
    silenceMs = 15_000,
    ...others
  }: ConnectOptions) {
    const base = baseOf(url);
    const tokens = new TokenSource(token, tokenProvider, (error) => this.#end(error));
    const rest = new Rest(base, tokens, others.fetch ?? platformFetch);
    super(rest);
    this.url = base;
    this.#searches = new Searches(rest);
    this.#fileTickets = new FileTickets(base, rest);
    this.fileUrls = this.#fileTickets.urls;
    this.#list = new ChatList(() => this.#myId, others.countsLinked);
    this.#ownReads = new OwnReads(rest, this.#list);
    this.threads = this.#list.list;
    this.unread = this.#list.unread;
    this.devices = new Devices(rest);
    this.notifications = new Notifications(rest);
    this.link = new Connection({
      url: base,
      tokens,
      silenceMs,
      webSocket: others.WebSocket ?? ownWebSocket(),
      positions: () => this.#list.positions,
      epoch: () => frames.epoch,
      onFrame: (frame) => frames.apply(frame),
    });
    this.connection = this.link.state;
    this.#presence = new Presence(
      (ext_user_ids) => this.link.command({ type: 'watch', ext_user_ids }) as Promise<UserPresence[]>,
    );
    this.#visible = new VisibleThread((thread_id) => this.link.command({ type: 'open', thread_id }));
    this.#open = new OpenThreads(
      (threadId) =>
        new ThreadStore({
          rest: new ThreadRest(rest, threadId),
          summary: this.#list.thread(threadId),
          outgoing: () => this.#outbox.of(threadId),
          me: () => this.#myId,
        }),
    );
    this.#profileCatchUp = new ProfileCatchUp(rest, (user) => this.#list.updateProfile(user));
    const frames = new IncomingFrames({
      me: this.#me,
      limits: this.#limits,
      fileTickets: this.#fileTickets,
      list: this.#list,
      ownReads: this.#ownReads,
      open: this.#open,
      searches: this.#searches,
      presence: this.#presence,
      profileCatchUp: this.#profileCatchUp,
    });
    this.#sender = new MessageSender({
      rest,
      connection: this.link,
      maxTextChars: () => this.#limits.getSnapshot()?.text_chars,
    });
    const owner = async () => `palaver ${base} ${await tokens.owner()}`;
    this.#outbox = this.#createOutbox(owner, storage, storage && (fileStorage ?? platformFileStorage()));
    this.link.state.subscribe(({ state }) => this.#follow(state));
    void this.#outbox.restore();
    this.link.open();
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
  async ready(): Promise<void> {
    await when(this.connection, ({ state }) => state === 'online', this.connection);
  }

  /**
   * The threads of the user that are tied to an object of your system, which the chat list leaves out; the one with the latest message first.
   *
   * @example
   * ```ts
   * for (const { reference_id, unread_count } of chat.linkedThreads.getSnapshot()) console.log(reference_id, unread_count);
   * ```
   */
  get linkedThreads(): Readable<readonly ClientThread[]> {
    return this.#list.linked;
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
   * Reconnects at once instead of waiting for the next attempt, for example when the device is online again.
   *
   * @example
   * ```ts
   * globalThis.addEventListener?.('online', () => chat.reconnect());
   * ```
   */
  reconnect(): void {
    this.link.open();
  }

  /**
   * Ends the connection until `reconnect()`, for an app in the background: the user no longer counts as online or as looking at a
   * thread. Messages on their way are sent first. Threads stay open, and later messages wait.
   *
   * @example
   * ```ts
   * chat.disconnect();
   * chat.reconnect();
   * ```
   */
  disconnect(): void {
    this.link.disconnect();
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
    this.#end();
    this.#profileCatchUp.stop();
    this.#open.closeAll();
    this.#searches.closeAll();
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
    return new Thread(threadId, this.#open.acquire(threadId), {
      connection: this.connection,
      rest: new ThreadRest(this.rest, threadId),
      outbox: this.#outbox,
      command: (frame) => this.link.command(frame),
      perform: (command, request) => this.link.perform({ ...command, thread_id: threadId }, request),
      check: (body) => this.#sender.check(body),
      setVisible: this.#visible.of(threadId),
      release: () => this.#open.release(threadId),
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
    return this.#enter(await this.rest.post<ClientThread>('/threads', { type: 'direct', user_id: userId }));
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
    /** The picture: the `file_id` of `chat.uploadPicture()`. */
    avatar_file_id?: string;
    /** In its place: an address of that file. */
    avatar_url?: string;
    user_ids?: readonly string[];
  }): Promise<Thread> {
    const { user_ids: member_ids = [], ...others } = group;
    const body = { type: 'group', ...others, member_ids, id_type: 2 };
    return this.#enter(await this.rest.post<ClientThread>('/threads', body));
  }

  /**
   * Searches the messages of the user's threads, newest first, and keeps the hits up to date until you close the search. For a
   * field to type in, start with an empty query, and call `setQuery`.
   *
   * @example
   * ```ts
   * const search = chat.search('lunch', { thread_id: threadId });
   * const { hits, hasMore } = await search.loaded();
   * for (const { message, ranges } of hits) console.log(highlight(message.body.text, ranges));
   * if (hasMore) await search.loadMore();
   * search.close();
   * ```
   */
  search(query: string, options: SearchOptions = {}): MessageSearch {
    return this.#searches.open(query, options);
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

  #createOutbox(owner: () => Promise<string>, storage?: OutboxStorage, fileStorage?: FileStorage): Outbox {
    const upload: OutgoingFilesOptions['upload'] = (threadId, ...file) =>
      new ThreadRest(this.rest, threadId).upload(...file);
    const abandon = (uploadId: string) => void abandonUpload(this.rest, uploadId);
    return new Outbox({
      storage,
      key: owner,
      files: new OutgoingFiles({ owner, storage: fileStorage, upload, abandon }),
      check: ({ request }) => this.#sender.check(request.body),
      send: (message) => this.#sender.send(message),
      // Other members still see the user typing this message, which will not arrive.
      onRefused: ({ thread_id }) =>
        void this.link.command({ type: 'typing', thread_id, is_typing: false }).catch(() => {}),
      onSent: ({ thread_id }, message) => this.#open.get(thread_id)?.addSent(message),
      onChange: (threadId) => this.#open.get(threadId)?.invalidate(),
    });
  }

  /** Unsent messages stay in the storage, for their author. */
  #end(error?: PalaverError): void {
    this.#outbox.close();
    this.link.close(error);
  }

  #follow(state: ConnectionState['state']): void {
    const isOnline = state === 'online';
    this.#outbox.isOnline = isOnline;
    this.#visible.isOnline = isOnline;
    if (state === 'offline' || state === 'closed') this.#fileTickets.stop();
    if (!isOnline) return;
    this.#searches.goOn();
    this.#presence.watchAgain();
    void this.#outbox.restore();
  }

  get #myId(): string {
    return this.#me.getSnapshot()?.ext_user_id ?? '';
  }

  #enter(thread: ClientThread): Thread {
    // (The connection sends the same a moment later.)
    if (!this.#list.has(thread.id)) this.#list.join(thread);
    return this.open(thread.id);
  }
}

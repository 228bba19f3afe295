import type { ClientFrame, DeskReading, ServerFrame } from '../api.ts';
import type { Chat } from '../chat/chat.ts';
import type { ConnectionState } from '../chat/connection/connection.ts';
import { persist } from '../chat/state/persist.ts';
import { type Readable, when } from '../chat/state/store.ts';
import type { PalaverError } from '../error.ts';
import { DeskList, type DeskThreads } from './desk-list.ts';
import { ThreadWatch } from './thread-watch.ts';
import { WatchedThread } from './watched-thread.ts';

/** Options of `openDesk()`. */
export interface DeskOptions {
  /**
   * Lists only threads whose latest message is from this time or later, in Unix milliseconds; 0: all threads of the tenant. By default: those of
   * the last 7 days. `loadOlder` lists more.
   */
  activeAfter?: number;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
/** Reports of activity are hints, and there are none of deleted threads and of direct ones. */
const RELOAD_MS = 5 * 60 * 1_000;

/**
 * The support desk of an agent: the threads of the tenant, also those that they do not belong to.
 *
 * It uses the connection of the chat. With each connection, the server knows nothing of the watches of the one before: the desk asks for them
 * again, and then fetches what it may have missed.
 */
export class Desk {
  /**
   * The threads, the one with the latest message first, kept up to date. At most 10,000: then those with the latest messages.
   *
   * @example
   * ```ts
   * desk.threads.subscribe(({ threads, error }) => {
   *   for (const { id, name, last_message } of threads) console.log(id, name, last_message?.body.text);
   *   if (error) console.log(error.code);
   * });
   * ```
   */
  readonly threads: Readable<DeskThreads>;
  readonly #chat: Chat;
  readonly #list: DeskList;
  readonly #watches = new Map<string, ThreadWatch>();
  readonly #reloadTimer: ReturnType<typeof setInterval>;
  /** At the end of a reading the last message of its thread disappears from the list. */
  readonly #readingTimers = new Set<ReturnType<typeof setTimeout>>();
  #stopFollowing = () => {};
  /** Each connection replaces the one before. */
  #connections = 0;
  #isEnded = false;

  constructor(chat: Chat, { activeAfter = Date.now() - WEEK_MS }: DeskOptions) {
    checkTime(activeAfter);
    this.#chat = chat;
    const onRefused = (error: PalaverError) => this.#end(error);
    this.#list = new DeskList(activeAfter, {
      rest: chat.rest,
      isOpen: (threadId) => this.#watches.has(threadId),
      onChange: (threadId) => this.#watches.get(threadId)?.state.invalidate(),
      onRefused,
    });
    this.threads = this.#list.state;
    this.#reloadTimer = setInterval(() => {
      if (this.#isOnline && !this.#list.isListing) this.#list.reload();
    }, RELOAD_MS);
    chat.link.onFrame = (frame) => this.#receive(frame);
    this.#stopFollowing = chat.connection.subscribe((connection) => this.#follow(connection));
    // (The first call comes before `subscribe` has returned.)
    if (this.#isEnded) this.#stopFollowing();
  }

  /**
   * Resolves when the list has all threads since `activeAfter`, or when the desk has ended.
   *
   * @example
   * ```ts
   * const { threads, isEnded, error } = await desk.loaded();
   * if (isEnded) console.log(error?.code);
   * else console.log(threads.length);
   * ```
   */
  loaded(): Promise<DeskThreads> {
    return when(this.threads, ({ isLoading }) => !isLoading);
  }

  /**
   * Also lists threads whose latest message is older: from `activeAfter` on, or all. Resolves when they are there.
   *
   * @example
   * ```ts
   * const { activeAfter, hasOlder } = desk.threads.getSnapshot();
   * if (hasOlder) await desk.loadOlder(Math.max(0, activeAfter - 30 * 24 * 60 * 60 * 1000));
   * ```
   */
  loadOlder(activeAfter = 0): Promise<DeskThreads> {
    checkTime(activeAfter);
    this.#list.loadOlder(activeAfter);
    return this.loaded();
  }

  /**
   * Opens a thread: fetches its messages and members, and keeps them up to date until you close the thread. A desk keeps up to 20 threads
   * open at the same time, and those of a user together 100. Throws a TypeError if `threadId` is no id.
   *
   * @example
   * ```ts
   * const watched = desk.open(threadId);
   * const { messages, needsReading } = await watched.loaded();
   * if (!needsReading) console.log(messages.length);
   * watched.close();
   * ```
   */
  open(threadId: string): WatchedThread {
    if (typeof threadId !== 'string' || !/^[1-9]\d*$/.test(threadId))
      throw new TypeError(`desk.open() takes the id of a thread, and not ${JSON.stringify(threadId)}`);
    const watch = this.#watches.get(threadId) ?? this.#watch(threadId);
    watch.users += 1;
    return new WatchedThread(threadId, watch, () => this.#release(threadId, watch));
  }

  /**
   * Reads a direct thread for an hour, and tells your back end why. A thread that is open shows its messages then. Rejects with M40306 if the
   * user may not read direct threads, M40401 if there is no such thread, and M40003 if it is a group or the reason is empty.
   *
   * @example
   * ```ts
   * const direct = desk.threads.getSnapshot().threads.find(({ type }) => type === 'direct');
   * if (direct !== undefined) {
   *   const { until } = await desk.openReading(direct.id, 'Complaint 4711');
   *   console.log(`until ${new Date(until).toISOString()}`);
   * }
   * ```
   */
  async openReading(threadId: string, reason: string): Promise<DeskReading> {
    const reading = await this.#chat.rest.post<DeskReading>('/desk/readings', {
      thread_id: threadId,
      reason,
    });
    if (this.#isEnded) return reading;
    void this.#watches.get(reading.thread_id)?.begin();
    this.#list.refetch(reading.thread_id);
    const timer = setTimeout(() => {
      this.#readingTimers.delete(timer);
      this.#list.refetch(reading.thread_id);
    }, reading.until - reading.at);
    this.#readingTimers.add(timer);
    return reading;
  }

  /**
   * Closes the desk and all its threads. The chat stays open.
   *
   * @example
   * ```ts
   * desk.close();
   * ```
   */
  close(): void {
    if (!this.#isEnded) {
      this.#send({ type: 'unwatch_all' });
      for (const thread_id of this.#watches.keys()) this.#send({ type: 'unwatch_thread', thread_id });
    }
    this.#end();
  }

  get #isOnline(): boolean {
    return this.#chat.connection.getSnapshot().state === 'online';
  }

  #follow(connection: ConnectionState): void {
    if (connection.state === 'closed') this.#end(connection.error);
    if (connection.state !== 'online') return;
    void this.#watchAll();
    for (const watch of this.#watches.values()) void watch.begin();
  }

  /** The server sends reports only after its answer, so what came before is listed after that. */
  async #watchAll(): Promise<void> {
    this.#connections += 1;
    const connection = this.#connections;
    const isWanted = () => connection === this.#connections;
    const { link } = this.#chat;
    const command = async () => {
      await link.command({ type: 'watch_all' });
      if (isWanted()) this.#list.reload();
      // The desk was closed before the server began.
      else if (link.onFrame === undefined) this.#send({ type: 'unwatch_all' });
    };
    await persist(command, isWanted).catch((error: PalaverError) => {
      if (isWanted()) this.#end(error);
    });
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'activity') this.#list.note(frame.thread_id, frame);
    else if (frame.type === 'activity_missed') this.#list.relist(frame.since);
    else if (frame.type === 'entry') this.#watches.get(frame.entry.thread_id)?.applyEntry(frame.entry);
    // The server says why, if the next watch is not permitted.
    else if (frame.type === 'watch_ended' && frame.thread_id === null) void this.#watchAll();
    else if (frame.type === 'watch_ended') void this.#watches.get(frame.thread_id ?? '')?.begin();
  }

  #watch(threadId: string): ThreadWatch {
    const watch = new ThreadWatch(threadId, {
      rest: this.#chat.rest,
      list: this.#list,
      open: (id) => this.#chat.open(id),
      command: (frame) => this.#chat.link.command(frame),
      isOpen: (id) => this.#watches.has(id),
      onRefused: (error) => this.#end(error),
    });
    if (this.#isEnded) {
      watch.end(this.threads.getSnapshot().error);
      return watch;
    }
    this.#watches.set(threadId, watch);
    if (this.#isOnline) void watch.begin();
    return watch;
  }

  #release(threadId: string, watch: ThreadWatch): void {
    watch.users -= 1;
    if (watch.users > 0 || this.#watches.get(threadId) !== watch) return;
    this.#watches.delete(threadId);
    watch.end();
    this.#send({ type: 'unwatch_thread', thread_id: threadId });
  }

  /** Without a connection there is nothing to end. */
  #send(frame: ClientFrame): void {
    this.#chat.link.command(frame).catch(() => {});
  }

  #end(error?: PalaverError): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#connections += 1;
    clearInterval(this.#reloadTimer);
    for (const timer of this.#readingTimers) clearTimeout(timer);
    this.#stopFollowing();
    this.#chat.link.onFrame = undefined;
    this.#list.end(error);
    for (const watch of this.#watches.values()) watch.end(error);
    this.#watches.clear();
  }
}

/** Throws a RangeError. */
function checkTime(activeAfter: number): void {
  if (Number.isSafeInteger(activeAfter) && activeAfter >= 0) return;
  throw new RangeError(`activeAfter is a time in Unix milliseconds, and not ${String(activeAfter)}`);
}

/**
 * Opens the support desk of an agent: of a user whom your back end has put on it (`palaver.users.desk.put()`). It uses the connection of the chat.
 * If the user is not on the desk, it ends with M40306, which its threads show. Throws an Error if the chat already has an open desk, a
 * TypeError if `chat` is none, and a RangeError if `activeAfter` is no time.
 *
 * @example
 * ```ts
 * const desk = openDesk(chat);
 * const { threads } = await desk.loaded();
 * for (const { name, message_count } of threads) console.log(name, message_count);
 * desk.close();
 * ```
 */
export function openDesk(chat: Chat, options: DeskOptions = {}): Desk {
  if (chat?.link === undefined) throw new TypeError('openDesk() takes the chat that connect() has returned');
  if (chat.link.onFrame !== undefined)
    throw new Error('This chat has an open desk: use that one, or close it first');
  return new Desk(chat, options);
}

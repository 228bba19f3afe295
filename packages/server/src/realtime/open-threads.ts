import { randomUUID } from 'node:crypto';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { OpenedOn } from '../domain/operations/notifications/open-thread.ts';
import { storeOpenThreads, sweepOpenThreads } from '../domain/records/open-threads.ts';
import { Batcher } from '../platform/batcher.ts';
import type { Log } from '../platform/log.ts';
import type { Queryable } from '../storage/database.ts';

/** Rows count for 60 s, so one refresh may come late. */
const MAX_REFRESH_MS = 30_000;
/** A client that has not answered a ping for so long may be gone: what it has open is not refreshed. */
const ANSWER_MS = 5_000;
/** Most connections of one statement. */
const MAX_STORED = 5_000;
/** Pause before a failed statement is repeated. */
const RETRY_MS = 1_000;

/** What one connection has open. */
export interface OpenedOnConnection extends OpenedOn {
  /** The connection has ended. */
  end: () => void;
}

/** The part of a socket that tells whether its client answers. */
export interface Heartbeat {
  /** When the client was pinged, if it has not answered. */
  readonly pingedAt: number | undefined;
}

interface OpenThreadOfSocket {
  user: ExtUserId;
  connection: string;
  threadId: ThreadId | null;
  socket: Heartbeat;
  /** Commands that wait until the thread is stored. */
  waiting: PromiseWithResolvers<void>[];
}

/**
 * Stores which threads the connections of a node have open, so that the notifier of any node knows. One statement at a time
 * stores the present state of all connections that opened or closed a thread, ended, or are due for a refresh; so an earlier
 * state never overwrites a later one. A failed statement is repeated, because a row that outlives its connection would keep
 * notifications back.
 */
export class OpenThreads {
  readonly #db: Queryable;
  readonly #refreshMs: number;
  readonly #node = randomUUID();
  #lastConnection = 0;
  /** The connections that have a thread open, or had one that is still stored. */
  readonly #opened = new Set<OpenThreadOfSocket>();
  readonly #unstored: Batcher<OpenThreadOfSocket>;
  #refreshedAt = performance.now();

  constructor({ db, log, heartbeatMs }: { db: Queryable; log: Log; heartbeatMs: number }) {
    this.#db = db;
    this.#refreshMs = Math.min(heartbeatMs, MAX_REFRESH_MS);
    this.#unstored = new Batcher({
      maxBatch: MAX_STORED,
      handle: async (some) => {
        await this.#store(some);
        return 'done';
      },
      failed: (error) => log.warn({ err: error }, 'storing open threads failed; retrying'),
      retryMs: RETRY_MS,
    });
  }

  /** What a new connection has open: nothing. */
  connection(socket: Heartbeat): OpenedOnConnection {
    this.#lastConnection += 1;
    const connection = `${this.#node} ${this.#lastConnection}`;
    let opened: OpenThreadOfSocket | undefined;
    let hasEnded = false;
    return {
      replace: async (user, threadId) => {
        // A command may outlast its connection.
        if (hasEnded || (threadId === null && !this.#isStored(opened))) return;
        opened ??= { user, connection, threadId, socket, waiting: [] };
        opened.threadId = threadId;
        await this.#change(opened);
      },
      end: () => {
        hasEnded = true;
        if (opened === undefined || !this.#isStored(opened)) return;
        opened.threadId = null;
        this.#unstored.add(opened);
      },
    };
  }

  /** Refreshes what is open and deletes expired rows of any node, when they are due. Call it about every second. */
  async tick(): Promise<void> {
    const now = performance.now();
    if (now - this.#refreshedAt < this.#refreshMs) return;
    this.#refreshedAt = now;
    for (const opened of this.#opened) {
      const { pingedAt = now } = opened.socket;
      if (now - pingedAt < ANSWER_MS) this.#unstored.add(opened);
    }
    await sweepOpenThreads(this.#db);
  }

  /** Closes all threads, in one attempt: otherwise their rows expire. */
  async close(): Promise<void> {
    await this.#unstored.close();
    const left = [...this.#opened];
    for (const opened of left) opened.threadId = null;
    if (left.length > 0) await this.#store(left).catch(() => {});
  }

  /** Whether a row of the connection may be stored. */
  #isStored(opened: OpenThreadOfSocket | undefined): boolean {
    return opened !== undefined && this.#opened.has(opened);
  }

  async #change(opened: OpenThreadOfSocket): Promise<void> {
    const stored = Promise.withResolvers<void>();
    opened.waiting.push(stored);
    this.#opened.add(opened);
    this.#unstored.add(opened);
    await stored.promise;
  }

  async #store(some: readonly OpenThreadOfSocket[]): Promise<void> {
    const states = some.map((opened) => ({ opened, threadId: opened.threadId }));
    const waiting = some.flatMap((opened) => opened.waiting.splice(0));
    try {
      await storeOpenThreads(this.#db, some);
    } catch (error) {
      for (const { reject } of waiting) reject(error);
      throw error;
    }
    for (const { resolve } of waiting) resolve();
    for (const { opened, threadId } of states)
      if (threadId === null && opened.threadId === null) this.#opened.delete(opened);
  }
}

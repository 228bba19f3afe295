import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  type Subscription,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import type { ThreadId } from '@palaver/protocol/ids';
import type pg from 'pg';
import type { NatsServers } from '../platform/nats-servers.ts';
import { createClient, open } from '../storage/connections.ts';
import { DATABASE_ID } from '../storage/database-id.ts';
import { type Audience, type BusEvent, EVERY_THREAD } from './bus.ts';
import type { Transport, TransportListener } from './network.ts';

export interface NatsOptions {
  servers: NatsServers;
  /** The content of a credentials file: the token and the key of a user. */
  credentials: string | undefined;
  /** The database that the nodes share. Its nodes have subjects of their own. */
  connection: pg.ClientConfig;
}

/** NATS accepts a megabyte by default; a server may accept less. */
const MAX_BYTES = 256 * 1024;
/** Threads share channels, because the server keeps each subscription of each node in memory. */
const CHANNELS = 1_024;
const FOR_ALL = 'all';
/** Every channel of threads, as a subject of NATS. */
const ALL_CHANNELS = 'thread.*';
const RETRY_MS = 1_000;
const TIMEOUT_MS = 5_000;
const PINGS = { pingInterval: 5_000, maxPingOut: 2 };

/**
 * Connects the nodes by NATS. Events of a thread go only to nodes that subscribe to its channel, other events to all. A node
 * subscribes to the channels of the threads in its audience. It may miss events before the subscription takes effect, and finds
 * their entries as it finds all others that the bus loses.
 */
export class NatsTransport implements Transport {
  readonly audience: Audience;
  readonly #options: NatsOptions;
  readonly #listener: TransportListener;
  readonly #closing = new AbortController();
  /** By channel. */
  readonly #subscriptions = new Map<string, Subscription | undefined>([[FOR_ALL, undefined]]);
  /**
   * The subscription to all channels of threads, once the server has certainly taken it: from then on, it brings the events of the other
   * channels of threads, too, and their own copies are dropped.
   */
  #confirmedForAll: Subscription | undefined;
  readonly #ended: Promise<void>;
  #retry: NodeJS.Timeout | undefined;
  /** The beginning of all subjects. */
  #prefix = '';
  /** Undefined while there is no connection. */
  #nats: NatsConnection | undefined;

  constructor(options: NatsOptions, listener: TransportListener) {
    this.#options = options;
    this.#listener = listener;
    this.audience = new ChannelAudience({
      joined: (channel) => {
        this.#subscriptions.set(channel, this.#subscribe(channel));
        if (channel === ALL_CHANNELS && this.#nats !== undefined)
          void this.#confirmForAll(this.#nats).catch(() => {});
      },
      left: (channel) => {
        const subscription = this.#subscriptions.get(channel);
        this.#subscriptions.delete(channel);
        if (channel === ALL_CHANNELS) this.#endForAll(subscription);
        else subscription?.unsubscribe();
      },
    });
    this.#ended = this.#keep();
  }

  get maxBytes(): number {
    return Math.min(MAX_BYTES, this.#nats?.info?.max_payload ?? MAX_BYTES);
  }

  channelOf(event: BusEvent): string {
    return 'threadId' in event && event.type !== 'joined' ? channelOf(event.threadId) : FOR_ALL;
  }

  async send(texts: readonly string[], channel = FOR_ALL): Promise<void> {
    const nats = this.#nats;
    if (nats === undefined) throw new Error('there is no connection to NATS');
    for (const text of texts) nats.publish(`${this.#prefix}.${channel}`, text);
    // Otherwise the client would keep any number of texts that the server does not take.
    await withinTimeout(nats.flush());
  }

  reconnect(): void {
    void this.#nats?.reconnect().catch(() => {});
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#retry);
    await this.#ended;
  }

  /** Connects, and again if the client has given up. Never rejects. */
  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        this.#prefix ||= `palaver.${await databaseId(this.#options.connection)}`;
        const nats = await connect(this.#connectionOptions());
        const close = () => void nats.close().catch(() => {});
        signal.addEventListener('abort', close, { once: true });
        if (signal.aborted) close();
        try {
          await this.#use(nats);
        } finally {
          signal.removeEventListener('abort', close);
          // (Otherwise the client would connect again by itself.)
          close();
        }
      } catch (error) {
        this.#listener.outage.lost('connection', error);
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Resolves when the connection is closed. */
  async #use(nats: NatsConnection): Promise<void> {
    try {
      await this.#begin(nats);
      for await (const { type } of nats.status()) {
        if (type === 'disconnect') {
          this.#nats = undefined;
          this.#confirmedForAll = undefined;
          this.#listener.outage.lost('connection', new Error('the connection ended'));
        } else if (type === 'reconnect') await this.#begin(nats);
      }
    } finally {
      this.#nats = undefined;
      this.#confirmedForAll = undefined;
      for (const channel of this.#subscriptions.keys()) this.#subscriptions.set(channel, undefined);
    }
  }

  async #begin(nats: NatsConnection): Promise<void> {
    this.#nats = nats;
    await this.#subscribeToMissing(nats);
    this.#listener.outage.over('connection');
    this.#listener.listening();
    this.#listener.writable();
  }

  /** (The client itself subscribes again to what it knows.) */
  async #subscribeToMissing(nats: NatsConnection): Promise<void> {
    for (const [channel, subscription] of this.#subscriptions)
      if (subscription === undefined) this.#subscriptions.set(channel, this.#subscribe(channel));
    await this.#confirmForAll(nats);
    // (The server refuses before it answers.)
    if (![...this.#subscriptions.values()].includes(undefined)) this.#listener.outage.over('subscriptions');
  }

  #subscribe(channel: string): Subscription | undefined {
    const subscription = this.#nats?.subscribe(`${this.#prefix}.${channel}`, {
      callback: (error, message) => {
        if (error === null) {
          if (!this.#comesTwice(channel)) this.#listener.received(message.string());
        } else if (this.#subscriptions.get(channel) === subscription) this.#refused(channel, error);
      },
    });
    return subscription;
  }

  /** Resolves when the server has taken all subscriptions. Rejects if it does not answer. */
  async #confirmForAll(nats: NatsConnection): Promise<void> {
    const subscription = this.#subscriptions.get(ALL_CHANNELS);
    await withinTimeout(nats.flush());
    // (Both may have changed meanwhile.)
    if (this.#nats === nats && this.#subscriptions.get(ALL_CHANNELS) === subscription)
      this.#confirmedForAll = subscription;
  }

  /** (It receives until the server has ended it: it may bring events whose own copies were dropped just before.) */
  #endForAll(subscription: Subscription | undefined): void {
    this.#confirmedForAll = undefined;
    void subscription?.drain().catch(() => {});
  }

  /** Whether the subscription to all channels of threads brings the events of this one, too. */
  #comesTwice(channel: string): boolean {
    return this.#confirmedForAll !== undefined && channel !== FOR_ALL && channel !== ALL_CHANNELS;
  }

  /** The server does not permit a subscription, and the client has dropped it. It is tried again later. */
  #refused(channel: string, error: Error): void {
    this.#subscriptions.set(channel, undefined);
    if (channel === ALL_CHANNELS) this.#confirmedForAll = undefined;
    this.#listener.outage.lost('subscriptions', error);
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      if (this.#nats !== undefined) void this.#subscribeToMissing(this.#nats).catch(() => {});
    }, TIMEOUT_MS).unref();
  }

  #connectionOptions() {
    const { servers, credentials } = this.#options;
    return {
      ...PINGS,
      name: 'palaver',
      servers: [...servers.hosts],
      timeout: TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RETRY_MS,
      ignoreAuthErrorAbort: true,
      authenticator: authenticatorsOf(servers, credentials),
      ...(servers.isTls && { tls: {} }),
    };
  }
}

function authenticatorsOf({ login }: NatsServers, credentials: string | undefined): Authenticator[] {
  if (credentials !== undefined) return [credsAuthenticator(Buffer.from(credentials))];
  return login === undefined ? [] : [usernamePasswordAuthenticator(login.user, login.password)];
}

async function databaseId(connection: pg.ClientConfig): Promise<string> {
  const client = createClient({ ...connection, application_name: 'palaver', query_timeout: TIMEOUT_MS });
  try {
    await open(client);
    const { rows } = await client.query<{ id: string }>(DATABASE_ID);
    return createHash('sha256')
      .update(rows[0]?.id ?? '')
      .digest('hex')
      .slice(0, 16);
  } finally {
    await client.end().catch(() => {});
  }
}

async function withinTimeout(work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('NATS does not answer')), TIMEOUT_MS);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ids are given in sequence, so their last digits spread threads evenly. */
const channelOf = (threadId: ThreadId) =>
  threadId === EVERY_THREAD ? ALL_CHANNELS : `thread.${Number(threadId.slice(-6)) % CHANNELS}`;

/** The threads with subscribers on a node, which also knows the channels of these threads. */
class ChannelAudience implements Audience {
  readonly #threads = new Set<ThreadId>();
  /** How many of the threads each channel has. */
  readonly #counts = new Map<string, number>();
  readonly #on: { joined: (channel: string) => void; left: (channel: string) => void };

  constructor(on: { joined: (channel: string) => void; left: (channel: string) => void }) {
    this.#on = on;
  }

  has(threadId: ThreadId): boolean {
    return this.#threads.has(threadId);
  }

  add(threadId: ThreadId): void {
    if (this.#threads.has(threadId)) return;
    this.#threads.add(threadId);
    const channel = channelOf(threadId);
    const count = (this.#counts.get(channel) ?? 0) + 1;
    this.#counts.set(channel, count);
    if (count === 1) this.#on.joined(channel);
  }

  delete(threadId: ThreadId): void {
    if (!this.#threads.delete(threadId)) return;
    const channel = channelOf(threadId);
    const count = (this.#counts.get(channel) ?? 1) - 1;
    if (count > 0) {
      this.#counts.set(channel, count);
      return;
    }
    this.#counts.delete(channel);
    this.#on.left(channel);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Outage } from '../platform/outage.ts';
import { createClient, open } from '../storage/connections.ts';
import type { Transport, TransportListener } from './network.ts';

const CHANNEL = 'palaver';
/** PostgreSQL limits a payload to less than 8,000 bytes. */
const MAX_BYTES = 7_900;
const RETRY_MS = 500;
/** A probe does not wait for the events before it. */
const OPTIONS = { connectionTimeoutMillis: 5_000, query_timeout: 5_000, pipeline: true };
/**
 * A notification is a commit of its own, never a part of the transaction of a change: PostgreSQL lets only one transaction with
 * notifications commit at a time. Nothing is lost if it is not on disk.
 */
const NO_FLUSH = `set synchronous_commit = off`;
const NOTIFY = {
  name: 'notify',
  text: `select pg_notify('${CHANNEL}', text) from unnest($1::text[]) text`,
};

/** Connects the nodes by `LISTEN` and `NOTIFY`, over two connections of their own: nodes need nothing but their database. */
export function openPostgresTransport(
  connection: pg.ClientConfig,
  { received, listening, writable, outage }: TransportListener,
): Transport {
  const listener = new KeptConnection({
    ...{ connection, outage, role: 'listener' },
    prepare: async (client) => {
      client.on('notification', ({ payload }) => received(payload ?? ''));
      await client.query(`listen ${CHANNEL}`);
    },
    ready: listening,
  });
  const notifier = new KeptConnection({
    ...{ connection, outage, role: 'notifier' },
    prepare: async (client) => {
      await client.query(NO_FLUSH);
    },
    ready: writable,
  });
  return {
    maxBytes: MAX_BYTES,
    audience: new Set(),
    channelOf: () => '',
    send: async (texts) => {
      if (notifier.client === undefined) throw new Error('there is no connection to the database');
      await notifier.client.query({ ...NOTIFY, values: [texts] });
    },
    reconnect: () => {
      listener.reconnect();
      notifier.reconnect();
    },
    close: async () => {
      await Promise.all([listener.close(), notifier.close()]);
    },
  };
}

interface KeptConnectionOptions {
  connection: pg.ClientConfig;
  /** For the log of PostgreSQL. */
  role: string;
  /** Prepares each new connection. */
  prepare: (client: pg.Client) => Promise<void>;
  /** Called when a new connection is prepared. */
  ready: () => void;
  outage: Outage;
}

/** A connection to PostgreSQL that is replaced when it is lost. */
class KeptConnection {
  readonly #options: KeptConnectionOptions;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  /** Ends the present connection or attempt to connect. */
  #drop = () => {};
  #client: pg.Client | undefined;

  constructor(options: KeptConnectionOptions) {
    this.#options = options;
    this.#ended = this.#keep();
  }

  /** Undefined while there is none. */
  get client(): pg.Client | undefined {
    return this.#client;
  }

  /** Replaces the connection, unless that is in progress. */
  reconnect(): void {
    if (this.#client !== undefined) this.#drop();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#drop();
    await this.#ended;
  }

  /** Never rejects. */
  async #keep(): Promise<void> {
    const { signal } = this.#closing;
    const { outage, role } = this.#options;
    while (!signal.aborted) {
      try {
        await this.#connectOnce();
      } catch (error) {
        if (!signal.aborted) outage.lost(role, error);
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Rejects when the connection is lost, or when there is none. */
  async #connectOnce(): Promise<never> {
    const { connection, role, prepare, ready, outage } = this.#options;
    const client = createClient({ ...connection, ...OPTIONS, application_name: `palaver ${role}` });
    const { promise: lost, reject: drop } = Promise.withResolvers<never>();
    this.#drop = () => drop(new Error('the connection ended'));
    client.on('end', this.#drop);
    const opening = open(client).then(() => prepare(client));
    try {
      await Promise.race([opening, lost]);
      this.#client = client;
      outage.over(role);
      ready();
      return await lost;
    } finally {
      this.#client = undefined;
      // (Neither is awaited: a server that does not answer must not delay the next connection.)
      opening.catch(() => {});
      void client.end().catch(() => {});
    }
  }
}

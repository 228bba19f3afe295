import { randomUUID } from 'node:crypto';
import type { Log } from '../platform/log.ts';
import type { Audience, Bus, BusEvent } from './bus.ts';
import { openInProcessBus } from './in-process.ts';
import { decodeMessage, encodeMessages } from './messages.ts';
import { PendingEvents } from './pending-events.ts';

/** Carries texts to all nodes, including this one. It may lose, repeat and reorder them. */
export interface Transport {
  /** The size of the largest text, in bytes of UTF-8. */
  readonly maxBytes: number;
  readonly audience: Audience;
  /** A text contains events of one channel. */
  channelOf: (event: BusEvent) => string;
  /** Resolves when the texts are on their way. Rejects if they cannot be sent now. Without a channel, all nodes get them. */
  send: (texts: readonly string[], channel?: string) => Promise<void>;
  /** Connects again, unless that is in progress. */
  reconnect: () => void;
  close: () => Promise<void>;
}

/** What a transport calls. */
export interface TransportListener {
  /** A text has arrived. */
  received: (text: string) => void;
  /** From now on texts arrive; earlier ones may be lost. */
  listening: () => void;
  /** From now on texts can be sent. */
  writable: () => void;
}

export interface NetworkBusOptions {
  log: Log;
  openTransport: (listener: TransportListener) => Transport;
  /** How often a node probes the network, see {@link openNetworkBus}. */
  probeMs?: number;
}

const PROBE_MS = 5_000;
/** A node counts as gone after this many probes are missing. */
const MISSED_PROBES = 3;

/**
 * A bus for several nodes. Listeners of this node get an event at once. Other nodes get it with all other events that were
 * published since the last text was sent, so a busy node sends few, large texts.
 *
 * Each node regularly sends a text without events, the probe. It shows other nodes that this one exists: a node that hears
 * no other sends nothing but probes. And it shows this node that the network works: if its own probe has not arrived when
 * the next one is due, the node connects again. Whenever events may be lost, `gap` tells the listeners.
 */
export function openNetworkBus(options: NetworkBusOptions): Bus {
  const local = openInProcessBus(options.log);
  const network = new Network(local, options);
  return {
    audience: network.audience,
    subscribe: local.subscribe,
    publish: (event) => {
      local.publish(event);
      network.publish(event);
    },
    close: async () => {
      await local.close();
      await network.close();
    },
  };
}

class Network {
  readonly #node = randomUUID();
  readonly #local: Bus;
  readonly #log: Log;
  readonly #transport: Transport;
  readonly #pending = new PendingEvents();
  /** How many probes ago each other node was last heard. */
  readonly #peers = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  /** Whether the last probe of this node has arrived. Otherwise the network may hide other nodes. */
  #isSound = false;
  #isSending = false;
  /** Whether other nodes lack events of this one. */
  #hasLost = false;
  #isClosed = false;

  constructor(local: Bus, { log, openTransport, probeMs = PROBE_MS }: NetworkBusOptions) {
    this.#local = local;
    this.#log = log;
    this.#transport = openTransport({
      received: (text) => this.#receive(text),
      listening: () => this.#listen(),
      writable: () => void this.#send([]),
    });
    this.#timer = setInterval(() => this.#probe(), probeMs).unref();
  }

  get audience(): Audience {
    return this.#transport.audience;
  }

  publish(event: BusEvent): void {
    const isAlone = this.#isSound && this.#peers.size === 0;
    if (this.#isClosed || isAlone) return;
    const isFirst = this.#pending.size === 0;
    this.#pending.add(event);
    // (After this turn, whose events share a text.)
    if (isFirst && !this.#isSending) setImmediate(() => void this.#sendPending());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    // The last events say, for instance, that the users of this node are offline.
    await this.#sendPending();
    await this.#transport.close();
  }

  async #sendPending(): Promise<void> {
    this.#isSending = true;
    while (this.#pending.size > 0) await this.#send(this.#pending.take());
    this.#isSending = false;
  }

  /** Never rejects: events are hints, and the transport connects again by itself. */
  async #send(events: readonly BusEvent[]): Promise<void> {
    const transport = this.#transport;
    const channels = Map.groupBy(events, (event) => transport.channelOf(event));
    const encode = (some: readonly BusEvent[]) => encodeMessages(this.#node, some, transport.maxBytes);
    try {
      if (events.length === 0 || this.#hasLost)
        await transport.send(encode(this.#hasLost ? [{ type: 'gap' }] : []));
      this.#hasLost = false;
      await Promise.all([...channels].map(([channel, some]) => transport.send(encode(some), channel)));
    } catch (error) {
      this.#hasLost ||= events.length > 0;
      this.#log.debug({ err: error }, 'events could not be sent to other nodes');
    }
  }

  #probe(): void {
    if (!this.#isSound) this.#transport.reconnect();
    else
      for (const [peer, missed] of this.#peers) {
        if (missed >= MISSED_PROBES) this.#peers.delete(peer);
        else this.#peers.set(peer, missed + 1);
      }
    this.#isSound = false;
    void this.#send([]);
  }

  #listen(): void {
    this.#local.publish({ type: 'gap' });
    // (Other nodes answer.)
    void this.#send([]);
  }

  #receive(text: string): void {
    const message = decodeMessage(text);
    if (message === undefined) return;
    const { node, events } = message;
    if (node === this.#node) {
      this.#isSound = true;
      return;
    }
    // A new node gets a probe at once, so that it does not take itself for the only one.
    if (!this.#peers.has(node)) void this.#send([]);
    this.#peers.set(node, 0);
    for (const event of events) this.#local.publish(event);
  }
}

import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import { Outage } from '../platform/outage.ts';
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

/** What a transport calls, and where it reports its connections. */
export interface TransportListener {
  outage: Outage;
  /** A text has arrived. */
  received: (text: string) => void;
  /** From now on texts arrive; earlier ones may be lost. */
  listening: () => void;
  /** From now on texts can be sent. */
  writable: () => void;
}

export interface NetworkBusOptions {
  log: Log;
  /** What carries the texts, for the log. */
  service: string;
  openTransport: (listener: TransportListener) => Transport;
  /** How often a node probes the network, see {@link openNetworkBus}. */
  probeMs?: number;
}

const PROBE_MS = 5_000;
/** A node counts as gone after this many probes are missing. */
const MISSED_PROBES = 3;
/** More nodes than any installation has: a stranger could invent any number. */
const MAX_PEERS = 1_000;
/** New nodes of this time share a probe. */
const GREETING_MS = 20;

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
    silenceMs: () => network.silenceMs,
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
  readonly #outage: Outage;
  readonly #transport: Transport;
  /** (Texts contain no entries, see messages.ts.) */
  readonly #pending = new PendingEvents({ maxEntries: 0 });
  /** How many probes ago each other node was last heard. */
  readonly #peers = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  /** When a text of this node last came back. */
  #heardItselfAt = performance.now();
  /** Whether the last probe of this node has arrived. Otherwise the network may hide other nodes. */
  #isSound = false;
  /** Whether this node heard no other between two probes. */
  #isAlone = false;
  #greeting: NodeJS.Timeout | undefined;
  /** Sends what is pending; undefined: nothing is being sent. */
  #sending: Promise<void> | undefined;
  /** Whether other nodes lack events of this one. */
  #hasLost = false;
  #isClosed = false;

  constructor(local: Bus, { log, service, openTransport, probeMs = PROBE_MS }: NetworkBusOptions) {
    this.#local = local;
    this.#log = log;
    this.#outage = new Outage(log, 'the nodes', service);
    this.#transport = openTransport({
      outage: this.#outage,
      received: (text) => this.#receive(text),
      listening: () => this.#listen(),
      writable: () => void this.#send([]),
    });
    this.#timer = setInterval(() => this.#probe(), probeMs).unref();
  }

  get audience(): Audience {
    return this.#transport.audience;
  }

  get silenceMs(): number {
    return performance.now() - this.#heardItselfAt;
  }

  publish(event: BusEvent): void {
    if (this.#isClosed || this.#isAlone) return;
    this.#pending.add(event);
    this.#sending ??= this.#sendPending();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#greeting);
    // The last events say, for instance, that the users of this node are offline.
    await this.#sending;
    await this.#transport.close();
  }

  async #sendPending(): Promise<void> {
    // (After this turn, whose events share a text.)
    await nextTurn();
    while (this.#pending.size > 0) await this.#send(this.#pending.take());
    this.#sending = undefined;
  }

  /** Never rejects: events are hints, and the transport connects again by itself. */
  async #send(events: readonly BusEvent[]): Promise<void> {
    const { maxBytes } = this.#transport;
    const [isProbe, isGap] = [events.length === 0, this.#hasLost];
    this.#hasLost = false;
    try {
      const encode = (some: readonly BusEvent[]) => encodeMessages(this.#node, some, maxBytes);
      const channels = Map.groupBy(events, (event) => this.#transport.channelOf(event));
      const texts = [...channels].map(([channel, some]) => ({ channel, texts: encode(some) }));
      if (isProbe || isGap) await this.#transport.send(encode(isGap ? [{ type: 'gap' }] : []));
      await Promise.all(texts.map((one) => this.#transport.send(one.texts, one.channel)));
    } catch (error) {
      this.#hasLost ||= isGap || !isProbe;
      this.#log.debug({ err: error }, 'events could not be sent to other nodes');
    }
  }

  #probe(): void {
    if (!this.#isSound) {
      this.#outage.lost('probe', new Error('its own texts do not reach this node'));
      this.#transport.reconnect();
    } else
      for (const [peer, missed] of this.#peers) {
        if (missed >= MISSED_PROBES) this.#peers.delete(peer);
        else this.#peers.set(peer, missed + 1);
      }
    this.#isAlone = this.#isSound && this.#peers.size === 0;
    this.#isSound = false;
    void this.#send([]);
  }

  #listen(): void {
    this.#isAlone = false;
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
      this.#heardItselfAt = performance.now();
      this.#outage.over('probe');
      return;
    }
    this.#isAlone = false;
    if (!this.#peers.has(node)) this.#greet();
    if (this.#peers.has(node) || this.#peers.size < MAX_PEERS) this.#peers.set(node, 0);
    for (const event of events) this.#local.publish(event);
  }

  /** A new node gets a probe soon, so that it does not take itself for the only one. */
  #greet(): void {
    if (this.#isClosed) return;
    this.#greeting ??= setTimeout(() => {
      this.#greeting = undefined;
      void this.#send([]);
    }, GREETING_MS).unref();
  }
}

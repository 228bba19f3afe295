import type { AppId, ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { WholeEntry } from '@palaver/protocol/log';
import type { SpanContext } from '../platform/tracing/span-context.ts';

/**
 * An event that one node publishes to all. Events are only hints: the bus may lose, repeat and reorder them. A node that
 * learns the `seq` of a thread reads missing entries from the log. State that is in no log (typing, read positions,
 * presence, profiles) is published again, expires soon, or is correct at the next read.
 */
export type BusEvent =
  /**
   * The log of a thread reaches up to `seq`; `entries` are its last ones, if the publisher has them in memory. `traces` are the spans of
   * traced changes. (Other nodes get neither.)
   */
  | {
      type: 'entries';
      threadId: ThreadId;
      seq: number;
      entries?: readonly WholeEntry[];
      traces?: readonly SpanContext[];
    }
  /** These users have become members of a thread. */
  | { type: 'joined'; threadId: ThreadId; users: readonly ExtUserId[] }
  | { type: 'typing'; threadId: ThreadId; user: ExtUserId; isTyping: boolean }
  | { type: 'read'; threadId: ThreadId; user: ExtUserId; readSeq: number }
  /** The user has set their read position in a thread back. (To where may have changed again when the event arrives.) */
  | { type: 'unread'; threadId: ThreadId; user: ExtUserId }
  /** The name, picture or `user_id` of a user or bot changed. */
  | { type: 'user'; user: ExtUserId }
  /** The tokens of the user were revoked, and the connections that were opened with them end. */
  | { type: 'revoked'; user: ExtUserId }
  /** The outbox has events for the relay. */
  | { type: 'outbox' }
  /** These applications have new events. */
  | { type: 'events'; apps: readonly AppId[] }
  /** Webhook deliveries are pending. */
  | { type: 'deliveries' }
  /** There are messages that users may have to be notified of. */
  | { type: 'notifications' }
  /** Events of other nodes may have been lost. */
  | { type: 'gap' }
  | PresenceEvent;

/**
 * What nodes tell each other about the users who are online, that is, have a connection to `node`
 * (`realtime/online-users.ts`). An event names at most 1,000 users.
 */
export type PresenceEvent =
  /** These users have come online or gone offline. */
  | { type: 'presence'; node: string; online: readonly ExtUserId[]; offline: readonly ExtUserId[] }
  /** How many users are online, and a digest of who they are. */
  | { type: 'presence.heartbeat'; node: string; count: number; digest: number }
  /** Asks `node` for a snapshot of its users. */
  | { type: 'presence.request'; node: string }
  /**
   * A part of a snapshot. Of the users whose ids, compared as strings, are greater than `after` and at most `upTo` (null: of
   * all greater ones), exactly these are online.
   */
  | {
      type: 'presence.snapshot';
      node: string;
      after: string;
      upTo: string | null;
      users: readonly ExtUserId[];
    }
  /** The node has closed: all its users are offline. */
  | { type: 'presence.end'; node: string };

/** In the place of a thread: the node gets the events of all threads, without entries of those that are not in its audience themselves. */
export const EVERY_THREAD = '*' as ThreadId;

/** The threads with subscribers on this node. */
export interface Audience {
  has: (threadId: ThreadId) => boolean;
  add: (threadId: ThreadId) => void;
  delete: (threadId: ThreadId) => void;
}

/**
 * Carries events to every node, including this one. `test/bus/conformance.ts` defines what each driver guarantees: every
 * listener gets each event asynchronously, after `publish` has returned, and a listener that throws affects no other.
 */
export interface Bus {
  /** For these threads, publishers add the entries to the event. Realtime keeps it current. */
  readonly audience: Audience;
  publish: (event: BusEvent) => void;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: (event: BusEvent) => void) => () => void;
  /**
   * For how many milliseconds nothing that this node published has come back over the network. If it publishes all the time,
   * this tells a network that is away from other nodes that are silent. 0 if there is no network.
   */
  silenceMs: () => number;
  /** Delivers no further events. */
  close: () => Promise<void>;
}

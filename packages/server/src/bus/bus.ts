import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { WholeEntry } from '@palaver/protocol/log';

/**
 * What nodes tell one another. It is only ever a hint: the bus may lose, repeat and reorder anything. Whoever hears that
 * a thread is at some `seq` reads from its log what is missing; what is in no log (typing, read positions, presence,
 * profiles) is told again, is forgotten soon, or shows when it is next asked for.
 */
export type BusEvent =
  /** The log of a thread reaches up to here; with its last entries, where whoever tells has them at hand. */
  | { type: 'entries'; threadId: ThreadId; seq: number; entries?: readonly WholeEntry[] }
  /** These users have become members of a thread. */
  | { type: 'joined'; threadId: ThreadId; users: readonly ExtUserId[] }
  | { type: 'typing'; threadId: ThreadId; user: ExtUserId; isTyping: boolean }
  | { type: 'read'; threadId: ThreadId; user: ExtUserId; readSeq: number }
  /** A user or bot has another name, picture or `user_id`. */
  | { type: 'user'; user: ExtUserId }
  /** Something waits to be delivered to webhooks. */
  | { type: 'deliveries' }
  /** Who has a connection to this node, of those whom it names. */
  | { type: 'presence'; node: string; online: readonly ExtUserId[]; offline: readonly ExtUserId[] };

/**
 * Carries events to every node, this one too. `test/bus/conformance.ts` says what each driver keeps: listeners are called
 * after the publisher has gone on, all of them, with what was published; and one that throws harms nobody.
 */
export interface Bus {
  /** Threads that somebody on this node listens to: it is worth while to tell of their entries with the entries. */
  readonly audience: Set<ThreadId>;
  publish: (event: BusEvent) => void;
  /** Answers how to stop listening. */
  subscribe: (listener: (event: BusEvent) => void) => () => void;
  /** Nothing is delivered any more. */
  close: () => Promise<void>;
}

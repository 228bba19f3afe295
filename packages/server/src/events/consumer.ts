import type { AppId, TenantId, ThreadId } from '@palaver/protocol/ids';
import type { AnyEventType } from '@palaver/protocol/webhooks';
import type { PublishingTransaction } from '../bus/publishing-database.ts';
import type { ErasedEvent, EventPlace } from '../domain/records/events.ts';
import type { Transaction } from '../storage/database.ts';

/** An event with its new position. */
export interface RelayedEvent extends EventPlace {
  app_id: AppId;
  tenant_id: TenantId;
  type: AnyEventType;
  /** The thread and the log entry; null for an event of no thread. */
  thread_id: ThreadId | null;
  seq: string | null;
  /** The message that the entry is about, unless it is the entry of its creation. */
  message_seq: string | null;
  /** The span that caused it, as in `traceparent`; null: it is not traced. */
  trace?: string | null;
}

/**
 * A consumer of events: a folder that works off its own rows. The relay calls `expand` in the transaction that stores the
 * events, so a consumer has its rows exactly for the events that exist. `background-work.ts` lists the consumers.
 */
export interface Consumer {
  /** Stored with parked events and with the relay's lease, so it never changes. */
  readonly name: string;
  /**
   * Stores what the consumer has to do: at most one row for an event and a listener, never one for each recipient. Events of one
   * thread come in the order of its log. It is called again for an event only if it failed. Its statements keep index plans
   * ({@link KEEP_INDEX_PLAN}), return few rows, and do not wait for locks for long: all applications wait meanwhile.
   */
  expand: (tx: PublishingTransaction, events: readonly RelayedEvent[]) => Promise<void>;
  /** Removes what the consumer stores of the content of these events, which show a message that was deleted. */
  erase?: (tx: Transaction, events: readonly ErasedEvent[]) => Promise<void>;
}

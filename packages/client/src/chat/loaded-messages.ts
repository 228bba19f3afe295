import type { ClientMessage } from '../api.ts';
import type { Page } from '../http/call.ts';
import { MessageSet } from './message-set.ts';
import type { KeptMessage } from './thread-state.ts';

/** Messages of a thread without a gap. */
export interface MessageWindow extends Page<ClientMessage> {
  /** Whether there are messages after them. */
  hasNewer: boolean;
}

/** Numbers of log entries, both ends included. */
export interface SeqRange {
  first: number;
  last: number;
}

/** The loaded messages of a thread, without a gap: the latest, or those around a message. */
export class LoadedMessages extends MessageSet {
  hasOlder: boolean;
  hasNewer: boolean;
  #around: number | undefined;

  constructor({ items, hasMore, hasNewer }: MessageWindow, around?: number) {
    super(items.map(toKept));
    this.hasOlder = hasMore;
    this.hasNewer = hasNewer;
    this.#around = around;
  }

  /** The message around which they were loaded; undefined: they are the latest. */
  get around(): number | undefined {
    return this.hasNewer ? this.#around : undefined;
  }

  /** The next load fetches the latest, wherever these are. */
  forgetPlace(): void {
    this.#around = undefined;
  }

  /** The part of the log that they cover. */
  get range(): SeqRange {
    const { firstSeq = 0, lastSeq = 0 } = this;
    return {
      first: this.hasOlder ? firstSeq : 0,
      last: this.hasNewer ? lastSeq : Number.POSITIVE_INFINITY,
    };
  }
}

export function toKept(message: ClientMessage): KeptMessage {
  return { ...message, state: 'sent' };
}

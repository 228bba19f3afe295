import type { ClientMessage } from '../../api.ts';
import type { Page } from '../../http/call.ts';
import { MessageSet } from './message-set.ts';
import type { KeptMessage } from './thread-state.ts';

/** Messages of a thread without a gap. */
export interface MessageWindow extends Page<ClientMessage> {
  /** Whether there are messages after them. */
  hasNewer: boolean;
}

/** No entry of a log has a higher number. */
export const END = Number.MAX_SAFE_INTEGER;

/** Numbers of log entries, both ends included. */
export interface SeqRange {
  first: number;
  last: number;
}

/** The loaded messages of a thread, without a gap: the latest, or those around a message. */
export class LoadedMessages extends MessageSet {
  hasOlder: boolean;
  hasNewer: boolean;
  /** The message that was jumped to; undefined: the next load fetches the latest messages, wherever these are. */
  around: number | undefined;

  constructor({ items, hasMore, hasNewer }: MessageWindow, around?: number) {
    super(items.map(toKept));
    this.hasOlder = hasMore;
    this.hasNewer = hasNewer;
    this.around = around;
  }

  /** The part of the log that they cover. */
  get range(): SeqRange {
    const { firstSeq = 0, lastSeq = 0 } = this;
    return {
      first: this.hasOlder ? firstSeq : 0,
      last: this.hasNewer ? lastSeq : END,
    };
  }
}

export function toKept(message: ClientMessage): KeptMessage {
  return { ...message, state: 'sent' };
}

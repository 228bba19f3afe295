import type { ClientMessage, LogEntry } from '../api.ts';

/**
 * A message after an entry that shows only its reactions, or since when it is pinned: the same object when the entry is
 * about something else.
 */
export function changedBy<One extends ClientMessage>(
  one: One,
  { message_seq, reactions, pinned_at }: LogEntry,
): One {
  if (one.seq !== message_seq) return one;
  if (reactions !== undefined) return { ...one, reactions };
  return pinned_at === undefined ? one : { ...one, pinned_at };
}

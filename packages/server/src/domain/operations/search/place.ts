import type { ThreadId } from '@palaver/protocol/ids';
import { BLOCK_BITS } from '../../rules/search/scopes.ts';

/** The place of a message in the order of hits: the newest first, and of those of one time the one with the highest thread and number. */
export interface Place {
  /** Unix microseconds. */
  at: number;
  threadId: ThreadId;
  seq: number;
}

/** For `sort`: the first hit first. */
export function newestFirst(a: Place, b: Place): number {
  return b.at - a.at || compareIds(b.threadId, a.threadId) || b.seq - a.seq;
}

export const isNewer = (a: Place, b: Place) => newestFirst(a, b) < 0;

/** (Decimals without leading zeros.) */
function compareIds(a: ThreadId, b: ThreadId): number {
  return a.length - b.length || (a < b ? -1 : Number(a > b));
}

/** The first place that messages of a block may have whose last one is of this time. */
export function firstPlaceIn(threadId: ThreadId, block: number, at: number): Place {
  return { at, threadId, seq: (block + 1) * 2 ** BLOCK_BITS - 1 };
}

export function blockOf(seq: number): number {
  return Math.floor(seq / 2 ** BLOCK_BITS);
}

/** The cursor after a place. */
export const toCursor = ({ at, threadId, seq }: Place) => `${at}_${threadId}_${seq}`;

/** Of a cursor in the format `search-position`. */
export function placeOf(cursor: string): Place {
  const [at, threadId, seq] = cursor.split('_');
  return { at: Number(at), threadId: String(threadId) as ThreadId, seq: Number(seq) };
}

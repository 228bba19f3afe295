import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { Space } from '../../context.ts';
import { hash } from './hash.ts';

/*
 * Terms of where a message is. Without them, the index would find a word in the messages of everybody before it could tell which
 * are in the thread, or the time, that is searched.
 *
 * They cover stretches of several lengths: a look at the index names one stretch, short where hits are many, long where they are
 * few.
 */

/** A block is a row of the index: the messages of a thread whose numbers differ only in the last three bits. */
export const BLOCK_BITS = 3;

/** Lengths of stretches of a thread: so many blocks, as powers of two. */
export const THREAD_LEVELS = [6, 11, 16] as const;
export type ThreadLevel = (typeof THREAD_LEVELS)[number];

export function threadTerm(level: ThreadLevel, thread: ThreadId, block: number): number {
  return hash('t', `${level} ${thread} ${stretchOf(block, level)}`);
}

/** The stretch of this length that has the block. (Numbers may have more than 32 bits.) */
export function stretchOf(block: number, level: ThreadLevel): number {
  return Math.floor(block / 2 ** level);
}

/** Lengths of stretches of time in a space, in hours. */
export const SPACE_LEVELS = [1, 32, 1_024] as const;

export const HOUR_MS = 3_600_000;

export function spaceTerm(
  hours: (typeof SPACE_LEVELS)[number],
  { appId, tenantId }: Space,
  stretch: number,
): number {
  return hash('a', `${hours} ${stretch} ${appId.length} ${appId}${tenantId}`);
}

export const senderTerm = (sender: ExtUserId) => hash('u', sender);
export const kindTerm = (kind: string) => hash('k', kind);

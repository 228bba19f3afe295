import type { Token } from './canonical.ts';
import { hash } from './hash.ts';
import type { SearchQuery } from './search-query.ts';

/*
 * Pairs: which words of a block follow one another. Frequent words are in most blocks, but seldom one after another, so without pairs a
 * phrase of them would be looked for in the messages of most blocks in vain. A pair sets a bit in the row of its block. That takes far less
 * than a term, and is enough, because the terms have already found the blocks that have the words. Two pairs may have the same bit.
 */

/** Bits of a row. The eight messages of a block have about 70 pairs. */
export const PAIR_BITS = 1_024;

/** Adds the bits of the pairs of a text. */
export function addPairs(bits: Set<number>, tokens: readonly Token[]): void {
  for (const bit of bitsOf(tokens)) bits.add(bit);
}

/** Bits that a block with a match of the query has. */
export function pairBits({ parts }: SearchQuery): Set<number> {
  // (A word that may be unfinished is in no pair.)
  return new Set(parts.flatMap(({ tokens, isPrefix }) => bitsOf(isPrefix ? tokens.slice(0, -1) : tokens)));
}

/** (A run of signs may be cut anywhere, so it is in no pair.) */
function bitsOf(tokens: readonly Token[]): number[] {
  return tokens.slice(1).flatMap((second, index) => {
    const first = tokens[index];
    return first === undefined || first.isRun || second.isRun ? [] : [bitOf(first.text, second.text)];
  });
}

const bitOf = (first: string, second: string) => (hash('n', `${first} ${second}`) >>> 0) % PAIR_BITS;

/** Bits as PostgreSQL reads them. */
export function toBits(bits: ReadonlySet<number>): string {
  const bytes = Buffer.alloc(PAIR_BITS / 8);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return `x${bytes.toString('hex')}`;
}

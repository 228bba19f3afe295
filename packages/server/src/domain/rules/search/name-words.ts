import { tokensOf } from './canonical.ts';
import type { SearchQuery } from './search-query.ts';

/*
 * The words by which a name is found, each by its beginning. In scripts without spaces between words, a name is found by any part of
 * it: its ends, such as `小明` and `明` of `王小明`, are words as well.
 */

/** Of a longer word, so many code points: what is found is compared with the name again. */
export const MAX_WORD_CHARS = 16;

/** Follows every sign that a word may have, in the order of PostgreSQL's collation "C". */
const LAST = '\u{10ffff}';

const cut = (signs: readonly string[]) => signs.slice(0, MAX_WORD_CHARS).join('');

/** Without duplicates. */
export function nameWords(name: string): string[] {
  const words = tokensOf(name).flatMap(({ text, isRun }) => {
    const signs = Array.from(text);
    return isRun ? signs.map((_, start) => cut(signs.slice(start, start + MAX_WORD_CHARS))) : [cut(signs)];
  });
  return [...new Set(words)];
}

/** The words that a name must have the beginnings of; none: the query finds nobody. */
export function wantedWords({ parts }: SearchQuery): string[] {
  return [...new Set(parts.flatMap(({ tokens }) => tokens.map(({ text }) => cut(Array.from(text)))))];
}

/** Where words with this beginning end, in the order of the collation "C". */
export const endOfPrefix = (prefix: string) => `${prefix}${LAST}`;

/** The first word of a name with this beginning, in the order of the collation "C". */
export function firstWord(name: string, prefix: string): string | undefined {
  return nameWords(name)
    .filter((word) => word.startsWith(prefix))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0];
}

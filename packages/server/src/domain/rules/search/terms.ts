import { type Token, tokensOf } from './canonical.ts';
import type { SearchQuery } from './search-query.ts';

/*
 * Terms: what the index knows of a message. Each is a number of 32 bits, so that the index is small. Two terms may have the same
 * number, so whatever the index finds is compared with the text again.
 */

/** Stored with the index, which is made anew when it differs: change it with anything that changes terms. */
export const TERMS_VERSION = 2;

/** Of longer words, beginnings of so many code points are terms, too. */
const PREFIXES = [2, 3, 4, 6, 8] as const;
const LONGEST_PREFIX = 8;

/** FNV-1a of a kind of term and a text. Signed, as PostgreSQL stores it. */
export function hash(kind: string, text: string): number {
  let value = Math.imul(0x811c9dc5 ^ kind.charCodeAt(0), 0x01000193);
  for (let unit = 0; unit < text.length; unit += 1) {
    value = Math.imul(value ^ text.charCodeAt(unit), 0x01000193);
  }
  return value | 0;
}

const wordTerm = (word: string) => hash('w', word);
const prefixTerm = (prefix: string) => hash('p', prefix);
const pairTerm = (pair: string) => hash('s', pair);

/** Adds the terms of a text that can be searched. */
export function addTerms(terms: Set<number>, text: string): void {
  for (const token of tokensOf(text)) {
    if (token.isRun) for (const pair of pairsOf(token.text)) terms.add(pairTerm(pair));
    else {
      terms.add(wordTerm(token.text));
      for (const prefix of prefixesOf(token.text)) terms.add(prefixTerm(prefix));
    }
  }
}

/** Terms of a query: a text that matches has at least one of each group. Without groups, terms do not help. */
export function termGroups({ parts }: SearchQuery): number[][] {
  return parts.flatMap(({ tokens, isPrefix }) =>
    tokens.flatMap((token, index) => groupsOf(token, isPrefix && index === tokens.length - 1)),
  );
}

function groupsOf({ text, isRun }: Token, isPrefix: boolean): number[][] {
  if (isRun) return [...new Set(pairsOf(text))].map((pair) => [pairTerm(pair)]);
  if (!isPrefix) return [[wordTerm(text)]];
  const prefix = prefixesOf(`${text}*`).at(-1);
  return prefix === undefined ? [] : [[wordTerm(text), prefixTerm(prefix)]];
}

/** Overlapping pairs of code points. */
function pairsOf(run: string): string[] {
  const signs = Array.from(run);
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}

/** Beginnings of a word, ascending. */
function prefixesOf(word: string): string[] {
  if (word.length <= PREFIXES[0]) return [];
  const points = Array.from(word.slice(0, 2 * LONGEST_PREFIX + 2));
  return PREFIXES.filter((length) => length < points.length).map((length) =>
    points.slice(0, length).join(''),
  );
}

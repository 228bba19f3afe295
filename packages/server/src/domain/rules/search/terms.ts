import type { Token } from './canonical.ts';
import { hash } from './hash.ts';
import type { SearchQuery } from './search-query.ts';

/*
 * Terms: what the index knows of a message. Each is a number of 32 bits, so that the index is small. Two terms may have the same
 * number, so whatever the index finds is compared with the text again.
 */

/** Stored with the index, which is made anew when it differs: change it with anything that changes terms. */
export const TERMS_VERSION = 4;

/** Of longer words, beginnings of so many code points are terms, too. */
const PREFIXES = [1, 2, 3, 4, 6, 8] as const;
const LONGEST_PREFIX = 8;

const wordTerm = (word: string) => hash('w', word);
const prefixTerm = (prefix: string) => hash('p', prefix);
const pairTerm = (pair: string) => hash('s', pair);
const signTerm = (sign: string) => hash('c', sign);

/** Adds the terms of a text that can be searched. */
export function addTerms(terms: Set<number>, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.isRun) {
      for (const sign of token.text) terms.add(signTerm(sign));
      for (const pair of pairsOf(token.text)) terms.add(pairTerm(pair));
    } else {
      terms.add(wordTerm(token.text));
      for (const prefix of prefixesOf(token.text)) terms.add(prefixTerm(prefix));
    }
  }
}

/**
 * Terms of a query: a text that matches has at least one of each group. Without groups, terms do not help. `isWhole`: the index has all that
 * this version makes. Earlier versions lacked those of single signs and single letters, and took {@link OTHERWISE_BEFORE} apart otherwise.
 */
export function termGroups({ parts }: SearchQuery, isWhole = true): number[][] {
  return parts.flatMap(({ tokens, isPrefix }) =>
    tokens.flatMap((token, index) => {
      const isUnfinished = isPrefix && index === tokens.length - 1;
      return isWhole || !isNew(token, isUnfinished) ? groupsOf(token, isUnfinished) : [];
    }),
  );
}

/** Whether an index of an earlier version lacks some of the query's terms. */
export const usesNewTerms = (query: SearchQuery) =>
  termGroups(query, false).length < termGroups(query).length;

/** Scripts that were words and are runs, and signs that were runs and are parts of words. */
const OTHERWISE_BEFORE =
  /[\p{scx=Yiii}\p{sc=Tale}\p{scx=Talu}\p{scx=Lana}\p{scx=Tavt}\p{scx=Java}\p{scx=Bali}]|\u02bc|\u0303|\u0305|\u0323|\u0331/u;

const isNew = ({ text, isRun }: Token, isUnfinished: boolean) =>
  ((isRun || isUnfinished) && Array.from(text).length === 1) || OTHERWISE_BEFORE.test(text);

function groupsOf({ text, isRun }: Token, isUnfinished: boolean): number[][] {
  if (isRun) {
    const pairs = [...new Set(pairsOf(text))];
    return pairs.length === 0 ? [[signTerm(text)]] : pairs.map((pair) => [pairTerm(pair)]);
  }
  if (!isUnfinished) return [[wordTerm(text)]];
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

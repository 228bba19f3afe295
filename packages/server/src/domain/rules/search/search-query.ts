import { WORD } from '@palaver/protocol/boundaries';
import { chunksOf } from '@palaver/protocol/search';
import { canonical, type Token, tokensOf, trace } from './canonical.ts';

/** A part of a query: a word, several that are written together such as `example.com`, or a phrase in quotes. */
export interface QueryPart {
  readonly tokens: readonly Token[];
  /** The last token may be the beginning of a word. */
  readonly isPrefix: boolean;
  /** A canonical text that has this part contains it. */
  readonly needle: string;
}

/** Where a text has what was searched for, in code points. */
export interface TextRange {
  start: number;
  length: number;
}

/**
 * What is searched for. A text matches if it has every part. The last word, and a phrase that is still open, may be unfinished; for
 * names, every word may be.
 */
export class SearchQuery {
  /** None: the query has nothing that can be found, such as only punctuation. */
  readonly parts: readonly QueryPart[];

  constructor(text: string, open: 'last' | 'every' = 'last') {
    this.parts = chunksOf(text).flatMap(({ text: chunk, isOpen }) => {
      const tokens = tokensOf(chunk);
      const last = tokens.at(-1);
      const isPrefix = last !== undefined && (isOpen || open === 'every') && canGoOn(last);
      return last === undefined ? [] : [{ tokens, isPrefix, needle: needleOf(tokens, isPrefix) }];
    });
  }

  /** The longest word or run of signs: every text that matches contains it, and few others do. */
  get longestWord(): string {
    const words = this.parts.flatMap(({ tokens }) => tokens.map(({ text }) => text));
    return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
  }

  /** Whether each part is in one of these texts of a message. */
  matches(texts: readonly string[]): boolean {
    // (No needle has a line break, so none spans two texts.)
    const searched = texts.map(canonical).join('\n');
    return this.parts.length > 0 && this.parts.every(({ needle }) => searched.includes(needle));
  }

  /** In ascending order, without overlaps; the first `most` of each part. */
  rangesIn(text: string, most: number): TextRange[] {
    const searched = canonical(text);
    if (!this.parts.some(({ needle }) => searched.includes(needle))) return [];
    const traced = trace(text);
    const found: TextRange[] = [];
    for (const { needle } of this.parts) {
      const skipped = needle.startsWith(' ') ? 1 : 0;
      const length = needle.trim().length;
      let at = traced.text.indexOf(needle);
      for (let count = 0; at >= 0 && count < most; count += 1) {
        const first = at + skipped;
        const start = traced.starts[first] ?? 0;
        found.push({ start, length: (traced.ends[first + length - 1] ?? start) - start });
        at = traced.text.indexOf(needle, first + length);
      }
    }
    return merged(found.sort((a, b) => a.start - b.start));
  }
}

const WORD_END = new RegExp(`[${WORD}]$`, 'u');
/** (An emoji is whole.) */
const canGoOn = ({ text }: Token) => WORD_END.test(text);

/** Words must begin where the needle begins, and end where it ends, unless they are unfinished; runs may be cut anywhere. */
function needleOf(tokens: readonly Token[], isPrefix: boolean): string {
  const inner = tokens.map(({ text }) => text).join(' ');
  const before = tokens[0]?.isRun === true ? '' : ' ';
  const after = tokens.at(-1)?.isRun === true || isPrefix ? '' : ' ';
  return `${before}${inner}${after}`;
}

function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last === undefined || range.start > last.start + last.length) result.push({ ...range });
    else last.length = Math.max(last.length, range.start + range.length - last.start);
  }
  return result;
}

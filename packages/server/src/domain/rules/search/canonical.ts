import { UNSPACED, WORD } from '@palaver/protocol/boundaries';

/*
 * How search compares texts: in a canonical form, in which spelling, case, accents and separators no longer differ.
 *
 * It is a list of tokens, joined by spaces: words; runs of a script that has no spaces between words, such as Chinese or Thai; and
 * emoji, each of which is a word. There is a space where the script changes, too: `iPhone15を` is `iphone15 を`.
 */

/** Marks of these scripts may be left out in writing. (Those of Indic scripts, Thai or kana are letters.) */
const ACCENTED = '\\p{scx=Latn}\\p{scx=Grek}\\p{scx=Cyrl}\\p{scx=Arab}\\p{scx=Hebr}';
const ACCENTS = new RegExp(`(?<=[[${ACCENTED}]--\\p{M}])\\p{M}+`, 'gv');
/** Letters that Unicode does not take apart, as PostgreSQL's `unaccent` writes them. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ đ: 'd', ð: 'd', ł: 'l', ø: 'o', ħ: 'h', ŧ: 't', ı: 'i' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Has no meaning of its own: joiners, soft hyphens, variants and skin tones of emoji, and the line that stretches Arabic words. */
const IGNORED = /[\p{DI}\u{1F3FB}-\u{1F3FF}\u0640]+/gv;
const IS_ASCII = /^[\0-\x7f]*$/;

/** Text without differences of spelling, case and accents. Separators are still in it. */
export function fold(text: string): string {
  if (IS_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(IGNORED, '')
    .replace(ACCENTS, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

const RUN = `[[${UNSPACED}]&&[${WORD}]]`;
const TOKEN = new RegExp(`(?<run>${RUN}+)|[[${WORD}]--${RUN}]+|\\p{RI}{1,2}|\\p{ExtPict}`, 'gv');
const ASCII_WORD = /[a-z0-9]+/g;

/** A token of a canonical text. */
export interface Token {
  text: string;
  /** Of a script without spaces: any part of it can be searched for. */
  isRun: boolean;
}

export function tokensOf(text: string): Token[] {
  const folded = fold(text);
  if (IS_ASCII.test(folded))
    return (folded.match(ASCII_WORD) ?? []).map((word) => ({ text: word, isRun: false }));
  return Array.from(folded.matchAll(TOKEN), ([token, run]) => ({ text: token, isRun: run !== undefined }));
}

/** Begins and ends with a space. */
export function canonical(text: string): string {
  const folded = fold(text);
  const tokens = folded.match(IS_ASCII.test(folded) ? ASCII_WORD : TOKEN);
  return ` ${tokens?.join(' ') ?? ''} `;
}

/** What belongs together in a text, so that it can be folded by itself: a sign with its marks, letters of Korean, and joined emoji. */
const CLUSTER = clusters();

function clusters(): RegExp {
  const extending = '[\\p{M}\\p{DI}\\uff9e\\uff9f\\u{1f3fb}-\\u{1f3ff}]*';
  const final = '[\\u11a8-\\u11ff\\ud7cb-\\ud7fb]';
  const jamo = '[\\u1100-\\u11ff\\u3131-\\u318e\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uffa0-\\uffdc]';
  const syllable = `[\\uac00-\\ud7a3](?:${extending}${final})*`;
  const emoji = `\\p{ExtPict}(?:${extending}(?<=\\u200d)\\p{ExtPict})*`;
  return new RegExp(`(?:${emoji}|${syllable}|${jamo}(?:${extending}${jamo})*|[^])${extending}`, 'gv');
}

/** A canonical text that knows which code points of the original each of its UTF-16 units comes from. */
export interface TracedText {
  text: string;
  /** Code points, from 0. */
  starts: readonly number[];
  ends: readonly number[];
}

export function trace(original: string): TracedText {
  let folded = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  let at = 0;
  // (Few clusters make up a text.)
  const known = new Map<string, { text: string; length: number }>();
  for (const [cluster] of original.matchAll(CLUSTER)) {
    let one = known.get(cluster);
    if (one === undefined) {
      one = { text: fold(cluster), length: codePoints(cluster) };
      known.set(cluster, one);
    }
    const { text } = one;
    const end = at + one.length;
    for (let unit = 0; unit < text.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    folded += text;
    at = end;
  }
  let text = ' ';
  const traced: Pick<TracedText, 'starts' | 'ends'> & { starts: number[]; ends: number[] } = {
    starts: [at],
    ends: [at],
  };
  for (const { 0: token, index } of folded.matchAll(TOKEN)) {
    for (let unit = index; unit < index + token.length; unit += 1) {
      traced.starts.push(starts[unit] ?? at);
      traced.ends.push(ends[unit] ?? at);
    }
    traced.starts.push(at);
    traced.ends.push(at);
    text += `${token} `;
  }
  return { text, ...traced };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

import { type ClientSearchHit, highlight, type TextPart } from '@palaver/client';
import { WORD, WORD_START } from '../text/boundaries.ts';
import type { Language } from '../texts/language.ts';
import { type SearchedText, searchedTexts } from './searched-texts.ts';

/** How much of a text is shown before its first match, and altogether, in graphemes. */
const BEFORE = 40;
const LENGTH = 180;

/** A text of a hit, cut around what was found. */
export interface Snippet {
  /** Of the message, or the field of what it carries, such as `name`. */
  field: string;
  parts: readonly TextPart[];
}

/** Shown also if something else was found: the text of the message, and names of what has several texts. */
const NAMES = ['text', 'promotion.title', 'custom_name'];

/** What to show of a hit: its text and name, and what else was found. */
export function snippetsOf(
  { message, ranges }: ClientSearchHit,
  summaryOf: Language['summaryOf'],
): Snippet[] {
  const found = new Set(ranges.map(({ field }) => field));
  const texts = textsOf(message.body);
  const shown = texts.filter(({ field }) => NAMES.includes(field) || found.has(field));
  if (shown.length === 0) shown.push({ field: 'text', text: summaryOf(message) });
  // (A range does not say in which text of the document it is.)
  const marks = ranges.filter(({ field }) => field !== 'payload');
  return shown.map(({ field, text }) => ({ field, parts: cutAround(highlight(text, marks, field)) }));
}

/** The texts of a message, those of a document in one. */
function textsOf(body: ClientSearchHit['message']['body']): SearchedText[] {
  const texts = searchedTexts(body);
  const inDocument = texts.filter(({ field }) => field === 'payload').map(({ text }) => text);
  const others = texts.filter(({ field }) => field !== 'payload');
  return inDocument.length === 0 ? others : [...others, { field: 'payload', text: inDocument.join(' · ') }];
}

const GRAPHEMES = new Intl.Segmenter();

/** The beginning of a text without a match, or what is around its first match. White space is shown as one space. */
export function cutAround(parts: readonly TextPart[]): TextPart[] {
  const [first, ...others] = parts.map(({ text, isMatch }) => ({
    text: text.replaceAll(/\s+/gu, ' '),
    isMatch,
  }));
  if (first === undefined) return [];
  const cut: TextPart[] = [];
  let left = LENGTH;
  const isCut = !first.isMatch && others.length > 0;
  for (const { text, isMatch } of [isCut ? { ...first, text: endOf(first.text) } : first, ...others]) {
    const shown = beginningOf(text, left);
    cut.push({ text: shown.length < text.length ? `${shown}…` : shown, isMatch });
    left -= lengthOf(shown);
    if (left <= 0 || shown.length < text.length) break;
  }
  return cut;
}

/** Where words begin in a text. */
const wordStarts = (text: string) => Array.from(text.matchAll(WORD_START), ({ index }) => index);

/** The last words of a text. */
function endOf(text: string): string {
  const tail = [...GRAPHEMES.segment(text.slice(-8 * BEFORE))].map(({ segment }) => segment);
  if (tail.length <= BEFORE && text.length <= 8 * BEFORE) return text;
  const [hidden, end] = [tail.slice(0, -BEFORE).join(''), tail.slice(-BEFORE).join('')];
  const start = wordStarts(hidden + end).find((index) => index >= hidden.length) ?? 0;
  const from = start - hidden.length;
  return `…${from > 0 && from < end.length / 2 ? end.slice(from) : end}`;
}

const IS_IN_WORD = new RegExp(`^[${WORD}]{2}$`, 'u');

/** The first words of a text. */
function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const head = [...GRAPHEMES.segment(text.slice(0, 8 * length + 8))].map(({ segment }) => segment);
  if (head.length <= length) return text;
  const shown = head.slice(0, length).join('');
  const start = wordStarts(shown + head[length]).at(-1) ?? 0;
  const isInWord = start < shown.length && IS_IN_WORD.test(`${shown.at(-1)}${head[length]?.charAt(0)}`);
  return isInWord && start > shown.length - BEFORE ? shown.slice(0, start).trimEnd() : shown;
}

const lengthOf = (text: string) => [...GRAPHEMES.segment(text)].length;

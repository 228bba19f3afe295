import { flanking, linksIn, mentionsIn, type Span } from './boundaries.ts';
import { isSafe } from './links.ts';

/** A part of a line. */
export type Inline =
  | { type: 'text' | 'code' | 'mention'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'strong' | 'em' | 'del'; parts: Inline[] };

/** A part of a message. */
export type Block =
  | { type: 'text'; parts: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; isOrdered: boolean; start: number; items: Inline[][] };

/** A text with more parts is shown as it was written: a page with many such messages would stand still. */
const MOST_PARTS = 500;
/** How deep quotes and marks may be nested; what is deeper is shown as it was written. */
const MOST_NESTED = 8;

/**
 * A text with the simple part of Markdown: **strong**, *emphasis*, ~~strike~~, `code`, quotes, lists and blocks of code; besides, links and
 * mentions. Everything else, and marks without their counterpart, is literal text. Takes time in proportion to the length.
 */
export function parse(text: string, mentioned: readonly string[]): Block[] {
  const blocks = blocksIn(text, mentioned);
  return partsIn(blocks) > MOST_PARTS ? [{ type: 'text', parts: [{ type: 'text', text }] }] : blocks;
}

/** Those of the names that the text mentions. */
export function mentionedIn(text: string, names: readonly string[]): Set<string> {
  const written = names.filter((name) => text.includes(name));
  if (written.length === 0) return new Set();
  const mentions = leavesOf(blocksIn(text, written)).filter(({ type }) => type === 'mention');
  return new Set(mentions.map((mention) => mention.text.slice(1)));
}

function blocksIn(text: string, mentioned: readonly string[]): Block[] {
  // Longest names first, so that @Ann-Marie does not match Ann.
  const names = [...new Set(mentioned)].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  return blocksOf(text.split(/\r?\n/), (line) => inlinesOf(line, names), 0);
}

type Leaf = Exclude<Inline, { parts: unknown }>;

const leavesOf = (parts: readonly (Block | Inline)[]): Leaf[] =>
  parts.flatMap((part) => {
    if (part.type === 'list') return part.items.flatMap(leavesOf);
    if ('blocks' in part) return leavesOf(part.blocks);
    return 'parts' in part ? leavesOf(part.parts) : part;
  });

/** A line has no room for longer texts, and a list has many lines. */
const MOST_PLAIN = 300;

/** The beginning of a text without its formatting, in one line. */
export const plainOf = (text: string): string =>
  parse(text.slice(0, MOST_PLAIN), []).map(textOf).join(' ').replaceAll(/\s+/g, ' ').trim();

function textOf(part: Block | Inline): string {
  if (part.type === 'list') return part.items.map((item) => item.map(textOf).join('')).join(' ');
  if ('blocks' in part) return part.blocks.map(textOf).join(' ');
  return 'parts' in part ? part.parts.map(textOf).join('') : part.text;
}

/** How many elements a page needs for them, about. */
function partsIn(parts: readonly (Block | Inline)[]): number {
  return parts.reduce((sum, part) => {
    if (part.type === 'list') return sum + part.items.reduce((items, item) => items + 1 + partsIn(item), 0);
    if ('blocks' in part) return sum + 1 + partsIn(part.blocks);
    return sum + 1 + ('parts' in part ? partsIn(part.parts) : 0);
  }, 0);
}

type ParseLine = (text: string) => Inline[];

const QUOTE = /^> ?/;
const BULLET = /^[-*•] (?=\S)/;
const NUMBER = /^(\d{1,9})[.)] (?=\S)/;
const FENCE = /^```[\w+#-]*$/;

function blocksOf(lines: readonly string[], parseLine: ParseLine, depth: number): Block[] {
  const blocks: Block[] = [];
  const literal: string[] = [];
  const endText = () => {
    if (literal.length > 0) blocks.push({ type: 'text', parts: parseLine(literal.join('\n')) });
    literal.length = 0;
  };
  /** From here on, no fence is closed. */
  let hasFences = true;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const end = hasFences && FENCE.test(line) ? lines.indexOf('```', at + 1) : -1;
    if (end !== -1) {
      endText();
      blocks.push({ type: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end + 1;
      continue;
    }
    if (FENCE.test(line)) hasFences = false;
    const kind = depth < MOST_NESTED ? KINDS.find(({ pattern }) => pattern.test(line)) : undefined;
    if (kind === undefined) {
      literal.push(line);
      at += 1;
      continue;
    }
    endText();
    const from = at;
    while (at < lines.length && kind.pattern.test(lines[at] ?? '')) at += 1;
    const stripped = lines.slice(from, at).map((one) => one.replace(kind.pattern, ''));
    if (kind.type === 'quote')
      blocks.push({ type: 'quote', blocks: blocksOf(stripped, parseLine, depth + 1) });
    else {
      const [, start = '1'] = NUMBER.exec(line) ?? [];
      const isOrdered = kind.pattern === NUMBER;
      blocks.push({ type: 'list', isOrdered, start: Number(start), items: stripped.map(parseLine) });
    }
  }
  endText();
  return blocks;
}

const KINDS = [
  { type: 'quote', pattern: QUOTE },
  { type: 'list', pattern: BULLET },
  { type: 'list', pattern: NUMBER },
] as const;

const MARKS = /\*+|_+|~+/g;
const NAMES = { '*': 'em', _: 'em', '**': 'strong', __: 'strong', '~~': 'del' } as const;
const isMark = (mark: string): mark is keyof typeof NAMES => mark in NAMES;
/** A longer row of marks means nothing. */
const MOST_MARKS = 3;

/** A row of marks that may begin emphasis. */
interface Opener {
  /** What is left of it, in the parts. */
  part: { type: 'text'; text: string };
  place: number;
  length: number;
  canClose: boolean;
}

/** Pairs marks as CommonMark does, except that only the nearest eight are remembered. */
function inlinesOf(text: string, names: readonly string[]): Inline[] {
  const parts: Inline[] = [];
  let openers: Opener[] = [];
  /** Closes emphasis with a mark, and returns what is left of it. */
  const close = (mark: string, canOpen: boolean): string => {
    for (let left = mark; ; ) {
      const opener = openers.findLast(
        ({ part, length, canClose }) =>
          part.text.startsWith(left.charAt(0)) &&
          // Rules 9 and 10 of CommonMark: in `*a**b*`, the two in the middle close nothing.
          !((canClose || canOpen) && (length + mark.length) % 3 === 0 && mark.length % 3 !== 0),
      );
      if (left === '' || opener === undefined) return left;
      const paired = left.slice(0, Math.min(2, opener.part.text.length));
      if (!isMark(paired)) return left;
      left = left.slice(paired.length);
      opener.part.text = opener.part.text.slice(paired.length);
      openers = openers.slice(0, openers.indexOf(opener) + (opener.part.text === '' ? 0 : 1));
      parts.push({ type: NAMES[paired], parts: parts.splice(opener.place + 1) });
      if (opener.part.text === '') parts.splice(opener.place, 1);
    }
  };
  const addText = (from: number, to: number) => {
    let at = from;
    for (const { 0: mark, index } of text.slice(from, to).matchAll(MARKS)) {
      const start = from + index;
      const end = start + mark.length;
      if (mark.length > MOST_MARKS || (mark.startsWith('~') && mark !== '~~') || text[start - 1] === '\\')
        continue;
      const { canOpen, canClose } = flanking(text, { start, end });
      if (!canOpen && !canClose) continue;
      if (start > at) parts.push({ type: 'text', text: text.slice(at, start) });
      at = end;
      const left = canClose ? close(mark, canOpen) : mark;
      if (left === '') continue;
      const part = { type: 'text' as const, text: left };
      if (canOpen)
        openers = [
          ...openers.slice(1 - MOST_NESTED),
          { part, place: parts.length, length: mark.length, canClose },
        ];
      parts.push(part);
    }
    if (to > at) parts.push({ type: 'text', text: text.slice(at, to) });
  };
  let at = 0;
  for (const { start, end, part } of wholesIn(text, names)) {
    addText(at, start);
    parts.push(part);
    at = end;
  }
  addText(at, text.length);
  return parts;
}

/** A part in which marks mean nothing. */
interface Whole extends Span {
  part: Inline;
}

/** Code, links and mentions, in the order of the text. */
function wholesIn(text: string, names: readonly string[]): Whole[] {
  const found: Whole[] = codeIn(text);
  for (const { start, end, ...link } of linksIn(text))
    if (isSafe(link.href)) found.push({ start, end, part: { type: 'link', ...link } });
  const fixed = inOrder(found);
  const mentions = mentionsIn(text, names, fixed).map(({ start, end }): Whole => {
    return { start, end, part: { type: 'mention', text: text.slice(start, end) } };
  });
  return inOrder([...mentions, ...fixed]);
}

/** Without those that begin in another. */
function inOrder(wholes: Whole[]): Whole[] {
  let at = 0;
  return wholes
    .sort((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < at) return false;
      at = end;
      return true;
    });
}

/** Text between equally long rows of backticks. */
function codeIn(text: string): Whole[] {
  const rows = [...text.matchAll(/`+/g)].map(({ 0: row, index }) => ({ length: row.length, index }));
  /** The next row of the same length, for each row. */
  const closing: number[] = [];
  const latest = new Map<number, number>();
  for (const [place, { length }] of [...rows.entries()].reverse()) {
    closing[place] = latest.get(length) ?? -1;
    latest.set(length, place);
  }
  const found: Whole[] = [];
  for (let place = 0; place < rows.length; place += 1) {
    const opening = rows[place];
    const closed = rows[closing[place] ?? -1];
    if (opening === undefined || closed === undefined) continue;
    const [start, end] = [opening.index, closed.index + closed.length];
    const code = text.slice(start + opening.length, closed.index);
    found.push({ start, end, part: { type: 'code', text: code } });
    place = closing[place] ?? place;
  }
  return found;
}

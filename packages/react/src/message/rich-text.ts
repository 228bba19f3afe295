import { linksIn } from './links.ts';

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
  const names = mentionPattern(mentioned);
  const blocks = blocksOf(text.split(/\r?\n/), (line) => inlinesOf(line, names), 0);
  return partsIn(blocks) > MOST_PARTS ? [{ type: 'text', parts: [{ type: 'text', text }] }] : blocks;
}

/** A line has room for no more, and a list has many lines. */
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

/** What a line consists of before its marks are paired. */
interface Token {
  type: 'text' | 'code' | 'mention' | 'link' | 'mark';
  text: string;
  href?: string;
  canOpen?: boolean;
  canClose?: boolean;
}

const MARKS = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'del' } as const;
const MARK = /`+|\*\*|__|~~|\*|_/g;
const isMark = (text: string): text is keyof typeof MARKS => text in MARKS;

function inlinesOf(text: string, names: RegExp | undefined): Inline[] {
  return paired(tokensOf(text, names));
}

function tokensOf(text: string, names: RegExp | undefined): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const whole of wholesIn(text, names)) {
    addMarks(tokens, text, at, whole.start);
    tokens.push(whole.token);
    at = whole.end;
  }
  addMarks(tokens, text, at, text.length);
  return tokens;
}

interface Whole {
  start: number;
  end: number;
  token: Token;
}

/** Code, links and mentions, in which marks mean nothing; in the order of the text. */
function wholesIn(text: string, names: RegExp | undefined): Whole[] {
  const found: Whole[] = codeIn(text);
  for (const { start, end, href } of linksIn(text))
    found.push({ start, end, token: { type: 'link', text: text.slice(start, end), href } });
  if (names !== undefined)
    for (const { 0: name, index } of text.matchAll(names))
      found.push({ start: index, end: index + name.length, token: { type: 'mention', text: name } });
  found.sort((a, b) => a.start - b.start);
  let at = 0;
  return found.filter(({ start, end }) => {
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
    found.push({ start, end, token: { type: 'code', text: code } });
    place = closing[place] ?? place;
  }
  return found;
}

/** Adds the tokens of a part without code, links and mentions. Marks open before a word and close after one, so that `2*3*4` and `snake_case` stay what they are. */
function addMarks(tokens: Token[], text: string, from: number, to: number): void {
  let at = from;
  MARK.lastIndex = from;
  for (let match = MARK.exec(text); match !== null && match.index < to; match = MARK.exec(text)) {
    const { 0: mark, index } = match;
    const end = index + mark.length;
    if (!isMark(mark) || end > to) continue;
    const before = text.charAt(index - 1);
    const after = text.charAt(end);
    if (index > at) tokens.push({ type: 'text', text: text.slice(at, index) });
    const canOpen = /\S/.test(after) && !isWord(before);
    const canClose = /\S/.test(before) && !isWord(after);
    tokens.push({ type: 'mark', text: mark, canOpen, canClose });
    at = end;
  }
  if (to > at) tokens.push({ type: 'text', text: text.slice(at, to) });
}

const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign);

interface Open {
  mark: keyof typeof MARKS;
  parts: Inline[];
}

/** Pairs the marks; each is looked at once. */
function paired(tokens: readonly Token[]): Inline[] {
  const root: Inline[] = [];
  const open: Open[] = [];
  const counts = new Map<string, number>();
  const parts = () => open.at(-1)?.parts ?? root;
  /** An opened mark without its counterpart becomes text. */
  const giveUp = ({ mark, parts: inner }: Open) => {
    counts.set(mark, (counts.get(mark) ?? 1) - 1);
    const outer = parts();
    outer.push({ type: 'text', text: mark });
    for (const part of inner) outer.push(part);
  };
  for (const { type, text, href = '', canOpen = false, canClose = false } of tokens) {
    if (type === 'link') parts().push({ type, text, href });
    else if (type !== 'mark') parts().push({ type, text });
    else if (canClose && isMark(text) && (counts.get(text) ?? 0) > 0) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        if (last.mark === text) {
          counts.set(text, (counts.get(text) ?? 1) - 1);
          parts().push({ type: MARKS[text], parts: last.parts });
          break;
        }
        giveUp(last);
      }
    } else if (canOpen && isMark(text) && open.length < MOST_NESTED && (counts.get(text) ?? 0) === 0) {
      counts.set(text, 1);
      open.push({ mark: text, parts: [] });
    } else parts().push({ type: 'text', text });
  }
  for (let last = open.pop(); last !== undefined; last = open.pop()) giveUp(last);
  return root;
}

function mentionPattern(mentioned: readonly string[]): RegExp | undefined {
  if (mentioned.length === 0) return undefined;
  // Longest names first, so that @Ann-Marie does not match Ann.
  const names = [...new Set(mentioned)].sort((a, b) => b.length - a.length);
  return new RegExp(names.map((name) => `@${escaped(name)}`).join('|'), 'gu');
}

/** (`RegExp.escape` is too new for many browsers.) */
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

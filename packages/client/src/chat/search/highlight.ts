import type { TextRange } from '../../api.ts';

/** A part of a text. */
export interface TextPart {
  text: string;
  /** Whether the search has found this part. */
  isMatch: boolean;
}

/**
 * Cuts a text of a hit into parts, to show the parts that were found in another way. `field` says which text it is: by default, that of the
 * message. The server counts in code points, JavaScript in UTF-16 units: an emoji is one of the former, and two or more of the
 * latter. The parts together are the whole text.
 *
 * @example
 * ```ts
 * const ranges = [{ field: 'text', start: 2, length: 4 }];
 * console.log(highlight('🎂 cake', ranges)); // [{ text: '🎂 ', isMatch: false }, { text: 'cake', isMatch: true }]
 * ```
 */
export function highlight(text: string, ranges: readonly TextRange[], field = 'text'): TextPart[] {
  const points = Array.from(text);
  const parts: TextPart[] = [];
  let at = 0;
  const addUntil = (end: number, isMatch: boolean) => {
    if (end > at) parts.push({ text: points.slice(at, end).join(''), isMatch });
    at = Math.max(at, end);
  };
  const found = ranges.filter((range) => range.field === field).sort((a, b) => a.start - b.start);
  for (const { start, length } of found) {
    addUntil(Math.min(start, points.length), false);
    addUntil(Math.min(start + length, points.length), true);
  }
  addUntil(points.length, false);
  return parts;
}

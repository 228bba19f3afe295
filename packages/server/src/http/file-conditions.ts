import type { ByteRange } from '../storage/objects/objects.ts';

/* What a request for a file makes depend on what the client has (RFC 9110, sections 13 and 14). */

/** Whether the header `If-None-Match` names the tag: the client has the file. */
export function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

const ONE_RANGE = /^bytes=[ \t]*([0-9]*)-([0-9]*)[ \t]*$/i;

/**
 * The part of a content of `size` bytes that the header `Range` asks for: `whole` without a range, and for everything that a server
 * may ignore, such as several ranges; `none` if no byte is in the range.
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'whole' | 'none' {
  const [, first, last] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '') || size === 0)
    return 'whole';
  // (They may have any number of digits: a number that is too large becomes Infinity.)
  if (first === '') {
    const count = Number(last);
    return count === 0 ? 'none' : { start: Math.max(0, size - count), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'none';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

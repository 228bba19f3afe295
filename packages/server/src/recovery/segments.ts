/**
 * Segments of PostgreSQL's write-ahead log (WAL). The name of each has 24 hexadecimal digits: 8 for the timeline, and two times 8 for
 * its number, of which the lower half counts to 255.
 */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

const NAME = /^[0-9A-F]{24}$/;
const PER_UPPER = 256n;

export const isSegment = (name: string): boolean => NAME.test(name);

/** The segment after this one on its timeline. */
export function nextSegment(name: string): string {
  const [timeline, upper, lower] = [name.slice(0, 8), name.slice(8, 16), name.slice(16)];
  const number = BigInt(`0x${upper}`) * PER_UPPER + BigInt(`0x${lower}`) + 1n;
  return `${timeline}${hex(number / PER_UPPER)}${hex(number % PER_UPPER)}`;
}

const hex = (part: bigint): string => part.toString(16).toUpperCase().padStart(8, '0');

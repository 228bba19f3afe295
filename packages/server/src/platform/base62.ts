import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `byteCount` random bytes in base62, always of the same length (43 characters for 32 bytes). */
export function randomBase62(byteCount: number): string {
  const length = Math.ceil((byteCount * 8) / Math.log2(62));
  return toBase62(BigInt(`0x${randomBytes(byteCount).toString('hex')}`), length);
}

/** A non-negative number in base62, padded to `length` characters. */
export function toBase62(number: bigint, length: number): string {
  let rest = number;
  let text = '';
  for (let i = 0; i < length; i += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

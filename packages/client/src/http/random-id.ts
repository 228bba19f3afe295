/**
 * A text that nobody else has. (`crypto.randomUUID` is missing on pages without HTTPS. React Native has no `crypto` at all, and its
 * `Math.random` has only 2³¹ states, so the time is a part of the id there. An id need not be hard to guess.)
 */
export function randomId(): string {
  if (typeof crypto === 'undefined') return hex(Date.now()) + hex(Math.random()).slice(2);
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => hex(byte).padStart(2, '0')).join(
    '',
  );
}

const hex = (number: number) => number.toString(16);

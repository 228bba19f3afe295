/**
 * 128 bits that no other id has. (`crypto.randomUUID` is missing on pages without HTTPS. React Native has no `crypto` at all; and
 * its `Math.random` has only 2³¹ states, so the time is a part of the id there. An id need not be hard to guess.)
 */
export function randomId(): string {
  if (typeof crypto === 'undefined')
    return hex(Date.now(), 12) + Array.from({ length: 5 }, randomHex).join('');
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => hex(byte, 2)).join('');
}

const randomHex = () => hex(Math.floor(Math.random() * 0x10000), 4);

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The characters that a terminal obeys, or that change the direction of what it shows: their code points in hexadecimal. */
export const TERMINAL_COMMANDS: readonly string[] = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...[0x061c, 0x200e, 0x200f],
  ...range(0x2028, 0x202e),
  ...range(0x2066, 0x2069),
].map((code) => code.toString(16).toUpperCase().padStart(4, '0'));

/** Any of them, except what ends a line. */
export const OBEYED = new RegExp(
  `[${TERMINAL_COMMANDS.filter((hex) => hex !== '000A')
    .map((hex) => `\\u${hex}`)
    .join('')}]`,
);

/** A name that would colour, clear, retitle and reverse: by C0, by C1, and by marks of direction. */
export const HOSTILE_NAME = 'Ann\x1b[2J\u009b31m\u009d0;pwned\u009c\x7f\u202egpj.exe\u2066\u200f\u061c';

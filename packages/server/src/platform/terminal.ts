/**
 * What a terminal takes for a command, or for a change of direction: control characters (C0, DEL, C1), the marks of bidirectional
 * text, and the separators of lines and paragraphs. Names and texts of users contain any of them.
 */
const COMMANDS = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;
const COMMANDS_EXCEPT_LINE_FEED = /[^\P{Cc}\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** (All of them are in the Basic Multilingual Plane.) */
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * The text with each of these characters as `\u001b`, except line feeds: for output that ends lines itself. In the text of JSON
 * documents, where they occur only in strings, this keeps all values.
 */
export function forTerminal(text: string): string {
  return text.replace(COMMANDS_EXCEPT_LINE_FEED, escaped);
}

/** The same on one line: for data in a line of output, so that it cannot look like several. */
export function onOneLine(text: string): string {
  return text.replace(COMMANDS, escaped);
}

/** Shortens a text to at most `maxChars` UTF-16 units; an ellipsis replaces what is cut off. */
export function shorten(text: string, maxChars: number): string {
  // The cut may split a surrogate pair.
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`;
}

/** Text of at most so many UTF-16 units, with an ellipsis in the place of what is cut off. */
export function shorten(text: string, maxChars: number): string {
  // (The cut may go through a surrogate pair.)
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).toWellFormed()}…`;
}

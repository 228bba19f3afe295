/** The tokens that matter for the structure of a JSON document: whole strings, brackets and commas. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/gs;

/**
 * The text of each element of a JSON array, or of each member of an object, byte for byte: to parse and to write them again
 * would change some of them.
 */
export function jsonParts(json: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const endAt = (index: number) => {
    const part = json.slice(from, index).trim();
    if (part !== '') parts.push(part);
    from = index + 1;
  };
  for (const { 0: token, index } of json.matchAll(TOKENS)) {
    if (token === '[' || token === '{') {
      depth += 1;
      if (depth === 1) from = index + 1;
    } else if (token === ']' || token === '}') {
      depth -= 1;
      if (depth === 0) endAt(index);
    } else if (token === ',' && depth === 1) endAt(index);
  }
  return parts;
}

/** The text of a member of an object; undefined if it is absent. `name` needs no escaping in JSON. */
export function jsonMember(json: string, name: string): string | undefined {
  const start = new RegExp(`^"${name}"\\s*:\\s*`);
  return jsonParts(json)
    .find((part) => start.test(part))
    ?.replace(start, '');
}

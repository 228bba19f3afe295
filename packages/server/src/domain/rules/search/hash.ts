/** FNV-1a of a kind of term and a text. Signed, as PostgreSQL stores it. */
export function hash(kind: string, text: string): number {
  let value = Math.imul(0x811c9dc5 ^ kind.charCodeAt(0), 0x01000193);
  for (let unit = 0; unit < text.length; unit += 1) {
    value = Math.imul(value ^ text.charCodeAt(unit), 0x01000193);
  }
  return value | 0;
}

/** Excludes URLs such as `javascript:`, which would run code in this page. */
export function isSafe(address: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** A JSON object, as opposed to null, an array or a scalar. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `null` and `""` in a field count as absent. */
export function isAbsent(value: unknown): value is undefined | null | '' {
  return value === undefined || value === null || value === '';
}

/** The end of the year 9999. A later time is most likely in the wrong unit. */
export const MAX_TIME = 253_402_300_799_999;

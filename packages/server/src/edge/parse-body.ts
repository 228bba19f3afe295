import { isUtf8 } from 'node:buffer';
import { type Fault, type FieldError, MAX_ERRORS, MAX_FIELD_CHARS } from '@palaver/protocol/errors';
import { Refusal } from '../domain/refusal.ts';
import { exceededLimit, type JsonLimits, parseKeepingNumbers, unstorablePaths } from '../platform/json.ts';

export interface ParsedBody {
  value: unknown;
  /** Strings in the body that cannot be stored. */
  faults: Fault[];
}

/** More than any request needs (1,000 members, 100 users, 100 buttons); a million would block the event loop for a second. */
const MAX_VALUES = 20_000;
/** Far more than any real number has. */
const MAX_NUMBER_CHARS = 1_000;

/**
 * Parses a body. Refuses with M40001 unless it is JSON in UTF-8 without a byte order mark, has at most {@link MAX_VALUES}
 * values, at most {@link MAX_NUMBER_CHARS} characters per number, and is nested at most `maxNesting` levels deep.
 */
export function parseBody(raw: unknown, maxNesting: number): ParsedBody {
  const bytes = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0);
  let text: string;
  let value: unknown;
  try {
    if (!isUtf8(bytes)) throw new Refusal('M40001');
    text = bytes.toString('utf8');
    const limits = { nesting: maxNesting, values: MAX_VALUES, numberChars: MAX_NUMBER_CHARS };
    const exceeded = exceededLimit(text, limits);
    if (exceeded !== undefined) throw new Refusal('M40001', [limitError(exceeded, limits[exceeded])]);
    value = parseKeepingNumbers(text);
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('M40001');
  }
  const faults = unstorablePaths(text, value, MAX_ERRORS, MAX_FIELD_CHARS).map(
    (field): Fault => ({
      code: 'M40003',
      field: field || '(body)',
      rule: 'storable',
      message: 'has U+0000 or a lone surrogate, which cannot be stored',
    }),
  );
  return { value, faults };
}

function limitError(exceeded: keyof JsonLimits, limit: number): FieldError {
  switch (exceeded) {
    case 'nesting': {
      const message = `nests arrays and objects deeper than ${limit} levels`;
      return { field: '(body)', rule: 'max_nesting', message };
    }
    case 'values':
      return { field: '(body)', rule: 'max_values', message: `has more than ${limit} values` };
    case 'numberChars': {
      const message = `has a number of more than ${limit} characters`;
      return { field: '(body)', rule: 'max_number_chars', message };
    }
  }
}

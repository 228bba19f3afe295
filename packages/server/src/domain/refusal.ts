import {
  ERRORS,
  type ErrorCode,
  type Fault,
  type FieldError,
  firstCode,
  MAX_ERRORS,
  MAX_FIELD_CHARS,
  type QuotaOwner,
} from '@palaver/protocol/errors';
import { shorten } from '../platform/shorten.ts';

/** What some codes tell besides. */
export interface RefusalDetails {
  /** For M41000 and M41001: the position of the event stream to continue with. */
  firstPosition?: number | undefined;
  /** For M41301: whose quota. */
  quota?: QuotaOwner | undefined;
}

/**
 * The refusal of a request: a code of the error table and, if fields are at fault, up to {@link MAX_ERRORS} of them. It is the
 * only error whose text an integrator sees. Its size is bounded.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, errors?: readonly FieldError[], details: RefusalDetails = {}) {
    super(ERRORS[code].text);
    this.code = code;
    this.errors = errors?.slice(0, MAX_ERRORS).map(toShort);
    this.details = details;
  }
}

function toShort({ field, rule, message }: FieldError): FieldError {
  return { field: shorten(field, MAX_FIELD_CHARS), rule, message: shorten(message, MAX_FIELD_CHARS) };
}

/**
 * The refusal of a set of faults: the first of their codes in the error table, and each field once, with the first of its
 * faults in that order. If there are more fields than a response lists, those of the refusal's code come first.
 */
export function refusalOf(faults: readonly [Fault, ...Fault[]]): Refusal {
  const byField = new Map<string, Fault>();
  for (const fault of faults) {
    const other = byField.get(fault.field);
    if (other === undefined || firstCode([other.code, fault.code]) !== other.code)
      byField.set(fault.field, fault);
  }
  const [first, ...others] = faults;
  const code = firstCode([first.code, ...others.map((fault) => fault.code)]);
  const all = [...byField.values()];
  const isOfCode = (fault: Fault) => fault.code === code;
  const listed =
    all.length <= MAX_ERRORS ? all : [...all.filter(isOfCode), ...all.filter((fault) => !isOfCode(fault))];
  return new Refusal(code, listed);
}

export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw refusalOf([first, ...others]);
}

export function userNotFound(field: string): Fault {
  return { code: 'M40402', field, rule: 'exists', message: 'names no active user' };
}

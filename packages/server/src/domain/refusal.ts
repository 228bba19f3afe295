import { ERRORS, type ErrorCode, type Fault, type FieldError, firstCode } from '@palaver/protocol/errors';

/**
 * The answer "no" of an operation: a code of the error table and, where fields are at fault, all of them. The
 * only kind of error that an integrator sees the text of.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;

  constructor(code: ErrorCode, errors?: readonly FieldError[]) {
    super(ERRORS[code].text);
    this.code = code;
    this.errors = errors;
  }
}

/** Nobody reads more faults than this, and a request must not make us write an endless answer. */
export const MAX_FAULTS = 1_100;

/**
 * The refusal of a set of faults: the code that stands first in the table, and every one of their fields, once,
 * with the fault that stands first there.
 */
export function refusalOf(faults: readonly [Fault, ...Fault[]]): Refusal {
  const byField = new Map<string, Fault>();
  for (const fault of faults) {
    const other = byField.get(fault.field);
    if (other === undefined || firstCode([other.code, fault.code]) !== other.code)
      byField.set(fault.field, fault);
  }
  const errors = [...byField.values()].slice(0, MAX_FAULTS);
  const [first, ...others] = faults;
  return new Refusal(
    firstCode([first.code, ...others.map(({ code }) => code)]),
    errors.map(({ field, rule, message }) => ({ field, rule, message })),
  );
}

export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw refusalOf([first, ...others]);
}

export function userNotFound(field: string): Fault {
  return { code: 'M40402', field, rule: 'exists', message: 'names no active user' };
}

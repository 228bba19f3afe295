import { weaknessOf } from './passwords.ts';
import { type Fault, Refusal } from './refusal.ts';

export interface Credentials {
  /** In lower case. */
  email: string;
  password: string;
}

export interface NewAccount extends Credentials {
  full_name: string;
}

type Rule = (value: string) => string | undefined;

const MAX_NAME = 255;
const MAX_EMAIL = 254;
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]+\.[^\s@\p{C}]+$/u;
/** Where the e-mails of guests are; by RFC 2606 nobody has one there. */
export const GUEST_DOMAIN = 'guest.invalid';

const isEmail: Rule = (value) =>
  value.length > MAX_EMAIL || !EMAIL.test(value) || value.toLowerCase().endsWith('.invalid')
    ? 'is no e-mail address'
    : undefined;
const isName: Rule = (value) =>
  value.trim() === '' || Array.from(value).length > MAX_NAME || /[\p{Cc}\p{Cs}]/u.test(value)
    ? `must have 1 to ${MAX_NAME} characters, and not only spaces`
    : undefined;
const isAnything: Rule = () => undefined;

/** The body of sign-up, and of the conversion of a guest. */
export function readNewAccount(body: unknown): NewAccount {
  const account = read(body, { email: isEmail, full_name: isName, password: isAnything });
  const weakness = weaknessOf(account.password, account);
  if (weakness !== undefined) refuse([{ field: 'password', rule: 'strength', message: weakness }]);
  return { ...account, email: account.email.toLowerCase() };
}

/** The body of sign-in. Only its types count: what is in it is right, or it is not. */
export function readCredentials(body: unknown): Credentials {
  const { email, password } = read(body, { email: isAnything, password: isAnything });
  return { email: email.toLowerCase(), password };
}

function read<Field extends string>(body: unknown, rules: Record<Field, Rule>): Record<Field, string> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(400, 'M40001', 'The body must be a JSON object.');
  }
  const given = new Map<string, unknown>(Object.entries(body));
  const faults: Fault[] = [];
  const values: [string, string][] = [];
  for (const [field, rule] of Object.entries<Rule>(rules)) {
    const value = given.get(field);
    if (value === undefined || value === null || value === '') {
      faults.push({ field, rule: 'required', message: 'is required' });
    } else if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) {
      faults.push({ field, rule: 'type', message: 'must be a text' });
    } else {
      const message = rule(value);
      if (message !== undefined) faults.push({ field, rule: 'format', message });
      values.push([field, value]);
    }
  }
  if (faults.length > 0) refuse(faults);
  return Object.fromEntries(values) as Record<Field, string>;
}

function refuse(errors: Fault[]): never {
  const isMissing = errors.some(({ rule }) => rule === 'required');
  throw new Refusal(400, isMissing ? 'M40002' : 'M40003', 'A field is missing or wrong.', { errors });
}

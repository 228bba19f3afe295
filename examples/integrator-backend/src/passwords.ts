import { createHmac } from 'node:crypto';
import { type Algorithm, hash } from '@node-rs/argon2';

/** What OWASP advises for argon2id: 19 MiB, two passes. (`Algorithm` has no values at run time.) */
const ARGON2ID = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

const MIN = 10;
/** Long enough for every sentence, and short enough to hash. */
const MAX = 200;
const MIN_DIFFERENT = 5;
/** Of the most used ones, those that the other rules let through. */
const COMMON =
  /^(?:p[a4@]ssw[o0]rd|qwerty(?:uiop)?|qwertz(?:uiop)?|letmein|welcome|iloveyou|1234567890?|0123456789|9876543210?|admin(?:istrator)?|changeme|football|baseball|sunshine|princess|superman|michael)[\d\W_]*$/i;

/** Why a password is not good enough; undefined: it is. Length is what counts, as NIST SP 800-63B has it. */
export function weaknessOf(
  password: string,
  { email, full_name }: { email: string; full_name: string },
): string | undefined {
  const length = Array.from(password).length;
  if (length < MIN || length > MAX) return `must have ${MIN} to ${MAX} characters`;
  const text = password.toLowerCase();
  const own = [email, email.split('@')[0], full_name].map((word = '') => word.toLowerCase());
  const isGuessed = COMMON.test(text) || own.includes(text) || new Set(text).size < MIN_DIFFERENT;
  return isGuessed ? 'is too easy to guess' : undefined;
}

/**
 * argon2id of a password. The salt is of the installation and the e-mail, so the same e-mail and password have the same
 * hash: an account is found by it, in one look that takes as long whether there is one, none or several of that e-mail.
 */
export async function hashPassword(saltKey: Buffer, email: string, password: string): Promise<string> {
  const salt = createHmac('sha256', saltKey).update(email).digest().subarray(0, 16);
  return hash(password.normalize('NFC'), { ...ARGON2ID, salt });
}

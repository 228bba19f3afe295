import { Refusal } from './refusal.ts';

export interface RecaptchaOptions {
  url: string;
  secret: string;
  /** The hosts of the pages that show it: a token of another site is not ours. */
  hostnames: string[];
}

/** As Google documents it; `score` and `action` are of version 3. */
interface Verdict {
  success?: unknown;
  hostname?: unknown;
  score?: unknown;
  action?: unknown;
}

const MIN_SCORE = 0.5;
/** What the page gives to `grecaptcha.execute`. */
const ACTION = 'signup_as_guest';
const TIMEOUT_MS = 5_000;

/** Asks Google about the token of the page; M40300 unless a person seems to be there. When Google is away nobody is. */
export async function checkRecaptcha(options: RecaptchaOptions, token: unknown, ip: string): Promise<void> {
  const verdict = typeof token === 'string' && token !== '' ? await ask(options, token, ip) : {};
  const { success, hostname, score = 1, action = ACTION } = verdict;
  const isPerson = typeof score === 'number' && score >= MIN_SCORE && action === ACTION;
  if (success !== true || !options.hostnames.includes(String(hostname)) || !isPerson) {
    throw new Refusal(403, 'M40300', 'The reCAPTCHA was not solved: X-Recaptcha-Token.');
  }
}

async function ask({ url, secret }: RecaptchaOptions, token: string, ip: string): Promise<Verdict> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const verdict: unknown = await response.json();
    if (response.ok && typeof verdict === 'object' && verdict !== null) return verdict;
  } catch {
    // Not reached, too late, or no JSON: all the same to the caller.
  }
  throw new Refusal(503, 'M50300', 'reCAPTCHA cannot be asked at the moment.', { retryAfterSeconds: 5 });
}

import { randomBytes } from 'node:crypto';

/** A signing secret of Standard Webhooks 1.0: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** How long a replaced secret still signs beside the new one: time enough to roll out a receiver. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1000;

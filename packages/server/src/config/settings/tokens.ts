import { days, seconds } from '../kinds.ts';
import { defineSettings } from '../setting.ts';

/** Client tokens and the keys that sign them. */
export const TOKENS = defineSettings({
  tokenTtlMs: {
    name: 'PALAVER_TOKEN_TTL_SECONDS',
    basic: true,
    kind: seconds({ min: 1, max: 604_800 }),
    default: '3600',
    doc: 'Lifetime of a client token.',
  },
  signingKeyMs: {
    name: 'PALAVER_SIGNING_KEY_DAYS',
    kind: days({ min: 1, max: 3_650 }),
    default: '30',
    doc: 'How long one key signs client tokens before Palaver creates the next one. `palaver signing-key rotate` creates one at once.',
  },
});

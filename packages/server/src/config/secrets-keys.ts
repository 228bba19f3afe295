import type { Kind } from './kinds.ts';

export const KEY_BYTES = 32;
/** Keys that an operator may list: the present one, and those before it. */
const MOST_KEYS = 10;

/** The keys of `PALAVER_SECRETS_KEY`; the file `secrets-key` of the data folder holds the same. */
export const SECRETS_KEYS: Kind<readonly Buffer[]> = {
  form: `${KEY_BYTES} random bytes in base64, as \`openssl rand -base64 32\` makes them; or up to ${MOST_KEYS} such keys, separated by commas: the first one seals, the others open what was sealed before`,
  parse: (text) => {
    const keys = text.trim().split(',', MOST_KEYS + 1);
    const bytes = keys.map((key) => Buffer.from(key.trim(), 'base64'));
    // (Decoders of base64 read over what is not of it.)
    const isKey = (key: string, index: number) =>
      bytes[index]?.length === KEY_BYTES && bytes[index].toString('base64') === key.trim();
    return keys.length <= MOST_KEYS && keys.every(isKey) ? bytes : undefined;
  },
};

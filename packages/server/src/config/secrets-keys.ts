import type { Kind } from './kinds.ts';

export const KEY_BYTES = 32;
/** How many keys an operator may list: the current one and former ones. */
const MAX_KEYS = 10;

/** The format of `PALAVER_SECRETS_KEY` and of the file `secrets-key` in the data folder. */
export const SECRETS_KEYS: Kind<readonly Buffer[]> = {
  form: `${KEY_BYTES} random bytes in base64, as \`openssl rand -base64 32\` makes them; or up to ${MAX_KEYS} such keys, separated by commas: the first one seals, the others open what was sealed before`,
  parse: (text) => {
    const keys = text.trim().split(',', MAX_KEYS + 1);
    const bytes = keys.map((key) => Buffer.from(key.trim(), 'base64'));
    // Node's base64 decoder skips invalid characters, so the result is encoded again and compared.
    const isKey = (key: string, index: number) =>
      bytes[index]?.length === KEY_BYTES && bytes[index].toString('base64') === key.trim();
    return keys.length <= MAX_KEYS && keys.every(isKey) ? bytes : undefined;
  },
};

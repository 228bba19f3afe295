import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { randomBase62 } from '../platform/base62.ts';
import { KEY_BYTES } from './vault.ts';

/** Keys that an operator may list: the present one, and those before it. */
const MOST_KEYS = 10;

/** What says where the keys are. */
export type SecretsKeyConfig = Pick<Config, 'secretsKey' | 'dataDir'>;

/** Where the key is, for messages: the setting, or the file in the data folder. */
export function placeOfSecretsKey({ secretsKey, dataDir }: SecretsKeyConfig): string {
  return secretsKey === '' ? fileIn(dataDir) : 'PALAVER_SECRETS_KEY';
}

/**
 * The keys that seal what the database must not show: those of `PALAVER_SECRETS_KEY`, else those of the file
 * `secrets-key` in the data folder; undefined when there is none. Throws {@link ConfigError} where they cannot be read.
 */
export async function readSecretsKeys(config: SecretsKeyConfig): Promise<Buffer[] | undefined> {
  const text = config.secretsKey === '' ? await readIfThere(fileIn(config.dataDir)) : config.secretsKey;
  return text === undefined ? undefined : parse(text, placeOfSecretsKey(config));
}

/** Makes the file with a new key, and answers what is in it: of those who make it at once one wins. */
export async function makeSecretsKey(config: SecretsKeyConfig): Promise<Buffer[]> {
  const file = fileIn(config.dataDir);
  const own = `${file}.${randomBase62(9)}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    const handle = await open(own, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
      // Lost in a power cut, it would take all that it has sealed with it.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(own, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  await flushFolder(dirname(file));
  return parse(await readFile(file, 'utf8'), file);
}

const fileIn = (dataDir: string) => join(dataDir, 'secrets-key');

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function parse(text: string, place: string): Buffer[] {
  const keys = text.trim().split(',', MOST_KEYS + 1);
  const bytes = keys.map((key) => Buffer.from(key.trim(), 'base64'));
  // (Decoders of base64 read over what is not of it.)
  const isKey = (key: string, index: number) =>
    bytes[index]?.length === KEY_BYTES && bytes[index].toString('base64') === key.trim();
  if (keys.length <= MOST_KEYS && keys.every(isKey)) return bytes;
  throw new ConfigError(
    `${place} must be ${KEY_BYTES} random bytes in base64, as \`openssl rand -base64 32\` makes them; or up to ${MOST_KEYS} such keys, separated by commas: the first one seals, the others open what was sealed before`,
  );
}

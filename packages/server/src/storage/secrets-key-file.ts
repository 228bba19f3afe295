import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError, SETTINGS } from '../config/config.ts';
import { KEY_BYTES, SECRETS_KEYS } from '../config/secrets-keys.ts';
import { randomBase62 } from '../platform/base62.ts';

/** The settings that determine where the keys are. */
export type SecretsKeyConfig = Pick<Config, 'secretsKeys' | 'dataDir'>;

/** Where the keys are, for messages: the setting, or the file in the data folder. */
export function placeOfSecretsKey({ secretsKeys, dataDir }: SecretsKeyConfig): string {
  return secretsKeys === undefined ? fileIn(dataDir) : SETTINGS.secretsKeys.name;
}

/**
 * Reads the keys that seal secrets in the database: those of `PALAVER_SECRETS_KEY`, otherwise those of the file `secrets-key`
 * in the data folder. Undefined if there is no file. Throws {@link ConfigError} if the file is invalid.
 */
export async function readSecretsKeys({
  secretsKeys,
  dataDir,
}: SecretsKeyConfig): Promise<readonly Buffer[] | undefined> {
  if (secretsKeys !== undefined) return secretsKeys;
  const file = fileIn(dataDir);
  const text = await readIfThere(file);
  return text === undefined ? undefined : parse(text, file);
}

/** Creates the file with a new key and returns its keys. If several processes create it at once, all get the same key. */
export async function makeSecretsKey({ dataDir }: SecretsKeyConfig): Promise<readonly Buffer[]> {
  const file = fileIn(dataDir);
  const own = `${file}.${randomBase62(9)}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    const handle = await open(own, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`);
      // If a power cut lost the key, everything sealed with it would be lost.
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

function parse(text: string, place: string): readonly Buffer[] {
  const keys = SECRETS_KEYS.parse(text);
  if (keys === undefined) throw new ConfigError(`${place} must be ${SECRETS_KEYS.form}`);
  return keys;
}

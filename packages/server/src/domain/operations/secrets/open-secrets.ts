import type { Database, Transaction } from '../../../storage/database.ts';
import {
  makeSecretsKey,
  placeOfSecretsKey,
  readSecretsKeys,
  type SecretsKeyConfig,
} from '../../../storage/secrets-key-file.ts';
import { resealPushCredentials } from '../../records/push-credentials.ts';
import { findProof, insertProof, lockSecretsKey, replaceProof } from '../../records/secrets-key-proof.ts';
import { resealSigningKeys } from '../../records/signing-keys.ts';
import { resealWebhooks } from '../../records/webhooks.ts';

/** The configured key cannot open the secrets of the database; the message names the setting. */
export class SecretsKeyError extends Error {
  override readonly name = 'SecretsKeyError';
}

const PLACE = 'secrets_key.proof';
const PROOF = 'palaver';
const BATCH = 500;

/**
 * Gives the vault of a database its keys. The very first start creates a key; after that, a missing or different key is
 * refused with {@link SecretsKeyError}. Secrets that are sealed with a later key of the list, or not at all, are resealed
 * with the first one.
 */
export async function openSecrets(db: Database, config: SecretsKeyConfig): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSecretsKey(tx);
    const proof = await findProof(tx);
    if (proof === undefined) {
      db.vault.use((await readSecretsKeys(config)) ?? (await makeSecretsKey(config)));
      await insertProof(tx, db.vault.seal(PLACE, PROOF));
      return;
    }
    await checkSecretsKey(db, proof, config);
  });
  // After a kill the next start continues: the proof is replaced last.
  while (await db.transaction((tx) => resealSome(tx)));
  await db.transaction(async (tx) => {
    await lockSecretsKey(tx);
    await replaceProof(tx, tx.vault.seal(PLACE, PROOF), tx.vault.prefix);
  });
}

/** Checks that the available keys are those of the database, and gives them to its vault. Changes nothing. */
export async function findSecretsKey(db: Database, config: SecretsKeyConfig): Promise<void> {
  const proof = await findProof(db);
  if (proof !== undefined) await checkSecretsKey(db, proof, config);
}

async function checkSecretsKey(db: Database, proof: string, config: SecretsKeyConfig): Promise<void> {
  const keys = await readSecretsKeys(config);
  const place = placeOfSecretsKey(config);
  if (keys === undefined) throw new SecretsKeyError(`${place} is missing. ${REMEDY}`);
  db.vault.use(keys);
  if (!canOpen(db, proof)) throw new SecretsKeyError(`${place} is another key. ${REMEDY}`);
}

const REMEDY =
  'The secrets in this database (signing keys, secrets of webhooks, keys of notification providers) are encrypted with a key that all its nodes need: set PALAVER_SECRETS_KEY to it, or put the file secrets-key of the data folder where it was made into that of this one';

function canOpen({ vault }: Database, proof: string): boolean {
  try {
    return vault.open(PLACE, proof) === PROOF;
  } catch {
    return false;
  }
}

/** Reseals one batch; returns whether there may be more. */
async function resealSome(tx: Transaction): Promise<boolean> {
  await lockSecretsKey(tx);
  const resealed = [
    await resealWebhooks(tx, BATCH),
    await resealSigningKeys(tx, BATCH),
    await resealPushCredentials(tx, BATCH),
  ];
  return Math.max(...resealed) === BATCH;
}

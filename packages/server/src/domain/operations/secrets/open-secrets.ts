import type { Database, Transaction } from '../../../storage/database.ts';
import {
  makeSecretsKey,
  placeOfSecretsKey,
  readSecretsKeys,
  type SecretsKeyConfig,
} from '../../../storage/secrets-key.ts';
import { resealSigningKeys } from '../../records/signing-keys.ts';
import { resealWebhooks } from '../../records/webhooks.ts';

/** The only module that writes `secrets_key`: which key seals the secrets of this database. */

/** The secrets of the database cannot be opened with the key that is at hand; the message names the setting. */
export class SecretsKeyError extends Error {
  override readonly name = 'SecretsKeyError';
}

const PLACE = 'secrets_key.proof';
const PROOF = 'palaver';
const BATCH = 500;

/**
 * Gives the vault of a database its keys. The first start of all makes one; from then on a key that is not that of the
 * database is refused with {@link SecretsKeyError}, and none is made. What is sealed with a key that stands behind the
 * first one, or not sealed at all, is sealed with the first one.
 */
export async function openSecrets(db: Database, config: SecretsKeyConfig): Promise<void> {
  await db.transaction(async (tx) => {
    await lock(tx);
    const proof = await findProof(tx);
    const keys = await readSecretsKeys(config);
    if (proof === undefined) {
      db.vault.use(keys ?? (await makeSecretsKey(config)));
      await tx.query('insert into secrets_key (proof) values ($1)', [db.vault.seal(PLACE, PROOF)]);
      return;
    }
    const place = placeOfSecretsKey(config);
    if (keys === undefined) throw new SecretsKeyError(`${place} is missing. ${REMEDY}`);
    db.vault.use(keys);
    if (!canOpen(db, proof)) throw new SecretsKeyError(`${place} is another key. ${REMEDY}`);
  });
  // What a kill leaves undone the next start goes on with: the proof comes last.
  while (await db.transaction((tx) => resealSome(tx)));
  await db.transaction(async (tx) => {
    await lock(tx);
    await tx.query('update secrets_key set proof = $1 where not starts_with(proof, $2)', [
      tx.vault.seal(PLACE, PROOF),
      tx.vault.prefix,
    ]);
  });
}

const REMEDY =
  'The secrets in this database (signing keys, secrets of webhooks) are encrypted with a key that all its nodes need: set PALAVER_SECRETS_KEY to it, or put the file secrets-key of the data folder where it was made into that of this one';

const lock = (tx: Transaction) =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('palaver secrets key', 0))`);

async function findProof(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.query<{ proof: string }>('select proof from secrets_key');
  return row?.proof;
}

function canOpen({ vault }: Database, proof: string): boolean {
  try {
    return vault.open(PLACE, proof) === PROOF;
  } catch {
    return false;
  }
}

/** Whether there may be more. */
async function resealSome(tx: Transaction): Promise<boolean> {
  await lock(tx);
  const resealed = [await resealWebhooks(tx, BATCH), await resealSigningKeys(tx, BATCH)];
  return Math.max(...resealed) === BATCH;
}

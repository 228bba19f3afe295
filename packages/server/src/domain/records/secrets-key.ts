import type { Transaction } from '../../storage/database.ts';

/** The only module that writes `secrets_key`: a proof of which key seals the secrets of this database. */

/** Only one node at a time looks at the proof, or seals anew. */
export async function lockSecretsKey(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('palaver secrets key', 0))`);
}

export async function findProof(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.query<{ proof: string }>('select proof from secrets_key');
  return row?.proof;
}

export async function insertProof(tx: Transaction, proof: string): Promise<void> {
  await tx.query('insert into secrets_key (proof) values ($1)', [proof]);
}

/** Unless the proof is sealed with the key of this prefix already. */
export async function replaceProof(tx: Transaction, proof: string, prefix: string): Promise<void> {
  await tx.query('update secrets_key set proof = $1 where not starts_with(proof, $2)', [proof, prefix]);
}

import type { Queryable, Transaction } from '../../storage/database.ts';

/** The only module that writes `secrets_key`: a sealed constant that proves which key seals the secrets of this database. */

/** Lets only one node at a time read the proof or reseal secrets. */
export async function lockSecretsKey(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('palaver secrets key', 0))`);
}

export async function findProof(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ proof: string }>('select proof from secrets_key');
  return row?.proof;
}

export async function insertProof(tx: Transaction, proof: string): Promise<void> {
  await tx.query('insert into secrets_key (proof) values ($1)', [proof]);
}

/** Replaces the proof, unless it is already sealed with the key of this prefix. */
export async function replaceProof(tx: Transaction, proof: string, prefix: string): Promise<void> {
  await tx.query('update secrets_key set proof = $1 where not starts_with(proof, $2)', [proof, prefix]);
}

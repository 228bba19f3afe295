import type { PublishingDatabase, PublishingTransaction } from '../../src/bus/publishing-database.ts';
import type { Transaction } from '../../src/storage/database.ts';

/** The rows of tables that `work` reads in a transaction. */
export function rowsRead(
  db: Pick<PublishingDatabase, 'transaction'>,
  work: (tx: PublishingTransaction) => Promise<unknown>,
): Promise<number> {
  return db.transaction(async (tx) => {
    // (The connection has not yet reported those of its last transactions.)
    const before = await count(tx);
    await work(tx);
    return (await count(tx)) - before;
  });
}

async function count(tx: Transaction): Promise<number> {
  const [row] = await tx.query<{ read: number }>(
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables',
  );
  return row?.read ?? Number.NaN;
}

import type { PublishingDatabase } from '../bus/publishing-database.ts';
import type { Transaction } from '../storage/database.ts';
import type { Lease } from '../storage/lease.ts';

/** A transaction of the holder of the lease. */
export function inLease<T>(
  db: PublishingDatabase,
  lease: Lease,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await lease.check(tx);
    return work(tx);
  });
}

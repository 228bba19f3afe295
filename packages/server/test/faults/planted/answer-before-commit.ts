/*
 * A planted fault, loaded into the server by `node --import`: a batch of sends is answered when its rows are written,
 * before the commit.
 */
import { Database, type Transaction } from '../../../src/storage/database.ts';

Database.prototype.transactionAtOnce = async function hasty<T>(
  this: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  this.transaction(async (tx) => resolve(await work(tx))).catch(reject);
  return promise;
};

/*
 * A fault for the rig to find, loaded into the server by `node --import`: a batch of sends is answered as soon as its
 * rows are written, and committed behind the answer.
 */
import { Database, type Transaction } from '../../../src/storage/database.ts';

Database.prototype.lookThenWrite = async function hasty<Seen, T>(
  this: Database,
  look: (tx: Transaction) => Promise<Seen>,
  write: (tx: Transaction, seen: Seen) => Promise<T>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  this.transaction(async (tx) => resolve(await write(tx, await look(tx)))).catch(reject);
  return promise;
};

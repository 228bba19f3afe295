import { currentEpoch, renewEpoch } from '../domain/records/epochs.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

/** `palaver epoch renew`: begins an epoch, after a restore that Palaver cannot notice by itself. */
export async function renewEpochCommand(): Promise<void> {
  const { epoch } = await withDatabase('epoch renew', (db) =>
    db.transaction(async (tx) => {
      await renewEpoch(tx);
      return currentEpoch(tx);
    }),
  );
  print(`The epoch is now ${epoch}: clients compare what they have.\n`);
}

import type { Transactor } from '../../../storage/database.ts';
import { createKey } from '../../records/api-keys.ts';
import { createApp, listApps } from '../../records/apps.ts';

/**
 * Creates the application `demo` and a key with all scopes, unless there is an application. `keep` gets the key before the
 * commit: a crash can leave a kept key that is not in the database (the next start creates another), but never a key in the
 * database that was not kept.
 */
export async function createFirstApp(db: Transactor, keep: (key: string) => Promise<void>): Promise<void> {
  if ((await listApps(db)).length > 0) return;
  await db.transaction(async (tx) => {
    await createApp(tx, { id: 'demo', name: 'Demo' });
    const { key } = await createKey(tx, { appId: 'demo', name: 'first start', scopes: ['full'] });
    await keep(key);
  });
}

import type { Transactor } from '../../../storage/database.ts';
import { createKey } from '../../records/api-keys.ts';
import { createApp, listApps } from '../../records/apps.ts';

/**
 * On an installation without any application: makes `demo` and a key with all scopes. `keep` is given the key
 * before it is committed, so that a crash can leave a kept key that is unknown (the next start makes another),
 * but never a key that nobody has. Does nothing when there is an application.
 */
export async function createFirstApp(db: Transactor, keep: (key: string) => Promise<void>): Promise<void> {
  if ((await listApps(db)).length > 0) return;
  await db.transaction(async (tx) => {
    await createApp(tx, { id: 'demo', name: 'Demo' });
    const { key } = await createKey(tx, { appId: 'demo', name: 'first start', scopes: ['full'] });
    await keep(key);
  });
}

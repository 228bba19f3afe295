import type { PushProvider } from '@palaver/protocol/devices';
import type { NotificationProvider, PutProvider } from '@palaver/protocol/notification-providers';
import type { Context } from '../../context.ts';
import { lockApp } from '../../records/app-locks.ts';
import { switchStreamOn } from '../../records/event-streams.ts';
import { lockPushCredentials, replacePushCredentials } from '../../records/push-credentials.ts';
import { refuseFaults } from '../../refusal.ts';
import { credentialsAfter } from '../../rules/push-credentials.ts';
import { toNotificationProvider } from './notification-provider.ts';

/**
 * Sets the credentials of a provider for exactly this space; fields that are left out keep their value. For Web Push, the server
 * makes a key pair if there is none. Refuses with M40002 if a required field was never set. (`checkPutProvider` has checked the
 * keys.)
 */
export async function putProvider(
  { db, space }: Context,
  provider: PushProvider,
  request: PutProvider,
): Promise<NotificationProvider> {
  return db.transaction(async (tx) => {
    // Without credentials there is no row to lock, and a request that waited for a replaced row no longer finds it.
    await lockApp(tx, space.appId);
    const current = await lockPushCredentials(tx, space, provider);
    const next = credentialsAfter(provider, request, current);
    if (Array.isArray(next)) {
      refuseFaults(next);
      throw new Error('there are neither credentials nor faults');
    }
    const stored = await replacePushCredentials(tx, space, current, next);
    await switchStreamOn(tx, space.appId);
    return toNotificationProvider(stored);
  });
}

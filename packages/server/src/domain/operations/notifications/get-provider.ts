import type { PushProvider } from '@palaver/protocol/devices';
import type { NotificationProvider } from '@palaver/protocol/notification-providers';
import type { Context } from '../../context.ts';
import { findShownPushCredentials } from '../../records/push-credentials.ts';
import { Refusal } from '../../refusal.ts';
import { toNotificationProvider } from './notification-provider.ts';

/** A provider of exactly this space. Refuses with M40409. */
export async function getProvider(
  { db, space }: Context,
  provider: PushProvider,
): Promise<NotificationProvider> {
  const credentials = await findShownPushCredentials(db, space, provider);
  if (credentials === undefined) throw new Refusal('M40409');
  return toNotificationProvider(credentials);
}

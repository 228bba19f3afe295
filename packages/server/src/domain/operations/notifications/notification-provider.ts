import type { NotificationProvider } from '@palaver/protocol/notification-providers';
import type { ShownPushCredentials } from '../../records/push-credentials.ts';

/** A provider as the API shows it: without its private key. */
export function toNotificationProvider({
  provider,
  settings,
  created_at,
}: ShownPushCredentials): NotificationProvider {
  return { provider, ...settings, updated_at: created_at.getTime() };
}

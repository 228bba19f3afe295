import type { NotificationSettings } from '@palaver/protocol/notifications';
import type { Context } from '../../context.ts';
import { notificationSettingsOf } from '../../records/notification-settings.ts';

/** The settings that apply in this space: those of the tenant, or else those of the application, or else the defaults. */
export async function getSettings({ db, space }: Context): Promise<NotificationSettings> {
  return notificationSettingsOf(db, space);
}

import {
  type NotificationSettings,
  type PutSettings,
  storedTemplates,
} from '@palaver/protocol/notifications';
import type { Context } from '../../context.ts';
import { changeNotificationSettings } from '../../records/notification-settings.ts';

/** Changes the settings of exactly this space; undefined fields keep their value. Answers all settings. */
export async function putSettings(
  { db, space }: Context,
  { templates, ...changes }: PutSettings,
): Promise<NotificationSettings> {
  const stored = templates === undefined ? {} : { templates: storedTemplates(templates) };
  return changeNotificationSettings(db, space, { ...changes, ...stored });
}

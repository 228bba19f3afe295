import { type PutEmailSettings, storedEmailTemplates } from '@palaver/protocol/emails';
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
  { templates, email, ...changes }: PutSettings,
): Promise<NotificationSettings> {
  const stored = templates === undefined ? {} : { templates: storedTemplates(templates) };
  return changeNotificationSettings(db, space, {
    ...changes,
    ...stored,
    ...(email === undefined ? {} : { email: toStoredEmail(email) }),
  });
}

/** (Only known fields.) */
function toStoredEmail({ enabled, unread_minutes, link, templates }: PutEmailSettings): PutEmailSettings {
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(unread_minutes === undefined ? {} : { unread_minutes }),
    ...(link === undefined ? {} : { link }),
    ...(templates === undefined ? {} : { templates: storedEmailTemplates(templates) }),
  };
}

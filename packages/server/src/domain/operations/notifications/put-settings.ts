import { type PutEmailSettings, storedEmailTemplates } from '@palaver/protocol/emails';
import {
  type NotificationSettings,
  type PutSettings,
  storedTemplates,
} from '@palaver/protocol/notifications';
import type { Context } from '../../context.ts';
import { changeNotificationSettings } from '../../records/notification-settings.ts';
import { refusalOf } from '../../refusal.ts';

/**
 * Changes the settings of exactly this space; undefined fields keep their value. Answers all settings. Refuses with M40003 a link to this
 * machine, unless the server is on loopback: everywhere else it would lead each recipient to their own machine.
 */
export async function putSettings(
  { db, space }: Context,
  { templates, email, ...changes }: PutSettings,
  isOnLoopback: boolean,
): Promise<NotificationSettings> {
  if (!isOnLoopback && /^http:/i.test(email?.link ?? '')) {
    const message =
      'must be an https address: only a server that no other machine reaches, directly or through a proxy, takes links to its machine';
    throw refusalOf([{ code: 'M40003', field: 'email.link', rule: 'format', message }]);
  }
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

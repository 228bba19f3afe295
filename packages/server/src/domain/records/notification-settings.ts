import type { EmailSettings } from '@palaver/protocol/emails';
import {
  DEFAULT_SETTINGS,
  type NotificationSettings,
  type PutSettings,
} from '@palaver/protocol/notifications';
import type { Queryable } from '../../storage/database.ts';
import type { Space } from '../context.ts';

/** The only module that writes `notification_settings`. */

const SHOWN = 'preview, is_data_only as data_only, linked_threads, templates, email';

/** `email` has only what differs from the default. */
interface SettingsRow extends Omit<NotificationSettings, 'email'> {
  email: Partial<EmailSettings>;
}

const toSettings = ({ email, ...others }: SettingsRow): NotificationSettings => ({
  ...others,
  email: { ...DEFAULT_SETTINGS.email, ...email },
});

/** The settings that apply in a space: those of the tenant, or else those of the application, or else the defaults. */
export async function notificationSettingsOf(
  db: Queryable,
  { appId, tenantId }: Space,
): Promise<NotificationSettings> {
  const [row] = await db.query<SettingsRow>(
    `select ${SHOWN} from notification_settings
     where app_id = $1 and tenant_id in ($2, '') order by tenant_id desc limit 1`,
    [appId, tenantId],
  );
  return row === undefined ? DEFAULT_SETTINGS : toSettings(row);
}

/**
 * Changes the given settings of exactly this space and keeps the others; returns all of them. The first settings of a tenant start
 * from those that applied to it until then.
 */
export async function changeNotificationSettings(
  db: Queryable,
  { appId, tenantId }: Space,
  { preview, data_only: dataOnly, linked_threads: linkedThreads, templates, email }: PutSettings,
): Promise<NotificationSettings> {
  const { preview: shown, data_only: isDataOnly, linked_threads: linked } = DEFAULT_SETTINGS;
  const [row] = await db.query<SettingsRow>(
    `insert into notification_settings as own (app_id, tenant_id, preview, is_data_only, linked_threads, templates, email)
     select $1, $2, coalesce($3, base.preview, $7), coalesce($4::boolean, base.is_data_only, $8::boolean),
       coalesce($5, base.linked_threads, $9), coalesce($6::jsonb, base.templates, '{}'),
       coalesce(base.email, '{}') || coalesce($10::jsonb, '{}')
     from (values (true)) one left join notification_settings base on base.app_id = $1 and base.tenant_id = ''
     on conflict (app_id, tenant_id) do update set preview = coalesce($3, own.preview),
       is_data_only = coalesce($4::boolean, own.is_data_only), linked_threads = coalesce($5, own.linked_threads),
       templates = coalesce($6::jsonb, own.templates), email = own.email || coalesce($10::jsonb, '{}')
     returning ${SHOWN}`,
    [
      appId,
      tenantId,
      preview ?? null,
      dataOnly ?? null,
      linkedThreads ?? null,
      templates === undefined ? null : JSON.stringify(templates),
      shown,
      isDataOnly,
      linked,
      email === undefined ? null : JSON.stringify(email),
    ],
  );
  if (row === undefined) throw new Error('insert into notification_settings returned no row');
  return toSettings(row);
}

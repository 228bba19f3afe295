import type { AppId, TenantId } from '@palaver/protocol/ids';
import type { NotificationSettings } from '@palaver/protocol/notifications';
import { notificationSettingsOf } from '../domain/records/notification-settings.ts';
import { credentialsFor } from '../domain/records/push-credentials.ts';
import { linksOf } from '../domain/records/threads.ts';
import { isUploadedPicture } from '../domain/rules/file-paths.ts';
import { wordsOf } from '../domain/rules/notification-words.ts';
import { getOrInsert } from '../platform/get-or-insert.ts';
import type { Queryable, Sealing } from '../storage/database.ts';
import type { Push, PushCredentials, PushTarget } from './push/push.ts';
import type { DueDevice, DueNotification } from './records/due-notifications.ts';

/** A push with all that sending it takes. */
export interface ReadyPush {
  credentials: PushCredentials;
  target: PushTarget;
  push: Push;
}

/** The application has no credentials for the provider of the device. */
export class MissingCredentialsError extends Error {
  override readonly name = 'MissingCredentialsError';
}

/** Builds the pushes of one claim; it reads the settings and credentials of each space once. */
export class PushBuilder {
  readonly #db: Queryable & Sealing;
  readonly #settings = new Map<string, Promise<NotificationSettings>>();
  readonly #credentials = new Map<string, Promise<PushCredentials | undefined>>();

  constructor(db: Queryable & Sealing) {
    this.#db = db;
  }

  /** Rejects with {@link MissingCredentialsError}. */
  async build(
    due: DueNotification,
    kind: Push['kind'],
    { badge, expiresAt }: { badge: number; expiresAt: number },
  ): Promise<ReadyPush> {
    const { device, app_id: appId, thread_id: threadId } = due;
    if (device === null) throw new Error('there is no device');
    const credentials = await this.#credentialsOf(due, device);
    if (credentials === undefined)
      throw new MissingCredentialsError(`the application has no credentials for ${device.provider}`);
    const { subscription, provider, token } = device;
    const target: PushTarget = { provider, token, keys: subscription };
    const { data_only: isDataOnly, preview, templates } = await this.#settingsOf(due);
    // (A reference is business data, which push services are not to see without a preview.)
    const links = preview === 'none' ? {} : linksOf(due);
    const always = { appId, threadId, links, badge, expiresAt };
    if (kind === 'withdraw') {
      const nothing = { title: '', subtitle: '', body: '', avatarUrl: '', imageUrl: '' };
      return {
        credentials,
        target,
        push: { ...always, ...nothing, kind, seq: due.read_seq, isDataOnly: true },
      };
    }
    const { message } = due;
    if (message === null) throw new Error('there is no message');
    const words = wordsOf({
      kind: message.kind,
      text: message.text,
      promotionTitle: message.promotion_title ?? '',
      customNotify: message.custom_notify,
      senderName: message.sender_name,
      threadName: message.thread_name,
      threadType: message.thread_type,
      isMention: message.is_mention,
      language: device.language,
      preview,
      templates,
    });
    // (A device has no ticket for an uploaded picture.)
    const isShown = preview !== 'none' && !isUploadedPicture(message.sender_avatar_url);
    if (words.avatarUrl === '' && isShown) words.avatarUrl = message.sender_avatar_url;
    return { credentials, target, push: { ...always, ...words, kind, seq: message.seq, isDataOnly } };
  }

  #settingsOf({ app_id, tenant_id }: DueNotification): Promise<NotificationSettings> {
    const space = { appId: app_id as AppId, tenantId: tenant_id as TenantId };
    return getOrInsert(this.#settings, JSON.stringify(space), () => notificationSettingsOf(this.#db, space));
  }

  #credentialsOf(
    { app_id, tenant_id }: DueNotification,
    device: DueDevice,
  ): Promise<PushCredentials | undefined> {
    const space = { appId: app_id as AppId, tenantId: tenant_id as TenantId };
    const publicKey = device.subscription?.application_server_key;
    const name = JSON.stringify({ ...space, provider: device.provider, publicKey });
    return getOrInsert(this.#credentials, name, () => credentialsFor(this.#db, space, device));
  }
}

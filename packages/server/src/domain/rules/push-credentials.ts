import type { PushProvider } from '@palaver/protocol/devices';
import type { Fault } from '@palaver/protocol/errors';
import {
  type ApnsEnvironment,
  MAX_KEY_CHARS,
  type PutProvider,
} from '@palaver/protocol/notification-providers';
import { isAbsent, isRecord } from '@palaver/protocol/values';
import { appleKeyOf, newVapidKeys, serviceAccountKeyOf, vapidPublicKeyOf } from './push-keys.ts';

export interface WebPushCredentials {
  provider: 'web_push';
  /** Empty: none. */
  subject: string;
  publicKey: string;
  privateKey: string;
}

/** With what an application authenticates at a provider. Private keys of FCM and APNs are PKCS #8 in PEM. */
export type PushCredentials =
  | WebPushCredentials
  | { provider: 'fcm'; projectId: string; clientEmail: string; privateKey: string }
  | {
      provider: 'apns';
      keyId: string;
      teamId: string;
      /** The bundle id of the app. */
      topic: string;
      environment: ApnsEnvironment;
      privateKey: string;
    };

/**
 * The faults of the keys in a request: a pair for Web Push that is not whole or does not belong together, and private keys of
 * another kind than the provider's. The request is unchecked and may have any shape.
 */
export function checkPutProvider(body: unknown, params: unknown): Fault[] {
  if (!isRecord(body) || !isRecord(params)) return [];
  switch (params.provider) {
    case 'web_push':
      return vapidFaults(body);
    case 'fcm': {
      const account = isRecord(body.service_account) ? body.service_account : {};
      const message = 'must be an RSA key of 2,048 to 4,096 bits, in PKCS #8 and PEM';
      return keyFaults(account.private_key, serviceAccountKeyOf, 'service_account.private_key', message);
    }
    case 'apns': {
      const message = 'must be the text of a .p8 file: a P-256 key, in PKCS #8 and PEM';
      return keyFaults(body.private_key, appleKeyOf, 'private_key', message);
    }
    default:
      return [];
  }
}

function vapidFaults({ public_key: publicKey, private_key: privateKey }: Record<string, unknown>): Fault[] {
  if (isAbsent(publicKey) && isAbsent(privateKey)) return [];
  if (isAbsent(publicKey)) return [requiredFault('public_key', 'is required beside private_key')];
  if (isAbsent(privateKey)) return [requiredFault('private_key', 'is required beside public_key')];
  const message = 'must be a private VAPID key: 32 bytes in base64url';
  const faults = keyFaults(privateKey, vapidPublicKeyOf, 'private_key', message);
  if (faults.length > 0 || typeof privateKey !== 'string' || typeof publicKey !== 'string') return faults;
  if (vapidPublicKeyOf(privateKey) === publicKey) return [];
  return [
    {
      code: 'M40003',
      field: 'public_key',
      rule: 'key_pair',
      message: 'is not the public key of private_key',
    },
  ];
}

/** The schema has the faults of another type, and of a key that is too long. */
function keyFaults(
  key: unknown,
  parse: (text: string) => string | undefined,
  field: string,
  message: string,
): Fault[] {
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_CHARS) return [];
  return parse(key) === undefined ? [{ code: 'M40003', field, rule: 'private_key', message }] : [];
}

export function requiredFault(field: string, message = 'is required'): Fault {
  return { code: 'M40002', field, rule: 'required', message };
}

type Of<Provider extends PushProvider> = Extract<PushCredentials, { provider: Provider }>;

/**
 * The credentials after a request, which was checked: fields that it leaves out keep the value of the current ones. Or the faults
 * of required fields that neither have.
 */
export function credentialsAfter(
  provider: PushProvider,
  request: PutProvider,
  current: PushCredentials | undefined,
): PushCredentials | Fault[] {
  switch (provider) {
    case 'web_push':
      return webPushAfter(request, current?.provider === 'web_push' ? current : undefined);
    case 'fcm':
      return fcmAfter(request, current?.provider === 'fcm' ? current : undefined);
    case 'apns':
      return apnsAfter(request, current?.provider === 'apns' ? current : undefined);
  }
}

function webPushAfter(request: PutProvider, current: Of<'web_push'> | undefined): Of<'web_push'> {
  const { subject = current?.subject ?? '', public_key: publicKey, private_key: privateKey } = request;
  const keys = publicKey && privateKey ? { publicKey, privateKey } : (current ?? newVapidKeys());
  return { provider: 'web_push', subject, publicKey: keys.publicKey, privateKey: keys.privateKey };
}

function fcmAfter(
  { service_account: account }: PutProvider,
  current: Of<'fcm'> | undefined,
): Of<'fcm'> | Fault[] {
  if (account === undefined) return current ?? [requiredFault('service_account')];
  const privateKey = serviceAccountKeyOf(account.private_key);
  if (privateKey === undefined) throw new Error('the key of the service account was not checked');
  return { provider: 'fcm', projectId: account.project_id, clientEmail: account.client_email, privateKey };
}

function apnsAfter(request: PutProvider, current: Of<'apns'> | undefined): Of<'apns'> | Fault[] {
  const privateKey = request.private_key ? appleKeyOf(request.private_key) : current?.privateKey;
  const keyId = request.key_id || current?.keyId;
  const teamId = request.team_id || current?.teamId;
  const topic = request.topic || current?.topic;
  const environment = request.environment ?? current?.environment ?? 'production';
  if (privateKey && keyId && teamId && topic)
    return { provider: 'apns', keyId, teamId, topic, environment, privateKey };
  const fields = { private_key: privateKey, key_id: keyId, team_id: teamId, topic };
  return Object.entries(fields).flatMap(([field, value]) => (value ? [] : [requiredFault(field)]));
}

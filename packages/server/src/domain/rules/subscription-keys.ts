import type { Fault } from '@palaver/protocol/errors';
import { isAbsent, isRecord } from '@palaver/protocol/values';
import { isAuthSecret, isP256PublicKey } from './web-push-keys.ts';

const POINT = 'must be an uncompressed P-256 point in base64url without padding';
const SECRET = 'must be 16 bytes in base64url without padding';

/** The keys of the subscription in a request, which may have any shape, must be usable: a send would fail with others. */
export function checkSubscriptionKeys(body: unknown): Fault[] {
  const subscription = isRecord(body) && isRecord(body.subscription) ? body.subscription : {};
  const keys = isRecord(subscription.keys) ? subscription.keys : {};
  return [
    ...faultOf('keys.p256dh', keys.p256dh, isP256PublicKey, POINT),
    ...faultOf('keys.auth', keys.auth, isAuthSecret, SECRET),
    ...faultOf('application_server_key', subscription.application_server_key, isP256PublicKey, POINT),
  ];
}

/** (The schema refuses other types and lengths, and absent keys.) */
function faultOf(name: string, value: unknown, isValid: (text: string) => boolean, message: string): Fault[] {
  if (typeof value !== 'string' || isAbsent(value) || value.length > 255 || isValid(value)) return [];
  return [{ code: 'M40003', field: `subscription.${name}`, rule: 'web_push_key', message }];
}

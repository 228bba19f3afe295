import type { PushProvider } from '@palaver/protocol/devices';
import type { ProviderTest, TestProvider } from '@palaver/protocol/notification-providers';
import type { Context } from '../../domain/context.ts';
import { userMissing } from '../../domain/operations/devices/user-missing.ts';
import { findDevice } from '../../domain/records/devices.ts';
import { credentialsFor } from '../../domain/records/push-credentials.ts';
import { unreadTotals } from '../../domain/records/unread.ts';
import { findActiveUser } from '../../domain/records/users.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { PushServices } from '../push/push-services.ts';

/** For a device that is offline. */
const EXPIRY_MS = 5 * 60_000;
/** A push may take several requests, for instance for an access token. */
const TIMEOUT_MS = 20_000;

/**
 * Sends a notification to a device at once, once, about no message, and returns what the push service responds. It changes nothing:
 * a device with a dead token stays. Refuses with M40402, with M40410 if the user has no such device with this provider, and with
 * M40409 if there are no credentials for it.
 */
export async function testProvider(
  { db, space }: Context,
  provider: PushProvider,
  { user_id: userId, device_id: deviceId, title, body }: TestProvider,
  pushServices: PushServices,
): Promise<ProviderTest> {
  const user = await findActiveUser(db, space, { userId });
  if (user === undefined) throw userMissing({ userId });
  const device = await findDevice(db, user, provider, deviceId);
  if (device === undefined) throw new Refusal('M40410');
  const credentials = await credentialsFor(db, space, device);
  if (credentials === undefined) throw new Refusal('M40409');
  const unread = await unreadTotals(db, [user]);
  const push = {
    kind: 'show',
    appId: space.appId,
    threadId: '',
    links: {},
    seq: '0',
    title: title || 'Test',
    subtitle: '',
    body: body || 'Notifications reach this device.',
    avatarUrl: '',
    imageUrl: '',
    badge: unread.get(user)?.messages ?? 0,
    isDataOnly: false,
    expiresAt: Date.now() + EXPIRY_MS,
  } as const;
  const target = { provider, token: device.token, keys: device.subscription };
  const { result, status, response } = await pushServices.send(
    credentials,
    target,
    push,
    AbortSignal.timeout(TIMEOUT_MS),
  );
  return { device_id: device.device_id, result, status, response };
}

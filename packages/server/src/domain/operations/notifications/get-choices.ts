import type { NotificationChoices } from '@palaver/protocol/notification-choices';
import type { SignedInContext } from '../../context.ts';
import { findUserChoices, wantsEmail } from '../../records/notification-choices.ts';
import { publicWebPushKey } from '../../records/push-credentials.ts';

/** What the signed-in user chose about their notifications, and the key with which a browser subscribes. */
export async function getChoices({ db, space, actingUser }: SignedInContext): Promise<NotificationChoices> {
  const [{ isOn, quietHours }, isEmailWanted, key] = await Promise.all([
    findUserChoices(db, actingUser.extUserId),
    wantsEmail(db, actingUser.extUserId),
    publicWebPushKey(db, space),
  ]);
  return { enabled: isOn, quiet_hours: quietHours, email: isEmailWanted, web_push_key: key };
}

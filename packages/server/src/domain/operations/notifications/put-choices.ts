import type { NotificationChoices, PutNotificationChoices } from '@palaver/protocol/notification-choices';
import type { SignedInContext } from '../../context.ts';
import { putEmailChoice, putUserChoices } from '../../records/notification-choices.ts';
import { findAndLockActiveUser } from '../../records/users.ts';
import { Refusal } from '../../refusal.ts';
import { getChoices } from './get-choices.ts';

/** Replaces what the signed-in user chose about their notifications; `email` stays as it is if it is left out. Refuses with M40111 if they are no longer active. */
export async function putChoices(
  ctx: SignedInContext,
  { enabled, quiet_hours, email }: PutNotificationChoices,
): Promise<NotificationChoices> {
  const quietHours =
    quiet_hours === undefined
      ? null
      : { start: quiet_hours.start, end: quiet_hours.end, time_zone: quiet_hours.time_zone };
  await ctx.db.transaction(async (tx) => {
    const user = await findAndLockActiveUser(tx, ctx.space, ctx.actingUser);
    if (user === undefined) throw new Refusal('M40111');
    await putUserChoices(tx, user, { isOn: enabled, quietHours });
    if (email !== undefined) await putEmailChoice(tx, user, email);
  });
  return getChoices(ctx);
}

import type { UserId } from '@palaver/protocol/ids';
import type { EventType } from '@palaver/protocol/webhooks';
import type { PublishingTransaction } from '../../../bus/publishing-database.ts';
import type { Space } from '../../context.ts';
import { addToOutbox } from '../../records/outbox.ts';
import { findByUserId, toUser } from '../../records/users.ts';

/** Records an event about a user, with the user as they are now. */
export async function publishUserEvent(
  tx: PublishingTransaction,
  space: Space,
  type: EventType & (`user.${string}` | `desk.${string}`),
  userId: UserId,
  others: Record<string, unknown> = {},
): Promise<void> {
  const row = await findByUserId(tx, space, userId);
  if (row === undefined) throw new Error('the user of an event has disappeared');
  await addToOutbox(tx, space, [{ type, data: { user: toUser(row), ...others } }]);
}

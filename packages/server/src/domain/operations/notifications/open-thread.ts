import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import type { SignedInContext } from '../../context.ts';
import { accessThread } from '../../records/threads.ts';

/** Knows which thread a connection has open. */
export interface OpenedOn {
  /** Resolves when the database knows it. */
  replace: (user: ExtUserId, threadId: ThreadId | null) => Promise<void>;
}

/**
 * Notes which thread the signed-in user has open on a connection, in place of an earlier one; null: none. As long as it is open,
 * its messages notify none of the user's devices. Refuses with M40401 (thread).
 */
export async function openThread(
  ctx: SignedInContext,
  opened: OpenedOn,
  named: ThreadId | null,
): Promise<void> {
  const threadId = named === null ? null : (await accessThread(ctx.db, ctx, named)).id;
  await opened.replace(ctx.actingUser.extUserId, threadId);
}

import type { UserThread } from '@palaver/protocol/client-threads';
import type { UserId } from '@palaver/protocol/ids';
import type { ThreadInclude } from '@palaver/protocol/threads';
import type { Context } from '../../context.ts';
import { Page } from '../../page.ts';
import { findIncludes } from '../../records/thread-includes.ts';
import { getUser } from '../users/get-user.ts';
import { type ChatListPage, listThreadsOf } from './list-my-threads.ts';

export interface UserThreadsPage extends Pick<ChatListPage, 'lastPosition' | 'limit' | 'linked'> {
  includes: ReadonlySet<ThreadInclude>;
}

/** The threads of a user, as the user sees them. Refuses with M40402. */
export async function listUserThreads(
  ctx: Context,
  userId: UserId,
  { includes, ...page }: UserThreadsPage,
): Promise<Page<UserThread>> {
  const { ext_user_id } = await getUser(ctx, userId);
  const threads = await listThreadsOf(ctx, ext_user_id, page);
  // (They have their last message.)
  if (!includes.has('members')) return threads;
  const ids = threads.items.map(({ id }) => id);
  const included = await findIncludes(ctx.db, ids, new Set(['members']));
  const items = threads.items
    .slice(0, included.length)
    .map((thread, place) => ({ ...thread, ...included[place] }));
  return new Page(items, threads.hasMore || items.length < threads.items.length);
}

import type { UserId } from '@palaver/protocol/ids';
import type { PutUser, User } from '@palaver/protocol/users';
import type { Context } from '../../context.ts';
import { lockUsersShared } from '../../records/app-locks.ts';
import { idsOfSharedBots, refuseTaken } from '../../records/id-namespace.ts';
import { addToOutbox } from '../../records/outbox.ts';
import { releaseReplaced } from '../../records/pictures.ts';
import { toUser, upsertUsers } from '../../records/users.ts';

export interface PutUserInput {
  userId: UserId;
  profile: PutUser;
  /** The field of the request that carries the id, for the error. */
  field: string;
}

/**
 * Creates or updates users, all or none; deactivated users become active again. Returns them in the order of the input.
 * Refuses with M40901 if an id belongs to a bot.
 */
export async function putUsers(ctx: Context, users: readonly PutUserInput[]): Promise<User[]> {
  return ctx.db.transaction(async (tx) => {
    await lockUsersShared(tx, ctx.space.appId);
    // Rows are locked in the order of the ids, so that two batches cannot deadlock.
    const ordered = users.toSorted((a, b) => Buffer.compare(Buffer.from(a.userId), Buffer.from(b.userId)));
    const stored = new Map<UserId, User>();
    const created = new Set<UserId>();
    for (const row of await upsertUsers(tx, ctx.space, 'user', ordered)) {
      if (row === undefined) continue;
      const { is_new: isNew, ...user } = row;
      stored.set(user.user_id, toUser(user));
      if (isNew) created.add(user.user_id);
    }
    const shared = await idsOfSharedBots(
      tx,
      ctx.space.appId,
      users.map(({ userId }) => userId),
    );
    refuseTaken(users.filter(({ userId }) => shared.has(userId) || !stored.has(userId)));
    await releaseReplaced(
      tx,
      ordered.flatMap(({ userId, profile }) =>
        profile.avatar_url === undefined ? [] : (stored.get(userId)?.ext_user_id ?? []),
      ),
    );
    const result = users.flatMap(({ userId }) => stored.get(userId) ?? []);
    const events = result.map((user) => ({
      type: created.has(user.user_id) ? ('user.created' as const) : ('user.updated' as const),
      data: { user },
    }));
    await addToOutbox(tx, ctx.space, events);
    return result;
  });
}

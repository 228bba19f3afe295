import type { ThreadId, UserId } from '@palaver/protocol/ids';
import type { CreateThread } from '@palaver/protocol/threads';
import { lockApp } from '../apps/apps.ts';
import type { Context } from '../context.ts';
import { appendEntry, createHeads } from '../log/append.ts';
import { addMembers, type NewMember } from '../members/queries.ts';
import { Refusal, refuseFaults, userNotFound } from '../refusal.ts';
import { type NamedUsers, resolveAndLockUsers } from '../users/queries.ts';
import { insertThreads } from './queries.ts';

/** A new group. Its owner is named as the members are, or is who has signed in. */
export type NewGroup = Omit<CreateThread, 'owner_id'> & { owner_id?: UserId };

/**
 * Creates a group thread with its owner and members (interface §6): all of it or nothing. Duplicates count once,
 * and an owner among the members stays owner. Refuses with M40402 and every id that names no active user, and with M40111
 * when who has signed in is none any more.
 */
export async function createGroup(ctx: Context, input: NewGroup): Promise<ThreadId> {
  const { space, actingUser } = ctx;
  const actor = actingUser?.extUserId ?? null;
  return ctx.db.transaction(async (tx) => {
    await lockApp(tx, space.appId);
    const ownerIds: NamedUsers =
      actor === null
        ? { idType: input.id_type, ids: input.owner_id === undefined ? [] : [input.owner_id] }
        : { idType: 1, ids: [actor] };
    const [owners = [], named = []] = await resolveAndLockUsers(tx, space, [
      ownerIds,
      { idType: input.id_type, ids: input.member_ids },
    ]);
    const users = [...owners, ...named].map((user) =>
      user?.kind === 'user' && user.is_active ? user.ext_user_id : undefined,
    );
    if (actor !== null && users[0] !== actor) throw new Refusal('M40111');
    refuseFaults(
      users.flatMap((user, index) =>
        user === undefined ? [userNotFound(index === 0 ? 'owner_id' : `member_ids[${index - 1}]`)] : [],
      ),
    );

    const threadIds = await insertThreads(
      tx,
      space,
      {
        type: 'group',
        name: input.name,
        description: input.description,
        avatarUrl: input.avatar_url,
        referenceId: input.reference_id,
        satlReferenceId: input.satl_reference_id,
      },
      1,
    );
    const [threadId] = threadIds;
    if (threadId === undefined) throw new Error('insert into threads returned no row');
    const [owner, ...others] = new Set(users.filter((user) => user !== undefined));
    const members: NewMember[] = [
      ...(owner === undefined ? [] : [{ threadId, extUserId: owner, role: 'owner' as const }]),
      ...others.map((extUserId) => ({ threadId, extUserId, role: 'member' as const })),
    ];
    await createHeads(tx, threadIds);
    await addMembers(tx, members);
    await appendEntry(tx, threadIds, {
      type: 'thread.created',
      actor,
      change: { members: members.map(({ extUserId, role }) => ({ ext_user_id: extUserId, role })) },
      counters: { member_count: members.length },
    });
    return threadId;
  });
}

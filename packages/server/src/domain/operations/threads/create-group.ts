import type { ExtUserId, ThreadId, UserId } from '@palaver/protocol/ids';
import type { CreateThread } from '@palaver/protocol/threads';
import type { Context, SignedInContext } from '../../context.ts';
import { type NamedUsers, type ResolvedUser, resolveUsers } from '../../records/users.ts';
import { Refusal, refuseFaults, userNotFound } from '../../refusal.ts';
import { allowanceOf } from '../apps/policy-check.ts';
import type { IdempotentResult } from '../idempotency/run-once.ts';
import { type ResolvedPicture, resolvePicture } from '../pictures/resolve-picture.ts';
import { type Creation, PICTURE_FIELD, type ThreadPlan, type ThreadQueue } from './thread-queue.ts';

/** A new group. The owner is named by the same type of id as the members, or is the signed-in user. */
export type NewGroup = Omit<CreateThread, 'owner_id'> & { owner_id?: UserId; picture?: ResolvedPicture };

/**
 * Creates a group thread with its owner and members (interface §6), all or nothing. Duplicates count once, and an owner among
 * the members stays owner. Refuses with M40402 (lists every id that names no active user), M40111 (the signed-in user is no
 * longer active), M50300 (too many new threads wait). Refuses signed-in users with M40306 and M40005 according to the policy;
 * users that they may not add count as missing, and M40402 names only the list.
 *
 * With `if_exists`, threads with the same references keep the request from creating another: `isNew` is false, and the id is that of the
 * oldest one, unchanged. The request is checked all the same.
 */
export async function createGroup(
  ctx: Context,
  queue: ThreadQueue,
  input: NewGroup,
  request: Pick<Creation, 'idempotency' | 'idField'>,
): Promise<IdempotentResult<ThreadId> & { isNew: boolean }> {
  const { space, actingUser, isSilent } = ctx;
  const actor = actingUser?.extUserId ?? null;
  const mayAdd = actor === null ? undefined : await checkPolicy(ctx, actor, input);
  const owner: NamedUsers =
    actor === null
      ? { idType: input.id_type, ids: input.owner_id === undefined ? [] : [input.owner_id] }
      : { idType: 1, ids: [actor] };
  const created = await queue.submit({
    ...request,
    space,
    actor,
    isSilent,
    named: [owner, { idType: input.id_type, ids: input.member_ids }],
    plan: ([owners = [], named = []]) => planGroup(input, actor, [...owners, ...named], mayAdd),
  });
  if (created === 'pair has a thread') throw new Error('unreachable: only direct threads belong to a pair');
  return { data: created.threadId, isReplay: created.isReplay, isNew: created.isNew };
}

/**
 * The same for a signed-in user, whose picture for the group is a file that they have uploaded. Also refuses with M40411 (file) and
 * M40003 (a file that is no picture).
 */
export async function createMyGroup(
  ctx: SignedInContext,
  queue: ThreadQueue,
  { avatar_file_id: id, ...input }: Omit<NewGroup, 'picture'> & { avatar_file_id?: string },
  request: { idempotency: Creation['idempotency']; baseUrl: string },
): Promise<IdempotentResult<ThreadId>> {
  const { idempotency, baseUrl } = request;
  const picture = id ? await resolvePicture(ctx.db, ctx, { id, field: PICTURE_FIELD, baseUrl }) : undefined;
  const group = picture === undefined ? input : { ...input, picture };
  return createGroup(ctx, queue, group, { idempotency, idField: 'id' });
}

/** Checks the policy for a group of a signed-in user; returns the users that they may add. */
async function checkPolicy(
  { db, space }: Context,
  actor: ExtUserId,
  { id_type, member_ids }: NewGroup,
): Promise<ReadonlySet<ExtUserId>> {
  const allowance = await allowanceOf(db, actor);
  allowance.check('create_groups');
  if (member_ids.length === 0) return new Set();
  allowance.check('add_members', member_ids.length);
  return allowance.findAddressable(db, 'add_members', await resolveUsers(db, space, id_type, member_ids));
}

/** `found`: the owner, then the members in the order of the request. */
function planGroup(
  input: NewGroup,
  actor: Creation['actor'],
  found: readonly (ResolvedUser | undefined)[],
  mayAdd: ReadonlySet<ExtUserId> | undefined,
): ThreadPlan {
  const users = found.map((user, index) => {
    const isThere = user?.kind === 'user' && user.is_active;
    const isAddressable =
      mayAdd === undefined || index === 0 || (user !== undefined && mayAdd.has(user.ext_user_id));
    return isThere && isAddressable ? user.ext_user_id : undefined;
  });
  if (actor !== null && users[0] !== actor) throw new Refusal('M40111');
  const fieldOf = (index: number) => {
    if (index === 0) return 'owner_id';
    // Signed-in users do not learn which of the ids do not exist.
    return actor === null ? `member_ids[${index - 1}]` : 'member_ids';
  };
  const { picture, fault } = input.picture ?? {};
  refuseFaults([
    ...users.flatMap((user, index) => (user === undefined ? [userNotFound(fieldOf(index))] : [])),
    ...(fault === undefined ? [] : [fault]),
  ]);
  const [owner, ...others] = new Set(users.filter((user) => user !== undefined));
  const members = [
    ...(owner === undefined ? [] : [{ extUserId: owner, role: 'owner' as const }]),
    ...others.map((extUserId) => ({ extUserId, role: 'member' as const })),
  ];
  const isTied = Boolean(input.reference_id || input.satl_reference_id);
  return {
    thread: {
      type: 'group',
      name: input.name,
      description: input.description,
      avatarUrl: picture?.url ?? input.avatar_url,
      referenceId: input.reference_id,
      satlReferenceId: input.satl_reference_id,
    },
    ...(picture === undefined ? {} : { picture: picture.fileId }),
    ...(isTied && input.if_exists === 'return' ? { isUnlessTied: true } : {}),
    members,
    change: { members: members.map(({ extUserId, role }) => ({ ext_user_id: extUserId, role })) },
  };
}

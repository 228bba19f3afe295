import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { isDecimalPosition, isIdentifier } from './formats.ts';
import { ExtUserIdSchema, IdTypeSchema, UserIdSchema } from './ids.ts';
import { LimitSchema } from './paging.ts';

export const MEMBER_STATUSES = ['active', 'banned', 'removed', 'muted'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A member of a thread (interface, "Member of a thread"). */
export const Member = Type.Object({
  user_id: UserIdSchema,
  ext_user_id: ExtUserIdSchema,
  display_name: Type.String(),
  avatar_url: Type.String(),
  status: Type.Unsafe<MemberStatus>({ type: 'string', enum: MEMBER_STATUSES }),
  role: Type.Unsafe<MemberRole>({ type: 'string', enum: MEMBER_ROLES }),
});
export type Member = Static<typeof Member>;

/** Query of "list members" (interface §4). */
export const ListMembersQuery = Type.Object({
  last_member_id: Type.Optional(
    Type.String({
      default: '',
      description: 'The id of the last element of the page before; absent, empty or `0`: from the start.',
    }),
  ),
  member_id_type: Type.Optional(Type.Unsafe<1 | 2>({ ...IdTypeSchema, default: 1 })),
  limit: Type.Optional(LimitSchema),
  status: Type.Optional(
    Type.Unsafe<MemberStatus | 'all'>({
      type: 'string',
      enum: ['all', ...MEMBER_STATUSES],
      default: 'all',
      description: 'Only members of this status.',
    }),
  ),
});
export type ListMembersQuery = Static<typeof ListMembersQuery>;

/** What `last_member_id` may be depends on `member_id_type`; empty and `0` are the start with both. */
export function checkListMembersQuery(query: Partial<ListMembersQuery>): Fault[] {
  const id: unknown = query.last_member_id;
  if (typeof id !== 'string' || id === '') return [];
  const isUserId = query.member_id_type === 2;
  if (isUserId ? isIdentifier(id) : isDecimalPosition(id)) return [];
  const message = isUserId ? 'must be a user_id (member_id_type is 2)' : 'must be a decimal ext_user_id';
  return [{ code: 'M40010', field: 'last_member_id', rule: 'type', message }];
}

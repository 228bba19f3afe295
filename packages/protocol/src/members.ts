import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { isDecimalPosition, isIdentifier } from './formats.ts';
import {
  decimalIdFault,
  decimalIdFaults,
  ExtUserIdSchema,
  IdTypeSchema,
  ShownUserIdSchema,
  ThreadIdSchema,
  type UserId,
  UserIdSchema,
} from './ids.ts';
import { maxItems } from './limits.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { SilentQuery, SilentSanctionSchema, SilentSchema } from './silent.ts';
import { isRecord, MAX_TIME } from './values.ts';

export const MEMBER_STATUSES = ['active', 'banned', 'removed', 'muted'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const MEMBER_ROLES = ['owner', 'admin', 'member'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A member of a thread (interface, "Member of a thread"). */
export const Member = Type.Object(
  {
    user_id: UserIdSchema,
    ext_user_id: ExtUserIdSchema,
    display_name: Type.String({ description: 'Display name, or empty.' }),
    avatar_url: Type.String({ description: 'Avatar address, or empty.' }),
    status: Type.Unsafe<MemberStatus>({
      type: 'string',
      enum: MEMBER_STATUSES,
      description: '`muted`: can only read; `banned`: removed, and cannot be added.',
    }),
    role: Type.Unsafe<MemberRole>({
      type: 'string',
      enum: MEMBER_ROLES,
      description: 'A group has one `owner`; both members of a direct thread are `member`.',
    }),
    status_until: Type.Optional(
      Type.Integer({
        description:
          'When the mute or ban ends, in Unix milliseconds; absent without a mute or ban, or without an end.',
      }),
    ),
  },
  model('Member', 'A member of a thread.'),
);
export type Member = Static<typeof Member>;

export const ClientMember = Type.Object(
  { ...Member.properties, user_id: ShownUserIdSchema },
  model('ClientMember', 'A member of a thread, as signed-in users see them.'),
);
export type ClientMember = Static<typeof ClientMember>;

/** Query of "list members" (interface §4). */
export const ListMembersQuery = Type.Object({
  last_member_id: Type.Optional(
    Type.String({
      default: '',
      description:
        'The id of the last element of the previous page; absent, empty or `0` starts at the beginning.',
    }),
  ),
  member_id_type: Type.Optional(Type.Unsafe<1 | 2>({ ...IdTypeSchema, default: 1 })),
  limit: Type.Optional(LimitSchema),
  status: Type.Optional(
    Type.Unsafe<MemberStatus | 'all'>({
      type: 'string',
      enum: ['all', ...MEMBER_STATUSES],
      default: 'all',
      description: 'Returns only members with this status.',
    }),
  ),
});
export type ListMembersQuery = Static<typeof ListMembersQuery>;

/** `member_id_type` decides what `last_member_id` may be; empty and `0` always mean the start. */
export function checkListMembersQuery(query: Partial<ListMembersQuery>): Fault[] {
  const id: unknown = query.last_member_id;
  if (typeof id !== 'string' || id === '') return [];
  const isUserId = query.member_id_type === 2;
  if (isUserId ? isIdentifier(id) : isDecimalPosition(id)) return [];
  const message = isUserId ? 'must be a user_id (member_id_type is 2)' : 'must be a decimal ext_user_id';
  return [{ code: 'M40010', field: 'last_member_id', rule: 'type', message }];
}

/** A member in a path. {@link MemberQuery} says how to read the id. */
export const MemberParams = Type.Object({
  thread_id: ThreadIdSchema,
  member_id: Type.Unsafe<UserId>({
    ...UserIdSchema,
    description: "The member's `ext_user_id`, or its `user_id` with `id_type` 2.",
  }),
});
export const MemberQuery = Type.Object({
  id_type: Type.Optional(
    Type.Unsafe<1 | 2>({
      ...IdTypeSchema,
      default: 1,
      description: '1: `member_id` is an `ext_user_id`; 2: it is a `user_id`.',
    }),
  ),
});

/** The same for changes of the member without a body. */
export const ChangeMemberQuery = Type.Object({ ...MemberQuery.properties, ...SilentQuery.properties });

export function checkMember(params: unknown, query: unknown): Fault[] {
  if (!isRecord(params) || (isRecord(query) && query.id_type === 2)) return [];
  return decimalIdFault('member_id', params.member_id);
}

const givenRole = (description: string) =>
  Type.Unsafe<'admin' | 'member'>({ type: 'string', enum: ['admin', 'member'], description });

/** Add members to a thread. */
export const AddMembers = Type.Object({
  member_ids: Type.Array(UserIdSchema, {
    minItems: 1,
    ...maxItems('memberIds'),
    description: 'Users to add. Duplicates count once; current members stay unchanged.',
  }),
  id_type: IdTypeSchema,
  role: Type.Optional(givenRole('Role of the new members; `member` by default.')),
  silent: Type.Optional(SilentSchema),
});
export type AddMembers = Static<typeof AddMembers>;

export function checkAddMembers(body: unknown): Fault[] {
  return isRecord(body) && body.id_type === 1 ? decimalIdFaults('member_ids', body.member_ids) : [];
}

export const SetRole = Type.Object({
  role: givenRole('New role. To make a member the `owner`, transfer the ownership.'),
  silent: Type.Optional(SilentSchema),
});

/** Mute or ban a member. The body is optional. */
export const Sanction = Type.Object({
  until: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_TIME,
      description: 'When the mute or ban ends, in Unix milliseconds; absent: without an end.',
    }),
  ),
  silent: Type.Optional(SilentSanctionSchema),
});

export type Sanction = Static<typeof Sanction>;

export function checkSanction(body: unknown): Fault[] {
  const until = isRecord(body) ? body.until : undefined;
  if (typeof until !== 'number' || until > Date.now()) return [];
  return [
    {
      code: 'M40003',
      field: 'until',
      rule: 'future',
      message: 'must be in the future, in Unix milliseconds',
    },
  ];
}

export const TransferOwnership = Type.Object({
  owner_id: UserIdSchema,
  id_type: IdTypeSchema,
  silent: Type.Optional(SilentSchema),
});

export function checkTransferOwnership(body: unknown): Fault[] {
  return isRecord(body) && body.id_type === 1 ? decimalIdFault('owner_id', body.owner_id) : [];
}

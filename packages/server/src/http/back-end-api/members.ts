import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import type { ThreadId } from '@palaver/protocol/ids';
import {
  AddMembers,
  ChangeMemberQuery,
  checkAddMembers,
  checkListMembersQuery,
  checkMember,
  checkSanction,
  checkTransferOwnership,
  ListMembersQuery,
  Member,
  MemberParams,
  MemberQuery,
  Sanction,
  SetRole,
  TransferOwnership,
} from '@palaver/protocol/members';
import { ThreadParams } from '@palaver/protocol/threads';
import Type from 'typebox';
import { silenced } from '../../domain/context.ts';
import { addMembers } from '../../domain/operations/members/add-members.ts';
import { banMember } from '../../domain/operations/members/ban-member.ts';
import type { NamedMember } from '../../domain/operations/members/change-member.ts';
import { listMembers } from '../../domain/operations/members/list-members.ts';
import { muteMember } from '../../domain/operations/members/mute-member.ts';
import { removeMember } from '../../domain/operations/members/remove-member.ts';
import { setMemberRole } from '../../domain/operations/members/set-member-role.ts';
import { transferOwnership } from '../../domain/operations/members/transfer-ownership.ts';
import { unbanMember } from '../../domain/operations/members/unban-member.ts';
import { unmuteMember } from '../../domain/operations/members/unmute-member.ts';
import { endpoint } from '../endpoint.ts';

/** Shared by all endpoints about one member. */
const ofMember = {
  tag: 'Members',
  access: 'full',
  params: MemberParams,
  query: MemberQuery,
  checkParams: checkMember,
  actsAs: true,
  errors: ['M40903'],
} as const;

export const memberEndpoints = {
  list: endpoint({
    id: 'listMembers',
    summary: 'List members of a thread',
    description:
      'Returns members ascending by `ext_user_id`. For the next page, pass the id of the last element as `last_member_id`: its `ext_user_id`, or its `user_id` with `member_id_type` 2.',
    tag: 'Members',
    access: 'read',
    params: ThreadParams,
    query: ListMembersQuery,
    checkQuery: (query) => checkListMembersQuery(query as Partial<ListMembersQuery>),
    response: envelopeWith(Type.Array(Member)),
    handle: ({ ctx, params, query }) =>
      listMembers(ctx, params.thread_id, {
        lastMemberId: query.last_member_id ?? '',
        idType: query.member_id_type ?? 1,
        limit: query.limit ?? 30,
        status: query.status ?? 'all',
      }),
  }),

  add: endpoint({
    id: 'addMembers',
    summary: 'Add members to a thread',
    description:
      'Adds all users or none. Current members stay unchanged. Former members return, and are muted if their mute still runs; a member who has left a group returns only by API key. A banned user is M40903. The response lists the named users, ascending by `ext_user_id`.',
    tag: 'Members',
    access: 'full',
    params: ThreadParams,
    body: AddMembers,
    checkBody: checkAddMembers,
    actsAs: true,
    addsMembers: ({ member_ids }) => member_ids.length,
    response: envelopeWith(Type.Array(Member)),
    errors: ['M40903'],
    handle: ({ ctx, params, body }) => addMembers(silenced(ctx, body.silent), params.thread_id, body),
  }),

  changeRole: endpoint({
    ...ofMember,
    id: 'changeMemberRole',
    summary: 'Change the role of a member',
    description: 'Works in groups. The owner keeps the role until the ownership is transferred.',
    body: SetRole,
    response: envelopeWith(Member),
    handle: ({ ctx, params, query, body }) =>
      setMemberRole(silenced(ctx, body.silent), named(params, query), body.role),
  }),

  remove: endpoint({
    ...ofMember,
    query: ChangeMemberQuery,
    id: 'removeMember',
    summary: 'Remove a member',
    description:
      'A member who removes themselves leaves the thread. Their messages stay. The owner cannot be removed and cannot leave.',
    response: EnvelopeSchema,
    handle: async ({ ctx, params, query }) => {
      await removeMember(silenced(ctx, query.silent), named(params, query));
    },
  }),

  mute: endpoint({
    ...ofMember,
    id: 'muteMember',
    summary: 'Mute a member',
    description: 'A muted member can only read. Muting again sets a new end.',
    body: Sanction,
    optionalBody: true,
    checkBody: checkSanction,
    response: envelopeWith(Member),
    handle: ({ ctx, params, query, body }) =>
      muteMember(silenced(ctx, body.silent), named(params, query), endOf(body)),
  }),

  unmute: endpoint({
    ...ofMember,
    query: ChangeMemberQuery,
    id: 'unmuteMember',
    summary: 'Unmute a member',
    response: envelopeWith(Member),
    handle: ({ ctx, params, query }) => unmuteMember(silenced(ctx, query.silent), named(params, query)),
  }),

  ban: endpoint({
    ...ofMember,
    ids: { 'params.member_id': 'member' },
    id: 'banMember',
    summary: 'Ban a user from a thread',
    description:
      'Banning a member also removes them. A user who is not a member can be banned in advance. A banned user cannot be added until the ban ends or is lifted. Banning again sets a new end.',
    body: Sanction,
    optionalBody: true,
    checkBody: checkSanction,
    response: envelopeWith(Member),
    handle: ({ ctx, params, query, body }) =>
      banMember(silenced(ctx, body.silent), named(params, query), endOf(body)),
  }),

  unban: endpoint({
    ...ofMember,
    query: ChangeMemberQuery,
    id: 'unbanMember',
    summary: 'Lift the ban of a user',
    description: 'The user gets the status `removed`, and can be added again.',
    response: envelopeWith(Member),
    handle: ({ ctx, params, query }) => unbanMember(silenced(ctx, query.silent), named(params, query)),
  }),

  transferOwnership: endpoint({
    id: 'transferOwnership',
    summary: 'Transfer the ownership of a group',
    description:
      'The new owner must be an active member. The previous owner becomes an admin. The response has the new owner.',
    tag: 'Members',
    access: 'full',
    params: ThreadParams,
    body: TransferOwnership,
    checkBody: checkTransferOwnership,
    actsAs: true,
    response: envelopeWith(Member),
    errors: ['M40903'],
    handle: ({ ctx, params, body }) =>
      transferOwnership(silenced(ctx, body.silent), {
        threadId: params.thread_id,
        id: body.owner_id,
        idType: body.id_type,
        field: 'owner_id',
      }),
  }),
};

function named(params: { thread_id: ThreadId; member_id: string }, query: { id_type?: 1 | 2 }): NamedMember {
  return {
    threadId: params.thread_id,
    id: params.member_id,
    idType: query.id_type ?? 1,
    field: 'member_id',
  };
}

function endOf({ until }: Sanction): Date | null {
  return until === undefined ? null : new Date(until);
}

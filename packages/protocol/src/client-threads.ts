import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import {
  decimalIdFaults,
  ExtUserIdSchema,
  IdTypeSchema,
  ReferenceIdSchema,
  ShownUserIdSchema,
  type UserId,
  UserIdSchema,
} from './ids.ts';
import { MEMBER_ROLES, type MemberRole } from './members.ts';
import { ClientMessage } from './messages.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { CreateThread, ThreadListItem } from './threads.ts';
import { isRecord } from './values.ts';

/** Threads as a signed-in user sees and makes them. */

const number = (description: string) => Type.Integer({ minimum: 0, description });

export const Peer = Type.Object(
  {
    type: Type.Unsafe<'user' | 'bot'>({ type: 'string', enum: ['user', 'bot'] }),
    user_id: ShownUserIdSchema,
    ext_user_id: ExtUserIdSchema,
    display_name: Type.String({ description: 'Display name, or empty.' }),
    avatar_url: Type.String({ description: 'Avatar address, or empty.' }),
  },
  model('Peer', 'How a user or bot is shown to others.'),
);
export type Peer = Static<typeof Peer>;

export const Membership = Type.Object(
  {
    role: Type.Unsafe<MemberRole>({ type: 'string', enum: MEMBER_ROLES }),
    status: Type.Unsafe<'active' | 'muted'>({ type: 'string', enum: ['active', 'muted'] }),
    status_until: Type.Optional(
      Type.Integer({ description: 'When a mute ends, in Unix milliseconds; absent when it has no end.' }),
    ),
    read_seq: number('The read position: what stands in the log up to this number counts as read.'),
  },
  model('Membership', 'What the user is to the thread.'),
);

export const ClientThread = Type.Object(
  {
    ...ThreadListItem.properties,
    metadata: Type.String({ description: 'Thread metadata, as it was stored; empty when there is none.' }),
    reference_id: Type.String({ description: 'Link code; empty when the thread is tied to nothing by it.' }),
    satl_reference_id: Type.String({ description: 'The same of an independent thread list.' }),
    peer: Type.Union([Peer, Type.Null()], {
      description: 'The other one of a direct thread; null for a group.',
    }),
    me: Membership,
    last_seq: number('The number of the last entry in the log.'),
    last_message: Type.Union([ClientMessage, Type.Null()], {
      description: 'The latest message, empty when it is deleted; null: there is none.',
    }),
    unread_count: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Messages of others after the read position that are not deleted, up to 100.',
    }),
    unread_more: Type.Boolean({ description: 'Whether there are more than 100 of them.' }),
    list_position: Type.String({
      description: 'Pass it as `last_id` for the page after this element; empty outside of a list.',
    }),
  },
  model('ClientThread', 'A thread as a signed-in user sees it.'),
);
export type ClientThread = Static<typeof ClientThread>;

/** The chat list, or the threads that are tied to an object. */
export const ListMyThreadsQuery = Type.Object({
  last_id: Type.Optional(
    Type.String({
      format: 'list-position',
      default: '0',
      description: 'The `list_position` of the last element of the page before; `0`: from the start.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
  reference_id: Type.Optional(ReferenceIdSchema),
  satl_reference_id: Type.Optional(ReferenceIdSchema),
});

const { name, avatar_url, description, member_ids } = CreateThread.properties;

export const NewGroup = Type.Object(
  {
    type: Type.Literal('group'),
    name,
    avatar_url,
    description,
    member_ids: Type.Optional(
      Type.Array(UserIdSchema, {
        ...member_ids,
        description: 'Users with role member, beside who makes it. Duplicates count once.',
      }),
    ),
    id_type: Type.Optional(Type.Unsafe<1 | 2>({ ...IdTypeSchema, default: 1 })),
  },
  model('NewGroup', 'A group to be made; who makes it owns it.'),
);

export const NewDirect = Type.Object(
  {
    type: Type.Literal('direct'),
    user_id: Type.Unsafe<UserId>({ ...UserIdSchema, description: 'The other one: a user, or a bot.' }),
  },
  model('NewDirect', 'The direct thread with somebody, to be opened or made.'),
);

/** Make a group of one's own, or open the direct thread with somebody. */
export const CreateMyThread = Type.Unsafe<Static<typeof NewGroup> | Static<typeof NewDirect>>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [NewDirect, NewGroup],
});

export function checkCreateMyThread(body: unknown): Fault[] {
  if (!isRecord(body) || body.type !== 'group' || body.id_type === 2) return [];
  return decimalIdFaults('member_ids', body.member_ids);
}

export const MarkRead = Type.Object({
  seq: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Up to where; absent: to the end of the log. What lies behind the position is no change.',
    }),
  ),
});

export const ReadPosition = Type.Object(
  { read_seq: Membership.properties.read_seq },
  model('ReadPosition', 'Up to where somebody has read.'),
);

export const MemberReadPosition = Type.Object(
  { ext_user_id: ExtUserIdSchema, ...ReadPosition.properties },
  model('MemberReadPosition', 'Up to where a member has read.'),
);
export type MemberReadPosition = Static<typeof MemberReadPosition>;

export const ListReadPositionsQuery = Type.Object({
  last_member_id: Type.Optional(
    Type.String({
      format: 'position-or-empty',
      default: '',
      description:
        'The `ext_user_id` of the last element of the page before; absent, empty or `0`: from the start.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});

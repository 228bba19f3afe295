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
import { ClientMessage, Message } from './messages.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { NAME_RULES } from './people.ts';
import {
  AvatarFileIdSchema,
  CreateThread,
  INCLUDED_FIELDS,
  IncludeSchema,
  LISTED_FIELDS,
  UploadedAvatarUrlSchema,
} from './threads.ts';
import { isRecord } from './values.ts';

/** Threads as a signed-in user sees and creates them. */

const number = (description: string) => Type.Integer({ minimum: 0, description });

export const Peer = Type.Object(
  {
    type: Type.Unsafe<'user' | 'bot'>({ type: 'string', enum: ['user', 'bot'] }),
    user_id: ShownUserIdSchema,
    ext_user_id: ExtUserIdSchema,
    display_name: Type.String({ description: 'Display name, or empty.' }),
    avatar_url: Type.String({ description: 'Avatar address, or empty.' }),
  },
  model('Peer', 'The public profile of a user or bot.'),
);
export type Peer = Static<typeof Peer>;

export const Membership = Type.Object(
  {
    role: Type.Unsafe<MemberRole>({ type: 'string', enum: MEMBER_ROLES }),
    status: Type.Unsafe<'active' | 'muted'>({ type: 'string', enum: ['active', 'muted'] }),
    status_until: Type.Optional(
      Type.Integer({
        description: 'When the mute ends, in Unix milliseconds; absent without a mute or without an end.',
      }),
    ),
    read_seq: number('The read position: log entries up to this number count as read.'),
  },
  model('Membership', 'The membership of the signed-in user in the thread.'),
);

const PEER = { description: 'The other user or bot of a direct thread; null for a group.' };
const LAST_MESSAGE = {
  description: 'The latest message, with an empty body if it is deleted; null if the thread has no messages.',
};

export const ClientThread = Type.Object(
  {
    ...LISTED_FIELDS,
    metadata: Type.String({ description: 'Thread metadata, verbatim; empty if there is none.' }),
    reference_id: Type.String({
      description: 'Link code of the object that the thread is tied to; empty without one.',
    }),
    satl_reference_id: Type.String({
      description: 'Link code of an independent thread list; empty without one.',
    }),
    peer: Type.Union([Peer, Type.Null()], PEER),
    me: Membership,
    last_seq: number('The number of the last entry in the log.'),
    last_at: number('When that entry was made, in Unix milliseconds.'),
    last_message: Type.Union([ClientMessage, Type.Null()], LAST_MESSAGE),
    unread_count: Type.Integer({
      minimum: 0,
      maximum: 100,
      description:
        'Unread messages: messages of others after the read position that are not deleted, up to 100.',
    }),
    unread_more: Type.Boolean({ description: 'Whether there are more than 100 unread messages.' }),
    list_position: Type.String({
      description: 'Cursor: pass it as `last_id` to get the page after this element. Empty outside a list.',
    }),
  },
  model('ClientThread', 'A thread as a signed-in user sees it.'),
);
export type ClientThread = Static<typeof ClientThread>;

/** The same for back ends, which see every `user_id`. */
export const UserThread = Type.Object(
  {
    ...ClientThread.properties,
    peer: Type.Union([Type.Object({ ...Peer.properties, user_id: UserIdSchema }), Type.Null()], PEER),
    last_message: Type.Union([Message, Type.Null()], LAST_MESSAGE),
    members: INCLUDED_FIELDS.members,
  },
  model('UserThread', 'A thread as one of its members sees it. `me` is that member.'),
);
export type UserThread = Static<typeof UserThread>;

/** Query of the chat list, or of the threads that are tied to any object or to one. */
export const ListMyThreadsQuery = Type.Object({
  last_id: Type.Optional(
    Type.String({
      format: 'list-position',
      default: '0',
      description:
        'The `list_position` of the last element of the previous page; `0` starts at the beginning.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
  linked: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Lists the threads that are tied to an object instead of the chat list.',
    }),
  ),
  reference_id: Type.Optional(ReferenceIdSchema),
  satl_reference_id: Type.Optional(ReferenceIdSchema),
  q: Type.Optional(
    Type.String({
      description: `Lists only threads whose name matches; the name of a direct thread is that of the other user: ${NAME_RULES}`,
    }),
  ),
});

/** Query of the threads of a user, for back ends. */
export const ListUserThreadsQuery = Type.Object({
  last_id: ListMyThreadsQuery.properties.last_id,
  limit: Type.Optional(LimitSchema),
  linked: Type.Optional(
    Type.Boolean({
      description: 'Lists only the threads that are tied to an object, or only the others. Absent: both.',
    }),
  ),
  include: Type.Optional(IncludeSchema),
});

const { name, description, member_ids } = CreateThread.properties;

export const NewGroup = Type.Object(
  {
    type: Type.Literal('group'),
    name,
    avatar_file_id: Type.Optional(AvatarFileIdSchema),
    avatar_url: Type.Optional(UploadedAvatarUrlSchema),
    description,
    member_ids: Type.Optional(
      Type.Array(UserIdSchema, {
        ...member_ids,
        description: 'Users who get the role `member`, in addition to the creator. Duplicates count once.',
      }),
    ),
    id_type: Type.Optional(Type.Unsafe<1 | 2>({ ...IdTypeSchema, default: 1 })),
  },
  model('NewGroup', 'A group to create. Its creator becomes its owner.'),
);

export const NewDirect = Type.Object(
  {
    type: Type.Literal('direct'),
    user_id: Type.Unsafe<UserId>({ ...UserIdSchema, description: 'The other user, or a bot.' }),
  },
  model('NewDirect', 'A direct thread with another user to open; it is created if it does not exist.'),
);

/** Create a group that the user owns, or open the direct thread with another user. */
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
      description:
        'New read position; absent: the end of the log. A number below the current position changes nothing.',
    }),
  ),
});

/** Move the read position back. */
export const MarkUnread = Type.Object({
  seq: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'The first message that counts as unread. A message after the read position is unread already.',
  }),
});

/** Count unread messages. */
export const GetUnreadQuery = Type.Object({
  include: Type.Optional(
    Type.Unsafe<'linked'>({
      type: 'string',
      enum: ['linked'],
      description: '`linked`: threads that are tied to an object count, too.',
    }),
  ),
});

/** A total of unread messages stops here: a badge shows no larger number. */
export const MAX_UNREAD_TOTAL = 99;

export const UnreadTotal = Type.Object(
  {
    unread_threads: Type.Integer({
      minimum: 0,
      maximum: MAX_UNREAD_TOTAL,
      description: 'The threads that these messages are in.',
    }),
    unread_messages: Type.Integer({
      minimum: 0,
      maximum: MAX_UNREAD_TOTAL,
      description: `Unread messages in all threads of the chat list, and with \`include=linked\` in those that are tied to an object. The server counts the thread with the latest message first, and stops at ${MAX_UNREAD_TOTAL}: then there may be more messages, and more threads.`,
    }),
  },
  model('UnreadTotal', 'All unread messages of the user.'),
);
export type UnreadTotal = Static<typeof UnreadTotal>;

export const ReadPosition = Type.Object(
  { read_seq: Membership.properties.read_seq },
  model('ReadPosition', 'A read position.'),
);

export const MemberReadPosition = Type.Object(
  { ext_user_id: ExtUserIdSchema, ...ReadPosition.properties },
  model('MemberReadPosition', 'The read position of a member.'),
);
export type MemberReadPosition = Static<typeof MemberReadPosition>;

export const ListReadPositionsQuery = Type.Object({
  last_member_id: Type.Optional(
    Type.String({
      format: 'position-or-empty',
      default: '',
      description:
        'The `ext_user_id` of the last element of the previous page; absent, empty or `0` starts at the beginning.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});

import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { ExtUserIdSchema, ThreadIdSchema } from './ids.ts';
import { ClientMember, MEMBER_ROLES, Member, type MemberRole } from './members.ts';
import { ClientMessage, Message, Reaction } from './messages.ts';
import { model } from './model.ts';
import { AfterSeqSchema, BeforeSeqSchema, checkOnePosition, LimitSchema } from './paging.ts';
import { Thread } from './threads.ts';

/** Every type of log entry. */
export const ENTRY_TYPES = [
  'thread.created',
  'thread.updated',
  'thread.owner_changed',
  'thread.deleted',
  'member.added',
  'member.removed',
  'member.role_changed',
  'member.muted',
  'member.unmuted',
  'member.banned',
  'member.unbanned',
  'message.created',
  'message.updated',
  'message.deleted',
  'message.pinned',
  'message.unpinned',
  'reaction.added',
  'reaction.removed',
] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

const { name, description, avatar_url, metadata, id: _id, type: _type, ...counters } = Thread.properties;

export const ThreadFace = Type.Object(
  { name, description, avatar_url, metadata },
  model(
    'ThreadFace',
    'In `thread.created` and `thread.updated`: name, description, avatar and metadata of the thread.',
  ),
);
export const ThreadCounters = Type.Object(counters, model('ThreadCounters', 'The counters of the thread.'));

const entryFields = {
  thread_id: ThreadIdSchema,
  seq: Type.Integer({
    minimum: 1,
    description: 'Number of the entry: 1, 2, 3 … in each thread, without a gap.',
  }),
  type: Type.Unsafe<EntryType>({ type: 'string', enum: ENTRY_TYPES, description: 'Type of the change.' }),
  at: Type.Integer({ description: 'Time of the change, in Unix milliseconds.' }),
  actor: Type.Union([ExtUserIdSchema, Type.Null()], {
    description: "The user who made the change; null: the integrator's back end, or a timer.",
  }),
  message_seq: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'The number of the message that the entry is about; null if it is about none.',
  }),
  change: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description:
      'Details that the type does not tell: `members` (with `ext_user_id`, and `role` or `until` if those changed; `expired` beside them if a mute or ban ended by itself), `key` of a reaction, `fields` of a thread, `mentioned`: the `ext_user_id`s that an edited message did not mention before, `silent`: true if members are to read no line about the change.',
  }),
};
const MEMBERS = { description: 'In `member.…` and `thread.owner_changed`: the members that `change` names.' };
const threadFields = { thread: Type.Optional(ThreadFace), counters: Type.Optional(ThreadCounters) };

export const LogEntry = Type.Object(
  {
    ...entryFields,
    message: Type.Optional(
      Type.Object(
        ClientMessage.properties,
        model('ClientMessage', 'In `message.created`, `message.updated` and `message.deleted`: the message.'),
      ),
    ),
    reactions: Type.Optional(
      Type.Array(Reaction, {
        description: 'In `reaction.…`: all reactions of the message, in the order of their first use.',
      }),
    ),
    pinned_at: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description:
          'In `message.pinned` and `message.unpinned`: when the message was pinned, in Unix milliseconds; null if it is not pinned.',
      }),
    ),
    members: Type.Optional(Type.Array(ClientMember, MEMBERS)),
    ...threadFields,
  },
  model(
    'LogEntry',
    'An entry of the log of a thread, as its members receive it. It says what changed and shows the changed objects **in their current state**: applying an entry twice changes nothing, and several entries about one object all show its latest state. (For a user who has been removed since, `message`, `reactions`, `pinned_at`, `members`, `thread` and `counters` are missing.)',
  ),
);
export type LogEntry = Static<typeof LogEntry>;

export const WebhookEntry = Type.Object(
  {
    ...entryFields,
    message: Type.Optional(
      Type.Object(Message.properties, model('Message', 'In `message.…` and `reaction.…`: the message.')),
    ),
    members: Type.Optional(Type.Array(Member, MEMBERS)),
    ...threadFields,
  },
  model(
    'WebhookEntry',
    'An entry of the log of a thread, as webhooks receive it. It says what changed and shows the changed objects as they were at the first call of the webhook.',
  ),
);
export type WebhookEntry = Static<typeof WebhookEntry>;

/** An entry with all `user_id`s, before the server adapts it to its receiver. */
export type WholeEntry = WebhookEntry & Pick<LogEntry, 'reactions' | 'pinned_at'>;

/** The types of entries in a list of changes. (`thread.deleted` is missing: nobody can read a deleted thread.) */
export const CHANGE_TYPES = [
  'thread.created',
  'thread.updated',
  'thread.owner_changed',
  'member.added',
  'member.removed',
  'member.role_changed',
  'member.muted',
  'member.unmuted',
  'member.banned',
  'member.unbanned',
] as const satisfies readonly EntryType[];
type ChangeType = (typeof CHANGE_TYPES)[number];

/** Maximum number of named members whose profiles a change has. An entry can name 1,000 members, but a line shows few. */
export const MAX_CHANGE_PROFILES = 20;

export const ChangedMember = Type.Object(
  {
    ext_user_id: ExtUserIdSchema,
    role: Type.Optional(
      Type.Unsafe<MemberRole>({ type: 'string', enum: MEMBER_ROLES, description: 'The new role.' }),
    ),
    until: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description: 'When the mute or ban ends, in Unix milliseconds; null: it has no end.',
      }),
    ),
  },
  model('ChangedMember', 'A member that a change of the thread is about.'),
);

const { message_seq: _message_seq, ...entryOfNoMessage } = entryFields;

export const ChangeEntry = Type.Object(
  {
    ...entryOfNoMessage,
    type: Type.Unsafe<ChangeType>({ ...entryFields.type, enum: CHANGE_TYPES }),
    change: Type.Union(
      [
        Type.Object({
          members: Type.Optional(Type.Array(ChangedMember)),
          expired: Type.Optional(Type.Literal(true, { description: 'The mute or ban ended by itself.' })),
          fields: Type.Optional(
            Type.Array(Type.String(), {
              description: '`name`, `description`, `avatar_url` or `metadata`: the fields that changed.',
            }),
          ),
        }),
        Type.Null(),
      ],
      {
        description:
          'Details that the type does not tell: all members that the change is about, or the changed fields of the thread.',
      },
    ),
    members: Type.Array(ClientMember, {
      description: `The actor and the first ${MAX_CHANGE_PROFILES} members that \`change\` names, as they are now.`,
    }),
  },
  model(
    'ChangeEntry',
    'A change of a thread or its members, for a line between the messages: an entry of the log of the thread.',
  ),
);
export type ChangeEntry = Static<typeof ChangeEntry>;

/** List changes of a thread. */
export const ListChangesQuery = Type.Object({
  before_seq: Type.Optional(BeforeSeqSchema),
  after_seq: Type.Optional(AfterSeqSchema),
  limit: Type.Optional(LimitSchema),
});
export type ListChangesQuery = Static<typeof ListChangesQuery>;

export function checkListChangesQuery(query: Partial<ListChangesQuery>): Fault[] {
  return checkOnePosition(query, ['before_seq', 'after_seq']);
}

import Type, { type Static } from 'typebox';
import { ExtUserIdSchema, ThreadIdSchema } from './ids.ts';
import { ClientMember, Member } from './members.ts';
import { ClientMessage, Message, Reaction } from './messages.ts';
import { model } from './model.ts';
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
      'Details that the type does not tell: `members` (with `ext_user_id`, and `role` or `until` if those changed; `expired` beside them if a mute or ban ended by itself), `key` of a reaction, `fields` of a thread.',
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

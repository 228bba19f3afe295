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
  model('ThreadFace', 'Of `thread.created` and `thread.updated`: what the thread is called and shows.'),
);
export const ThreadCounters = Type.Object(counters, model('ThreadCounters', 'The counters of the thread.'));

const what = {
  thread_id: ThreadIdSchema,
  seq: Type.Integer({ minimum: 1, description: 'Its number: 1, 2, 3 … in each thread, without a gap.' }),
  type: Type.Unsafe<EntryType>({ type: 'string', enum: ENTRY_TYPES, description: 'What has happened.' }),
  at: Type.Integer({ description: 'When, in Unix milliseconds.' }),
  actor: Type.Union([ExtUserIdSchema, Type.Null()], {
    description: "Who did it; null: the integrator's back end, or time.",
  }),
  message_seq: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'The number of the message that it is about; null: of none.',
  }),
  change: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description:
      'What it was, where the type does not say all of it: `members` (with `ext_user_id`, and `role` or `until` where those changed; `expired` beside them when time ended it), `key` of a reaction, `fields` of a thread.',
  }),
};
const MEMBERS = { description: 'Of `member.…` and `thread.owner_changed`: the members whom `change` names.' };
const others = { thread: Type.Optional(ThreadFace), counters: Type.Optional(ThreadCounters) };

export const LogEntry = Type.Object(
  {
    ...what,
    message: Type.Optional(
      Type.Object(
        ClientMessage.properties,
        model('ClientMessage', 'Of `message.created`, `message.updated` and `message.deleted`: the message.'),
      ),
    ),
    reactions: Type.Optional(
      Type.Array(Reaction, {
        description:
          'Of `reaction.…`: all reactions of the message, in the order in which each was first given.',
      }),
    ),
    pinned_at: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], {
        description:
          'Of `message.pinned` and `message.unpinned`: when the message was pinned, in Unix milliseconds; null: it is not pinned.',
      }),
    ),
    members: Type.Optional(Type.Array(ClientMember, MEMBERS)),
    ...others,
  },
  model(
    'LogEntry',
    'An entry of the log of a thread, as a member of it is told. It says what has changed, and shows that **as it is now**: so to apply one twice changes nothing, and of several changes of one thing each shows the last. (To a user who has been removed meanwhile it shows nothing: `message`, `reactions`, `pinned_at`, `members`, `thread` and `counters` are missing.)',
  ),
);
export type LogEntry = Static<typeof LogEntry>;

export const WebhookEntry = Type.Object(
  {
    ...what,
    message: Type.Optional(
      Type.Object(Message.properties, model('Message', 'Of `message.…` and `reaction.…`: the message.')),
    ),
    members: Type.Optional(Type.Array(Member, MEMBERS)),
    ...others,
  },
  model(
    'WebhookEntry',
    'An entry of the log of a thread, as webhooks are told of it. It says what has happened, and shows that as it was when the webhook was first called.',
  ),
);
export type WebhookEntry = Static<typeof WebhookEntry>;

/** An entry with every `user_id`: before it is known who is to see it. */
export type WholeEntry = WebhookEntry & Pick<LogEntry, 'reactions' | 'pinned_at'>;

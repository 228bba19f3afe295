import Type, { type Static } from 'typebox';
import { ExtUserIdSchema, ThreadIdSchema } from './ids.ts';
import { KindSchema, MetadataSchema } from './message-kinds.ts';
import { model } from './model.ts';

const seq = Type.Integer({ minimum: 1, description: "The message's number in its thread's log." });

export const SentMessage = Type.Object(
  { id: Type.String({ description: '`<thread_id>.<seq>`' }), thread_id: ThreadIdSchema, seq },
  model('SentMessage', 'The message that was stored.'),
);

/** The `data` of the response, if the request asks for it with `Prefer: return=representation`. */
export const SentMessages = Type.Object(
  { messages: Type.Array(SentMessage) },
  model('SentMessages', 'The sent messages, one for each destination.'),
);
export type SentMessages = Static<typeof SentMessages>;

const time = (what: string) => Type.Integer({ description: `${what}, in Unix milliseconds.` });
const timeOrNull = (what: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    description: `${what}, in Unix milliseconds; otherwise null.`,
  });

export const Sender = Type.Object(
  {
    type: Type.Unsafe<'user' | 'bot'>({ type: 'string', enum: ['user', 'bot'] }),
    user_id: Type.String({ description: "The user's identifier on the integrator's side; empty for a bot." }),
    ext_user_id: ExtUserIdSchema,
    bot_id: Type.String({ description: "The bot's identifier; empty for a user." }),
    display_name: Type.String({ description: 'Current display name.' }),
    avatar_url: Type.String({ description: 'Current avatar address.' }),
  },
  model('Sender', 'The sender of a message. Depending on `type`, either `bot_id` or `user_id` is empty.'),
);

/** Maximum length of the quote in a reply. */
export const REPLY_PREVIEW_CHARS = 200;

export const ReplyPreview = Type.Object(
  {
    seq,
    kind: KindSchema,
    sender: Type.Object({
      type: Type.Unsafe<'user' | 'bot'>({ type: 'string', enum: ['user', 'bot'] }),
      ext_user_id: ExtUserIdSchema,
      display_name: Type.String({ description: 'Current display name.' }),
    }),
    text: Type.String({
      maxLength: REPLY_PREVIEW_CHARS,
      description: `The first ${REPLY_PREVIEW_CHARS} code points of the text; empty if the message is deleted.`,
    }),
    deleted_at: timeOrNull('When the message was deleted'),
  },
  model(
    'ReplyPreview',
    'The message that a reply quotes, in its current state: enough to show the quote without loading the message.',
  ),
);
export type ReplyPreview = Static<typeof ReplyPreview>;

/** Maximum length of the key of a reaction, in code points. */
export const MAX_REACTION_CHARS = 32;

export const ReactionKeySchema = Type.String({
  minLength: 1,
  maxLength: MAX_REACTION_CHARS,
  format: 'reaction-key',
  description:
    'An emoji, or a word that the client displays as it likes. All spellings of an emoji are one reaction, with and without U+FE0F: responses have the one that Unicode recommends, in NFC.',
});

/** Maximum number of different reactions to one message. */
export const MAX_REACTION_KEYS = 100;

export const Reaction = Type.Object(
  {
    key: ReactionKeySchema,
    count: Type.Integer({ minimum: 1, description: 'Number of users who gave this reaction.' }),
    mine: Type.Boolean({
      description: 'Whether the signed-in user gave this reaction; always false with an API key.',
    }),
  },
  model('Reaction', 'A reaction and its count.'),
);

export const Message = Type.Object(
  {
    id: Type.String({ description: '`<thread_id>.<seq>`' }),
    thread_id: ThreadIdSchema,
    seq,
    kind: KindSchema,
    sender: Sender,
    body: Type.Object(
      {
        text: Type.String(),
        metadata: Type.Array(MetadataSchema, {
          maxItems: 1,
          description: 'The one element of the sent metadata, with all its fields.',
        }),
      },
      { description: 'Empty if the message is deleted.' },
    ),
    client_message_id: Type.String({ description: 'Idempotency key that the client chose, or empty.' }),
    reply_to: Type.Union([seq, Type.Null()], {
      description: 'The number of the message that this message replies to.',
    }),
    reply_preview: Type.Union([ReplyPreview, Type.Null()], {
      description: 'The message that this message replies to, or null.',
    }),
    mentions: Type.Array(ExtUserIdSchema, {
      description: 'The `ext_user_id`s of the mentioned users and bots.',
    }),
    reactions: Type.Array(Reaction, { description: 'Reactions, in the order of their first use.' }),
    pinned_at: timeOrNull('When the message was pinned'),
    created_at: time('When the message was sent'),
    edited_at: timeOrNull('When the message was last edited'),
    deleted_at: timeOrNull('When the message was deleted'),
    as: Type.Optional(
      Type.Unsafe<'support'>({
        type: 'string',
        enum: ['support'],
        description:
          '`support`: a user of the support desk sent it without being a member of the thread. Otherwise absent.',
      }),
    ),
  },
  model('Message', 'A message in its current state.'),
);

export const ClientSender = Type.Object(
  {
    ...Sender.properties,
    user_id: Type.Union([Type.String(), Type.Null()], {
      description:
        "The user's identifier on the integrator's side; empty for a bot; null if the policy hides the identifiers of other users.",
    }),
  },
  model('ClientSender', 'The sender of a message, as signed-in users see them.'),
);

export const ClientMessage = Type.Object(
  { ...Message.properties, sender: ClientSender },
  model('ClientMessage', 'A message in its current state, as signed-in users see it.'),
);
export type ClientMessage = Static<typeof ClientMessage>;
export type Message = Static<typeof Message>;

import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import {
  BotIdSchema,
  decimalIdSchema,
  ExtUserIdSchema,
  type MessageSeq,
  ThreadIdSchema,
  UserIdSchema,
} from './ids.ts';
import { maxChars, maxMessageBytes } from './limits.ts';
import {
  checkButtons,
  checkFiles,
  checkText,
  normalizeMetadata,
  SentMetadataSchema,
} from './message-kinds.ts';
import { ReactionKeySchema } from './messages.ts';
import { model } from './model.ts';
import {
  AfterSeqSchema,
  AfterTimeSchema,
  BeforeSeqSchema,
  BeforeTimeSchema,
  checkOnePosition,
  checkPeriod,
  LimitSchema,
  seqPosition,
} from './paging.ts';
import { isAbsent, isRecord } from './values.ts';

const notifyText = (description: string) => Type.String({ ...maxChars('nameChars'), description });
const notifyImage = (description: string) =>
  Type.String({ format: 'http-url', ...maxChars('urlChars'), description });
export const CustomNotify = Type.Object(
  {
    title: Type.Optional(notifyText('Title.')),
    subtitle: Type.Optional(notifyText('Subtitle.')),
    avatar_url: Type.Optional(notifyImage('Avatar address.')),
    image_url: Type.Optional(notifyImage('Image address.')),
  },
  model('CustomNotify', 'Customises the notification of this message.'),
);

/**
 * Only back ends customise notifications: a user could otherwise write anything on the lock screens of others, in anybody's name.
 * An empty field is removed.
 */
function refuseCustomNotify(request: unknown): Fault[] {
  const body = isRecord(request) ? request.body : undefined;
  if (!isRecord(body) || !('custom_notify' in body)) return [];
  if (isAbsent(body.custom_notify)) {
    delete body.custom_notify;
    return [];
  }
  const message = 'is taken only from back ends, which have an API key';
  return [{ code: 'M40003', field: 'body.custom_notify', rule: 'not_taken', message }];
}

const TextSchema = Type.String({
  ...maxChars('textChars'),
  description: 'Text of the message. Required for the kinds `text`, `image` and `video`.',
});
const OneMetadata = Type.Array(SentMetadataSchema, { minItems: 1, maxItems: 1 });

/** Send a message (interface §5). `body.metadata[0].type` is its kind. */
export const SendMessage = Type.Object({
  sender: Type.Object(
    { bot_id: Type.Optional(BotIdSchema), user_id: Type.Optional(UserIdSchema) },
    { description: 'Exactly one of `bot_id` and `user_id`.' },
  ),
  target: Type.Object(
    {
      thread_id: Type.Optional(ThreadIdSchema),
      ext_user_ids: Type.Optional(Type.Array(ExtUserIdSchema, { maxItems: 1000 })),
      user_ids: Type.Optional(Type.Array(UserIdSchema, { maxItems: 100 })),
    },
    {
      description:
        'The destination is the first of `thread_id`, `ext_user_ids` and `user_ids` that has data.',
    },
  ),
  body: Type.Object(
    {
      text: Type.Optional(TextSchema),
      metadata: OneMetadata,
      custom_notify: Type.Optional(CustomNotify),
    },
    maxMessageBytes(),
  ),
});
export type SendMessage = Static<typeof SendMessage>;

/** The rules of {@link SendMessage} that a schema cannot express (interface §5 rules 1 and 2, §5b-5d). */
export function checkSendMessage(request: unknown): Fault[] {
  if (!isRecord(request)) return [];
  return [
    ...checkSender(request.sender),
    ...checkTarget(request.target),
    ...checkOwnTargets(request.sender, request.target),
    ...checkText(request),
    ...checkFiles(request),
    ...checkButtons(request),
  ];
}

function checkSender(sender: unknown): Fault[] {
  if (!isRecord(sender)) return [];
  const given = [sender.bot_id, sender.user_id].filter((id) => !isAbsent(id)).length;
  if (given === 1) return [];
  const message = 'must have exactly one of bot_id and user_id';
  return [{ code: 'M40008', field: 'sender', rule: 'exactly_one', message }];
}

function checkTarget(target: unknown): Fault[] {
  if (!isRecord(target)) return [];
  const hasData = [target.thread_id, target.ext_user_ids, target.user_ids].some(
    (ids) => !isAbsent(ids) && !(Array.isArray(ids) && ids.length === 0),
  );
  if (hasData) return [];
  const message = 'must have thread_id, ext_user_ids or user_ids with data';
  return [{ code: 'M40009', field: 'target', rule: 'any_of', message }];
}

/** Looks only at the destination that the server will use. The schema alone checks the others. */
function checkOwnTargets(sender: unknown, target: unknown): Fault[] {
  if (!isRecord(sender) || !isRecord(target)) return [];
  const { thread_id: threadId, ext_user_ids: extUserIds, user_ids: userIds } = target;
  if (!isAbsent(threadId) || (Array.isArray(extUserIds) && extUserIds.length > 0)) return [];
  if (!Array.isArray(userIds)) return [];
  const own = isAbsent(sender.user_id) ? sender.bot_id : sender.user_id;
  return userIds.flatMap((id, index) =>
    !isAbsent(id) && id === own ? [ownTargetFault(`target.user_ids[${index}]`)] : [],
  );
}

/** A sender cannot be among its own destinations. */
export function ownTargetFault(field: string): Fault {
  return { code: 'M40003', field, rule: 'not_sender', message: 'is the sender itself' };
}

/** Maximum number of users that one message mentions. */
const MAX_MENTIONS = 100;

const mentions = (description: string) =>
  Type.Optional(Type.Array(ExtUserIdSchema, { maxItems: MAX_MENTIONS, description }));

const clientMessageId = (what: string, done: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      'x-max-bytes': 255,
      format: 'identifier',
      description: `Idempotency key of the ${what}, chosen by the client; unique for its thread and sender, without expiry. ${done} with the same key returns the first result and has no second effect.`,
    }),
  );

/** Send a message as a signed-in user. Without `metadata`, it is a text. */
export const SendAsUser = Type.Object({
  body: Type.Object(
    { text: Type.Optional(TextSchema), metadata: Type.Optional(OneMetadata) },
    maxMessageBytes(),
  ),
  reply_to: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The number of the message that this message replies to.',
    }),
  ),
  mentions: mentions('The `ext_user_id`s of the mentioned members and bots. Duplicates count once.'),
  client_message_id: clientMessageId('message', 'Sending again'),
});
export type SendAsUser = Static<typeof SendAsUser>;

/** Absent metadata means a text: fills it in, before the schema is applied. */
export function normalizeSendAsUser(request: unknown): Fault[] {
  const body = isRecord(request) ? request.body : undefined;
  // (The server's parser keeps a number that JavaScript would round as a frozen object.)
  if (isRecord(body) && Object.isExtensible(body) && isAbsent(body.metadata)) {
    body.metadata = [{ type: 'text' }];
  }
  return [...refuseCustomNotify(request), ...normalizeMetadata(request)];
}

/** The rules of {@link SendAsUser} that a schema cannot express. */
export function checkSendAsUser(request: unknown): Fault[] {
  return isRecord(request) ? [...checkText(request), ...checkFiles(request), ...checkButtons(request)] : [];
}

/** Press a button of a promotion. */
export const PressButton = Type.Object({
  button_index: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Index of the button in the promotion; 0 is the first.',
  }),
  client_message_id: clientMessageId('text that the press posts', 'Pressing again'),
});
export type PressButton = Static<typeof PressButton>;

/** Edit a message. Fields that are left out keep their value; the kind of a message never changes. */
export const EditMessage = Type.Object({
  body: Type.Object(
    { text: Type.Optional(TextSchema), metadata: Type.Optional(OneMetadata) },
    maxMessageBytes(),
  ),
  mentions: mentions(
    'The `ext_user_id`s of all members and bots that the message mentions from now on. Those whom it did not mention before are notified, as of a new message. Left out: the mentions stay as they are.',
  ),
});
export type EditMessage = Static<typeof EditMessage>;

/** Of an edit by a signed-in user. */
export function normalizeEditAsUser(request: unknown): Fault[] {
  return [...refuseCustomNotify(request), ...normalizeMetadata(request)];
}

/** The rules of {@link EditMessage} that a schema cannot express. The rule of the text needs the stored kind. */
export function checkEditMessage(request: unknown): Fault[] {
  return isRecord(request) ? [...checkFiles(request), ...checkButtons(request)] : [];
}

export const MessageParams = Type.Object({
  thread_id: ThreadIdSchema,
  seq: decimalIdSchema<MessageSeq>("The message's number in its thread."),
});

/** List messages of a thread. */
export const ListMessagesQuery = Type.Object({
  before_seq: Type.Optional(BeforeSeqSchema),
  after_seq: Type.Optional(AfterSeqSchema),
  around_seq: Type.Optional(
    seqPosition(
      'Returns messages around this number: half of the page before it and half from it on, where there are enough.',
    ),
  ),
  after: Type.Optional(AfterTimeSchema),
  before: Type.Optional(BeforeTimeSchema),
  limit: Type.Optional(LimitSchema),
  pinned: Type.Optional(Type.Boolean({ default: false, description: 'Returns only pinned messages.' })),
});
export type ListMessagesQuery = Static<typeof ListMessagesQuery>;

export function checkListMessagesQuery(query: Partial<ListMessagesQuery>): Fault[] {
  return [...checkOnePosition(query, ['before_seq', 'after_seq', 'around_seq']), ...checkPeriod(query)];
}

export const ReactionParams = Type.Object({
  thread_id: ThreadIdSchema,
  seq: decimalIdSchema<MessageSeq>("The message's number in its thread."),
  key: ReactionKeySchema,
});

import Type, { type Static, type TSchema } from 'typebox';
import type { Fault } from './errors.ts';
import { isClientUri } from './formats.ts';
import {
  BotIdSchema,
  decimalIdSchema,
  ExtUserIdSchema,
  type MessageSeq,
  ThreadIdSchema,
  UserIdSchema,
} from './ids.ts';
import { maxChars, maxItems, maxMessageBytes } from './limits.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { PackIdSchema, StickerIdSchema } from './stickers.ts';
import { isAbsent, isRecord } from './values.ts';

const MAX_INT32 = 2 ** 31 - 1;

const address = (description: string) =>
  Type.String({ minLength: 1, format: 'http-url', ...maxChars('urlChars'), description });
const pixels = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_INT32, description });
const bytes = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });
const fileName = (description: string) =>
  Type.String({ minLength: 1, ...maxChars('nameChars'), description });

/** Fields of metadata that are not named here are kept and returned as they were sent. */
const OPEN = { additionalProperties: true };

/** One element of `body.metadata`; `name` is what clients call its type. */
function metadataOf<const Kind extends string, Fields extends Record<string, TSchema>>(
  kind: Kind,
  name: string,
  fields: Fields,
) {
  const options = { ...OPEN, ...model(name, `Metadata of a message of kind \`${kind}\`.`) };
  return Type.Object({ type: Type.Literal(kind), ...fields }, options);
}

const TextMetadata = metadataOf('text', 'TextMetadata', {});

const CustomMetadata = metadataOf('custom_defined', 'CustomMetadata', {
  custom_name: Type.String({
    minLength: 1,
    ...maxChars('nameChars'),
    description: 'Name of the message type.',
  }),
  payload: Type.String({
    minLength: 1,
    format: 'json-document',
    description: 'A JSON document carried as a string, kept byte for byte.',
  }),
});

const picture = (what: string) => ({
  name: fileName(`Name of the ${what}.`),
  width: pixels('Width in pixels.'),
  height: pixels('Height in pixels.'),
  size: bytes(`Size of the ${what} in bytes.`),
  source_url: address(`Address of the ${what}. The spelling \`src_url\` is accepted as well.`),
  source_thumb_url: address(
    'Address of the thumbnail for lists. The spelling `src_thumb_url` is accepted as well.',
  ),
});
const ImageMetadata = metadataOf('image', 'ImageMetadata', picture('image'));
const VideoMetadata = metadataOf('video', 'VideoMetadata', picture('video'));

const FileMetadata = metadataOf('file', 'FileMetadata', {
  name: fileName('Name of the file.'),
  size: bytes('Size of the file in bytes.'),
  mime_type: Type.String({
    minLength: 1,
    ...maxChars('nameChars'),
    description: 'Media type, such as `application/pdf`.',
  }),
  source_url: address('Address of the file. The spelling `src_url` is accepted as well.'),
});

const StickerMetadata = metadataOf('sticker', 'StickerMetadata', {
  pack_id: PackIdSchema,
  sticker_id: StickerIdSchema,
});

export const PromotionButton = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: 100, description: 'Displayed text.' }),
    action: Type.Object(
      {
        type: Type.Unsafe<1 | 2 | 3>({
          type: 'integer',
          enum: [1, 2, 3],
          description:
            '1: the client opens the URI in `payload`; 2: posts the label as text and sends `payload` to the webhook of the bot; 3: only posts the label as text.',
        }),
        payload: Type.Optional(Type.String({ description: 'Data for action types 1 and 2.' })),
      },
      OPEN,
    ),
  },
  { ...OPEN, ...model('PromotionButton', 'A button of a promotion.') },
);

const PromotionMetadata = metadataOf('promotion', 'PromotionMetadata', {
  promotion: Type.Object(
    {
      label: Type.Optional(Type.String({ maxLength: 100, description: 'Label.' })),
      title: Type.String({ minLength: 1, maxLength: 300, description: 'Title.' }),
      image_url: address('Image address.'),
      description: Type.Optional(Type.String({ maxLength: 1000, description: 'Description.' })),
      buttons: Type.Optional(Type.Array(PromotionButton, maxItems('buttons'))),
    },
    OPEN,
  ),
});

export const KINDS = [
  TextMetadata,
  CustomMetadata,
  ImageMetadata,
  VideoMetadata,
  FileMetadata,
  PromotionMetadata,
  StickerMetadata,
] as const;

export type Metadata = Static<(typeof KINDS)[number]>;
export type MessageKind = Metadata['type'];

/** Kinds whose `body.text` is required, and whether it may be empty (interface §5b, §5c). */
const TEXT_REQUIRED = new Map<unknown, 'may be empty' | 'not empty'>([
  ['image', 'may be empty'],
  ['video', 'may be empty'],
  ['text', 'not empty'],
]);

export const MetadataSchema = Type.Unsafe<Metadata>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: KINDS,
  ...model('MessageMetadata', 'The content of a message beside its text, by kind.'),
});

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

const TextSchema = Type.String({
  ...maxChars('textChars'),
  description: 'Text of the message. Required for the kinds `text`, `image` and `video`.',
});
const OneMetadata = Type.Array(MetadataSchema, { minItems: 1, maxItems: 1 });

/** Send a message (interface §5): one request shape for all kinds, chosen by `body.metadata[0].type`. */
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

/** An emoji, or a name of the client's own. */
export const ReactionKeySchema = Type.String({
  minLength: 1,
  maxLength: 32,
  format: 'reaction-key',
  description: 'An emoji, or a word that the client displays as it likes.',
});

/** Most different reactions that one message can have. */
export const MAX_REACTION_KEYS = 100;

export const ReactionParams = Type.Object({
  thread_id: ThreadIdSchema,
  seq: decimalIdSchema<MessageSeq>("The message's number in its thread."),
  key: ReactionKeySchema,
});

/** Most users whom one message can mention. */
const MAX_MENTIONS = 100;

/** The idempotency key of a message: its client chooses it before the message is sent. */
const clientMessageId = (what: string, done: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      'x-max-bytes': 255,
      format: 'identifier',
      description: `Idempotency key of the ${what}, chosen by the client; unique for its thread and sender, without expiry. ${done} with the same key returns the first result and has no second effect.`,
    }),
  );

/** Send a message as a signed-in user. Without `metadata` it is a text. */
export const SendAsUser = Type.Object({
  body: Type.Object(
    {
      text: Type.Optional(TextSchema),
      metadata: Type.Optional(OneMetadata),
      custom_notify: Type.Optional(CustomNotify),
    },
    maxMessageBytes(),
  ),
  reply_to: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The number of the message that this message replies to.',
    }),
  ),
  mentions: Type.Optional(
    Type.Array(ExtUserIdSchema, {
      maxItems: MAX_MENTIONS,
      description: 'The `ext_user_id`s of the mentioned members and bots. Duplicates count once.',
    }),
  ),
  client_message_id: clientMessageId('message', 'Sending again'),
});
export type SendAsUser = Static<typeof SendAsUser>;

/** No metadata, or none of them, is a text: puts that in place, before the schema is applied. */
export function normalizeSendAsUser(request: unknown): Fault[] {
  const body = isRecord(request) ? request.body : undefined;
  // (A number that is kept as it was written is an object to JavaScript, but takes no field.)
  if (isRecord(body) && Object.isExtensible(body) && isAbsent(body.metadata)) {
    body.metadata = [{ type: 'text' }];
  }
  return unifySpellings(request);
}

/** The rules of {@link SendAsUser} that its schema cannot say. */
export function checkSendAsUser(request: unknown): Fault[] {
  return isRecord(request) ? [...checkText(request), ...checkButtons(request)] : [];
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
});
export type EditMessage = Static<typeof EditMessage>;

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

const KindSchema = Type.Unsafe<MessageKind>({
  type: 'string',
  enum: KINDS.map((kind) => kind.properties.type.const),
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

/** Length of the quote in a reply. */
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

export const MessageParams = Type.Object({
  thread_id: ThreadIdSchema,
  seq: decimalIdSchema<MessageSeq>("The message's number in its thread."),
});

const seqPosition = (description: string) => Type.String({ format: 'decimal-position', description });

/** List messages of a thread. */
export const ListMessagesQuery = Type.Object({
  before_seq: Type.Optional(seqPosition('Returns the last messages before this number.')),
  after_seq: Type.Optional(seqPosition('Returns the first messages after this number.')),
  around_seq: Type.Optional(
    seqPosition(
      'Returns messages around this number: half of the page before it and half from it on, where there are enough.',
    ),
  ),
  limit: Type.Optional(LimitSchema),
  pinned: Type.Optional(Type.Boolean({ default: false, description: 'Returns only pinned messages.' })),
});
export type ListMessagesQuery = Static<typeof ListMessagesQuery>;

export function checkListMessagesQuery(query: Partial<ListMessagesQuery>): Fault[] {
  const [first, ...others] = (['before_seq', 'after_seq', 'around_seq'] as const).filter(
    (name) => query[name] !== undefined,
  );
  const message = `cannot stand beside ${first}`;
  return others.map((field): Fault => ({ code: 'M40010', field, rule: 'exclusive', message }));
}

/** Field pairs that the contract spells in two ways (interface §5c): the long one is stored and returned. */
const SPELLINGS = [
  ['source_url', 'src_url'],
  ['source_thumb_url', 'src_thumb_url'],
] as const;

const SPELLED_KINDS: ReadonlySet<unknown> = new Set<MessageKind>(['image', 'video', 'file']);

/**
 * Replaces the short spellings of `body.metadata[0]` by the long ones, in place, before the schema is applied.
 * Returns a fault for each pair with two different values.
 */
export function unifySpellings(request: unknown): Fault[] {
  const metadata = firstMetadata(request);
  if (metadata === undefined || !SPELLED_KINDS.has(metadata.type)) return [];
  const faults: Fault[] = [];
  for (const [long, short] of SPELLINGS) {
    if (isAbsent(metadata[short])) continue;
    if (isAbsent(metadata[long])) {
      metadata[long] = metadata[short];
    } else if (metadata[long] !== metadata[short]) {
      const field = `body.metadata[0].${short}`;
      const message = `has another value than ${long}`;
      faults.push({ code: 'M40012', field, rule: 'same_value', message });
    }
    delete metadata[short];
  }
  return faults;
}

/** The rules of {@link SendMessage} that its schema cannot say (interface §5 rules 1 and 2, §5b-5d). */
export function checkSendMessage(request: unknown): Fault[] {
  if (!isRecord(request)) return [];
  return [
    ...checkSender(request.sender),
    ...checkTarget(request.target),
    ...checkOwnTargets(request.sender, request.target),
    ...checkText(request),
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

/** Only the destination that is used counts: the others are checked for type and length, not looked at. */
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

function checkText(request: Record<string, unknown>): Fault[] {
  return isRecord(request.body) ? textFaults(firstMetadata(request)?.type, request.body.text) : [];
}

/** Whether a message of this kind may have this text; what is no kind has other faults. */
export function textFaults(kind: unknown, text: unknown): Fault[] {
  const rule = TEXT_REQUIRED.get(kind);
  if (rule === undefined) return [];
  if (rule === 'not empty' ? !isAbsent(text) : text !== undefined && text !== null) return [];
  const message = `is required for a message of type ${String(kind)}`;
  return [{ code: 'M40002', field: 'body.text', rule: 'required', message }];
}

/** The rules of {@link EditMessage} that its schema cannot say; those of its text need the kind that is stored. */
export function checkEditMessage(request: unknown): Fault[] {
  return isRecord(request) ? checkButtons(request) : [];
}

/** `payload` of action type 1 is what the client opens. */
function checkButtons(request: Record<string, unknown>): Fault[] {
  const promotion = firstMetadata(request)?.promotion;
  const buttons = isRecord(promotion) ? promotion.buttons : undefined;
  if (!Array.isArray(buttons)) return [];
  return buttons.flatMap((button: unknown, index) => {
    const action = isRecord(button) ? button.action : undefined;
    if (!isRecord(action) || action.type !== 1) return [];
    const payload = action.payload;
    if (isAbsent(payload) || typeof payload !== 'string' || isClientUri(payload)) return [];
    const field = `body.metadata[0].promotion.buttons[${index}].action.payload`;
    const message = 'must be an http(s), tel:, mailto: or sms: address, or one of an app (action type is 1)';
    return [{ code: 'M40003', field, rule: 'client_uri', message } satisfies Fault];
  });
}

function firstMetadata(request: unknown): Record<string, unknown> | undefined {
  if (!isRecord(request) || !isRecord(request.body)) return undefined;
  const metadata = request.body.metadata;
  const first: unknown = Array.isArray(metadata) ? metadata[0] : undefined;
  return isRecord(first) ? first : undefined;
}

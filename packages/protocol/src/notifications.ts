import Type, { type Static } from 'typebox';
import {
  checkPutEmailSettings,
  DEFAULT_EMAIL_SETTINGS,
  EmailSettings,
  normalizePutEmailSettings,
  PutEmailSettings,
} from './emails.ts';
import type { Fault } from './errors.ts';
import { languageTag } from './formats.ts';
import { ExtUserIdSchema, type ThreadId, ThreadIdSchema, type UserId, UserIdSchema } from './ids.ts';
import { KINDS, type MessageKind } from './message-kinds.ts';
import { model } from './model.ts';
import { ProviderParams, PUSH_RESULTS } from './notification-providers.ts';
import { LimitSchema } from './paging.ts';
import {
  isObject,
  MAX_TEMPLATE_BYTES,
  MAX_TEMPLATE_LANGUAGES,
  mapped,
  placeholderFaults,
  storedParts,
  templateFaults,
  unlessEmpty,
} from './templates.ts';
import { isAbsent, isRecord } from './values.ts';

/** Notifications: what they say, and what became of them. */

/** How much of a message notifications show. */
export const PREVIEWS = ['full', 'sender', 'none'] as const;
export type Preview = (typeof PREVIEWS)[number];

/** Which messages of linked threads notify their members. */
export const LINKED_THREADS = ['all', 'mentions', 'none'] as const;
export type LinkedThreads = (typeof LINKED_THREADS)[number];

/** What templates are for: the kinds of messages, mentions whatever their kind, and everything else. */
export const TEMPLATE_KINDS = [...KINDS.map((kind) => kind.properties.type.const), 'mention', 'default'];
export type TemplateKind = MessageKind | 'mention' | 'default';

export const PLACEHOLDERS = ['sender', 'thread', 'text', 'title'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const PARTS = ['title', 'body'] as const;

export const NotificationTemplate = Type.Object(
  {
    title: Type.Optional(Type.String({ maxLength: 200, description: 'Title.' })),
    body: Type.Optional(Type.String({ maxLength: 1_000, description: 'Text.' })),
  },
  model(
    'NotificationTemplate',
    "What a notification says, with the placeholders `{sender}` (name), `{thread}` (name), `{text}` (of the message, or a word for its kind) and `{title}` (of a promotion). Parts that are left out have Palaver's words.",
  ),
);
export type NotificationTemplate = Static<typeof NotificationTemplate>;

export type NotificationTemplates = Record<string, Partial<Record<TemplateKind, NotificationTemplate>>>;

const preview = Type.Unsafe<Preview>({
  type: 'string',
  enum: PREVIEWS,
  description:
    '`full`: sender and text. `sender`: no text of the message. `none`: neither sender, thread nor text, and pushes without the references of the thread. `full` by default.',
});
const dataOnly = Type.Boolean({
  description:
    'True: devices get only data (thread and number of the message), and the app fetches and shows the message itself. False by default.',
});
const linkedThreads = Type.Unsafe<LinkedThreads>({
  type: 'string',
  enum: LINKED_THREADS,
  description:
    'Which messages of linked threads (those with a `reference_id` or `satl_reference_id`) notify members who have not chosen for themselves. `mentions` by default.',
});
const templates = Type.Unsafe<NotificationTemplates>({
  type: 'object',
  additionalProperties: Type.Object(
    Object.fromEntries(TEMPLATE_KINDS.map((kind) => [kind, Type.Optional(NotificationTemplate)])),
  ),
  description: `Templates by language (a BCP 47 tag, or \`default\` for all other languages) and kind: a kind of messages, \`mention\`, or \`default\` for all other kinds. \`custom_notify\` of a message comes before them. Up to ${MAX_TEMPLATE_LANGUAGES} languages, and ${MAX_TEMPLATE_BYTES} bytes as JSON.`,
});

export const PutSettings = Type.Object({
  preview: Type.Optional(preview),
  data_only: Type.Optional(dataOnly),
  linked_threads: Type.Optional(linkedThreads),
  templates: Type.Optional(templates),
  email: Type.Optional(PutEmailSettings),
});
export type PutSettings = Static<typeof PutSettings>;

export const NotificationSettings = Type.Object(
  { preview, data_only: dataOnly, linked_threads: linkedThreads, templates, email: EmailSettings },
  model('NotificationSettings', 'What notifications say.'),
);
export type NotificationSettings = Static<typeof NotificationSettings>;

/** The settings of an application that has set none. */
export const DEFAULT_SETTINGS: NotificationSettings = {
  preview: 'full',
  data_only: false,
  linked_threads: 'mentions',
  templates: {},
  email: DEFAULT_EMAIL_SETTINGS,
};

/** Gives fields that a request empties their defaults, in place. */
export function normalizePutSettings(request: unknown): Fault[] {
  if (!isObject(request)) return [];
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS))
    if (request[name] === null || request[name] === '') request[name] = value;
  normalizePutEmailSettings(request.email);
  return [];
}

/** The rules of {@link PutSettings} that a schema cannot express. */
export function checkPutSettings(request: unknown): Fault[] {
  if (!isRecord(request)) return [];
  return [...checkTemplates(request.templates), ...checkPutEmailSettings('email', request.email)];
}

function checkTemplates(given: unknown): Fault[] {
  if (!isObject(given)) return [];
  const faults = templateFaults('templates', given, storedTemplates(given));
  if (faults.some(({ code }) => code === 'M40005')) return faults;
  const unknown = Object.entries(given).flatMap(([language, kinds]) =>
    kindFaults(`templates.${language}`, kinds),
  );
  return [...faults, ...unknown];
}

function kindFaults(field: string, kinds: unknown): Fault[] {
  if (!isObject(kinds)) return [];
  return Object.entries(kinds).flatMap(([kind, template]): Fault[] => {
    const place = `${field}.${kind}`;
    if (TEMPLATE_KINDS.includes(kind)) return placeholderFaults(place, template, PARTS, PLACEHOLDERS);
    const message = `must be one of ${TEMPLATE_KINDS.join(', ')}`;
    return [{ code: 'M40003', field: place, rule: 'enum', message }];
  });
}

/**
 * Templates as they are stored: with canonical language tags, without unknown fields, and without empty parts, kinds and languages.
 * They may have any shape; what has another form is left out.
 */
export function storedTemplates(given: unknown): NotificationTemplates {
  return mapped(given, (kinds, language) => {
    const tag = languageTag(language);
    if (tag === undefined) return [];
    return unlessEmpty(
      tag,
      mapped(kinds, (template, kind) => {
        if (!TEMPLATE_KINDS.includes(kind)) return [];
        return unlessEmpty(kind, storedParts(template, PARTS));
      }),
    );
  }) as NotificationTemplates;
}

const STATES = ['pending', 'delivered', 'failed', 'expired', 'cancelled', 'withdrawn'] as const;
export type NotificationStatus = (typeof STATES)[number];
const status = Type.Unsafe<NotificationStatus>({
  type: 'string',
  enum: STATES,
  description:
    '`pending`: Palaver will send it; `delivered`: the push service has accepted it; `failed`: the push service will never accept it, or the device is gone; `expired`: it could not be delivered in time; `cancelled`: the message was read or deleted first, or the user is no longer to be notified; `withdrawn`: the message was read or deleted later, and the device was asked to remove the notification.',
});

export const ListNotificationsQuery = Type.Object({
  user_id: Type.Optional(
    Type.Unsafe<UserId>({ ...UserIdSchema, description: 'The user. `user_id` or `thread_id` is required.' }),
  ),
  thread_id: Type.Optional(Type.Unsafe<ThreadId>({ ...ThreadIdSchema, description: 'The thread.' })),
  status: Type.Optional(status),
  last_id: Type.Optional(
    Type.String({
      format: 'decimal-position',
      description: 'The `id` of the last element of the previous page; absent or `0` starts with the newest.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});
export type ListNotificationsQuery = Static<typeof ListNotificationsQuery>;

/** A list of all notifications of an application would be of no use, and expensive. */
export function checkListNotifications(query: unknown): Fault[] {
  if (!isRecord(query) || !isAbsent(query.user_id) || !isAbsent(query.thread_id)) return [];
  const message = 'is required, or thread_id';
  return [{ code: 'M40010', field: 'user_id', rule: 'required', message }];
}

const time = (description: string) => Type.Integer({ description: `${description} Unix milliseconds.` });

export const NotificationAttempt = Type.Object(
  {
    at: time('When the attempt started.'),
    kind: Type.Unsafe<'show' | 'withdraw'>({
      type: 'string',
      enum: ['show', 'withdraw'],
      description: '`show`: a notification; `withdraw`: its removal from the device.',
    }),
    seq: Type.Integer({
      description: 'The message of the notification; of a `withdraw`, the read position.',
    }),
    result: Type.Unsafe<(typeof PUSH_RESULTS)[number]>({
      type: 'string',
      enum: PUSH_RESULTS,
      description:
        '`gone`: the device was removed, because its token is dead; `refused`: it is not repeated; `failed`: it is repeated.',
    }),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'HTTP status of the push service; null if there was no response.',
    }),
    response: Type.String({
      description: 'Beginning of its response, or the reason why there was none: at most 500 characters.',
    }),
  },
  model('NotificationAttempt', 'One request to a push service.'),
);
export type NotificationAttempt = Static<typeof NotificationAttempt>;

export const NotificationDelivery = Type.Object(
  {
    id: Type.String({ description: 'Id of the notification.' }),
    user_id: UserIdSchema,
    ext_user_id: ExtUserIdSchema,
    device_id: Type.String({ description: 'The device, which may have been removed since.' }),
    provider: ProviderParams.properties.provider,
    thread_id: ThreadIdSchema,
    seq: Type.Integer({ description: 'The latest message of the thread that the notification is about.' }),
    status,
    tries: Type.Integer({ minimum: 0, description: 'Failed attempts in a row.' }),
    attempts: Type.Array(NotificationAttempt, { description: 'The latest 10 attempts, oldest first.' }),
    updated_at: time('When its status was last recorded.'),
    next_try_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When the next attempt is due. Unix milliseconds; null if none is.',
    }),
  },
  model('NotificationDelivery', 'What became of the notifications of a device about a thread.'),
);
export type NotificationDelivery = Static<typeof NotificationDelivery>;

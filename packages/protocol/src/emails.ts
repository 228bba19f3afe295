import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { languageTag, MAX_EMAIL_CHARS, MAX_LANGUAGE_CHARS } from './formats.ts';
import { model } from './model.ts';
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
import { isRecord } from './values.ts';

/** E-mail about messages that stay unread: the addresses of users, and what an application says in it. */

export const PutEmail = Type.Object({
  address: Type.String({
    minLength: 1,
    maxLength: MAX_EMAIL_CHARS,
    format: 'email-address',
    description: 'The address, without a name.',
  }),
  language: Type.Optional(
    Type.String({
      format: 'language',
      maxLength: MAX_LANGUAGE_CHARS,
      description: 'The language of the e-mails.',
    }),
  ),
});
export type PutEmail = Static<typeof PutEmail>;

const EMAIL_STATES = ['none', 'active', 'refused'] as const;
export type EmailStatus = (typeof EMAIL_STATES)[number];

const RESULTS = ['delivered', 'gone', 'refused', 'failed'] as const;
export type EmailResult = (typeof RESULTS)[number];

const time = (description: string) => Type.Integer({ description: `${description} Unix milliseconds.` });

export const EmailAttempt = Type.Object(
  {
    at: time('When the attempt started.'),
    message_id: Type.String({ description: '`Message-ID` of the e-mail: a repeated one has the same.' }),
    threads: Type.Integer({ description: 'Threads that the e-mail is about.' }),
    result: Type.Unsafe<EmailResult>({
      type: 'string',
      enum: RESULTS,
      description:
        '`delivered`: the mail server has accepted it; `gone`: the mail server said that there is no such address; `refused`: it is not repeated; `failed`: it is repeated.',
    }),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Reply code of the mail server; null if there was no reply.',
    }),
    response: Type.String({
      description:
        'Beginning of its reply: at most 500 characters. After a failure of the mail server, which is not about this e-mail, a text that says so.',
    }),
  },
  model('EmailAttempt', 'One attempt to hand an e-mail to the mail server.'),
);
export type EmailAttempt = Static<typeof EmailAttempt>;

export const UserEmail = Type.Object(
  {
    address: Type.String({ description: 'The address; empty if there is none.' }),
    language: Type.String({ description: 'The language of the e-mails, or empty.' }),
    status: Type.Unsafe<EmailStatus>({
      type: 'string',
      enum: EMAIL_STATES,
      description:
        '`none`: the user has no address; `active`; `refused`: the mail server said that there is no such address. It gets no e-mail until you set it anew.',
    }),
    subscribed: Type.Boolean({ description: 'False: the user wants no e-mail.' }),
    next_try_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When the next e-mail is due. Unix milliseconds; null if none is.',
    }),
    attempts: Type.Array(EmailAttempt, { description: 'The latest 10 attempts, oldest first.' }),
  },
  model('UserEmail', 'The e-mail address of a user, and what became of the latest e-mails.'),
);
export type UserEmail = Static<typeof UserEmail>;

const EMAIL_PARTS = ['subject', 'intro', 'open', 'footer'] as const;
export type EmailPart = (typeof EMAIL_PARTS)[number];

export const EMAIL_PLACEHOLDERS = ['name', 'count', 'threads'] as const;
export type EmailPlaceholder = (typeof EMAIL_PLACEHOLDERS)[number];

const part = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const EmailTemplate = Type.Object(
  {
    subject: part(200, 'Subject.'),
    intro: part(1_000, 'First paragraph.'),
    open: part(100, 'Text of the links to threads.'),
    footer: part(1_000, 'Last paragraph, above the link that unsubscribes.'),
  } satisfies Record<EmailPart, unknown>,
  model(
    'EmailTemplate',
    "What e-mails say, with the placeholders `{name}` (of the recipient), `{count}` (unread messages) and `{threads}` (threads with unread messages). Parts that are left out have Palaver's words.",
  ),
);
export type EmailTemplate = Static<typeof EmailTemplate>;
export type EmailTemplates = Record<string, EmailTemplate>;

/** A week. */
export const MAX_UNREAD_MINUTES = 10_080;
const MAX_LINK_CHARS = 2_048;

const enabled = Type.Boolean({ description: 'Whether users get e-mail. False by default.' });
const unreadMinutes = Type.Integer({
  minimum: 0,
  maximum: MAX_UNREAD_MINUTES,
  description:
    'How long a message stays unread before there is an e-mail about it, and the shortest time between two e-mails to a user, in minutes. 0, the default: as the operator has set (`PALAVER_EMAIL_UNREAD_MINUTES`).',
});
const link = Type.String({
  maxLength: MAX_LINK_CHARS,
  format: 'thread-link',
  description:
    'An https address that opens a thread in your app, with the placeholders `{thread_id}`, `{reference_id}` and `{satl_reference_id}`, which are URL-encoded; a reference that the thread does not have is empty, and the host contains no reference. A server that only its own machine reaches also takes `http://localhost`: one on loopback without trusted proxies (`PALAVER_TRUSTED_PROXIES`), or with a public address (`PALAVER_PUBLIC_URL`) on loopback. Empty, the default: e-mails have no such links.',
});
const templates = Type.Unsafe<EmailTemplates>({
  type: 'object',
  additionalProperties: EmailTemplate,
  description: `Templates by language: a BCP 47 tag, or \`default\` for all other languages. Up to ${MAX_TEMPLATE_LANGUAGES} languages, and ${MAX_TEMPLATE_BYTES} bytes as JSON.`,
});

export const PutEmailSettings = Type.Object({
  enabled: Type.Optional(enabled),
  unread_minutes: Type.Optional(unreadMinutes),
  link: Type.Optional(link),
  templates: Type.Optional(templates),
});
export type PutEmailSettings = Static<typeof PutEmailSettings>;

export const EmailSettings = Type.Object(
  { enabled, unread_minutes: unreadMinutes, link, templates },
  model('EmailSettings', 'E-mail about messages that stay unread.'),
);
export type EmailSettings = Static<typeof EmailSettings>;

export const DEFAULT_EMAIL_SETTINGS: EmailSettings = {
  enabled: false,
  unread_minutes: 0,
  link: '',
  templates: {},
};

/** Gives fields that a request empties their defaults, in place. */
export function normalizePutEmailSettings(request: unknown): void {
  if (!isObject(request)) return;
  for (const [name, value] of Object.entries(DEFAULT_EMAIL_SETTINGS))
    if (request[name] === null || request[name] === '') request[name] = value;
}

/** The rules of {@link PutEmailSettings} that a schema cannot express; `field` is where the request has them. */
export function checkPutEmailSettings(field: string, request: unknown): Fault[] {
  const given = isRecord(request) ? request.templates : undefined;
  if (!isObject(given)) return [];
  const place = `${field}.templates`;
  const faults = templateFaults(place, given, storedEmailTemplates(given));
  if (faults.some(({ code }) => code === 'M40005')) return faults;
  const unknown = Object.entries(given).flatMap(([language, template]) =>
    placeholderFaults(`${place}.${language}`, template, EMAIL_PARTS, EMAIL_PLACEHOLDERS),
  );
  return [...faults, ...unknown];
}

/** Templates as they are stored: with canonical language tags, without unknown and empty parts, and without empty languages. */
export function storedEmailTemplates(given: unknown): EmailTemplates {
  return mapped(given, (template, language) => {
    const tag = languageTag(language);
    return tag === undefined ? [] : unlessEmpty(tag, storedParts(template, EMAIL_PARTS));
  }) as EmailTemplates;
}

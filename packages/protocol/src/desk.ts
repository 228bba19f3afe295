import Type, { type Static } from 'typebox';
import { ClientThread } from './client-threads.ts';
import { decimalIdSchema, ThreadIdSchema } from './ids.ts';
import { ClientMessage } from './messages.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { MAX_TIME } from './values.ts';

/** The support desk: users who read the threads of their tenant without being members. */

/** Maximum number of users on the desk of a tenant. */
export const MAX_DESK_USERS = 1_000;

/** A reading opens a direct thread for this time. */
export const READING_MS = 60 * 60 * 1_000;

/** Maximum number of readings of one user that are open at the same time. */
export const MAX_OPEN_READINGS = 100;

const directThreads = {
  description:
    'Whether the user may read direct threads. Each reading of one needs a reason, and is recorded.',
};

export const PutDeskUser = Type.Object({
  direct_threads: Type.Optional(Type.Boolean({ default: false, ...directThreads })),
});
export type PutDeskUser = Static<typeof PutDeskUser>;

export const DeskUser = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether the user is on the support desk.' }),
    direct_threads: Type.Boolean(directThreads),
    since: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Since when the user is on the desk, in Unix milliseconds; null if they are not.',
    }),
  },
  model('DeskUser', 'Whether a user is on the support desk, and what they may read.'),
);
export type DeskUser = Static<typeof DeskUser>;

const {
  me: _me,
  peer: _peer,
  unread_count: _count,
  unread_more: _more,
  list_position: _position,
  ...shown
} = ClientThread.properties;

export const DeskThread = Type.Object(
  {
    ...shown,
    last_message: Type.Union([ClientMessage, Type.Null()], {
      description:
        'The latest message, with an empty body if it is deleted; null if the thread has no messages, and in a direct thread without an open reading.',
    }),
  },
  model('DeskThread', 'A thread as a user of the support desk sees it.'),
);
export type DeskThread = Static<typeof DeskThread>;

export const ListDeskThreadsQuery = Type.Object({
  next: Type.Optional(
    Type.String({
      format: 'decimal-position',
      description: '`next` of the previous page; absent or `0` starts at the beginning.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
  active_after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_TIME,
      description:
        'Lists only threads whose latest message is from this time or later, in Unix milliseconds.',
    }),
  ),
});

export const MAX_REASON_CHARS = 500;

/** Read a direct thread. */
export const OpenReading = Type.Object({
  thread_id: ThreadIdSchema,
  reason: Type.String({
    minLength: 1,
    maxLength: MAX_REASON_CHARS,
    format: 'visible-text',
    description: 'Why the user reads the thread. Your back end sees it.',
  }),
});
export type OpenReading = Static<typeof OpenReading>;

const time = (description: string) => Type.Integer({ description: `${description} Unix milliseconds.` });

export const DeskReading = Type.Object(
  {
    id: decimalIdSchema<string>('The reading.'),
    thread_id: ThreadIdSchema,
    reason: Type.String({ description: 'The reason that the user gave.' }),
    at: time('When it began.'),
    until: time('When it ends.'),
  },
  model('DeskReading', 'A reading of a direct thread by a user of the support desk.'),
);
export type DeskReading = Static<typeof DeskReading>;

export const ListReadingsQuery = Type.Object({
  last_id: Type.Optional(
    Type.String({
      format: 'decimal-position',
      description: 'The `id` of the last element of the previous page; absent or `0` starts with the newest.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});

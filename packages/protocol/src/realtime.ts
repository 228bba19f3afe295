import Type, { type Static } from 'typebox';
import { ClientThread, MarkRead, Peer, ReadPosition } from './client-threads.ts';
import { Activity, ActivityMissed, WatchEnded } from './desk-frames.ts';
import { FailureSchema } from './envelope.ts';
import { FileTicket } from './files.ts';
import { ExtUserIdSchema, ThreadIdSchema, UserIdSchema } from './ids.ts';
import { LogEntry } from './log.ts';
import { EditMessage, PressButton, SendAsUser } from './message-requests.ts';
import { ReactionKeySchema } from './messages.ts';
import { model } from './model.ts';

/** Path of the realtime protocol (docs/realtime.md): JSON objects in text frames of a WebSocket. */
export const REALTIME_PATH = '/client/v1.0/realtime';

/** Maximum size of a client frame; one byte more closes the connection with 1009. */
export const MAX_FRAME_BYTES = 64 * 1024;

/** Maximum size of the first frame, which holds the token; one byte more closes the connection with 1009. */
export const MAX_FIRST_FRAME_BYTES = 8 * 1024;

/** Maximum number of fragments of a message; one more closes the connection with 1008. */
export const MAX_FRAGMENTS = 64;

/** Maximum number of WebSocket pings and pongs before sign-in; one more closes the connection with 1008. */
export const MAX_EARLY_CONTROL_FRAMES = 10;

/** How long clients show a user as typing after a `typing` frame, unless another one arrives. */
export const TYPING_MS = 6_000;

/** Maximum number of threads in one frame. */
export const MAX_POSITIONS = 1_000;

/** Maximum length of the `epoch` in a `resume`. */
export const MAX_EPOCH_CHARS = 64;

/** Maximum number of users that one connection watches. */
export const MAX_WATCHED = 500;

const messageSeq = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "The message's number in its thread.",
});

/** Maximum length of the `id` of a command. */
export const MAX_ID_CHARS = 64;

const id = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: MAX_ID_CHARS,
    description:
      "The client's name for the command, which the answer repeats. Without an `id` the server answers only if it refuses the command.",
  }),
);

export const Authenticate = Type.Object(
  {
    type: Type.Literal('authenticate'),
    token: Type.String({
      minLength: 1,
      description: 'A client token. Never put it into the address, because addresses end up in logs.',
    }),
  },
  model('AuthenticateFrame', 'The first frame of a connection.'),
);

export const Resume = Type.Object(
  {
    type: Type.Literal('resume'),
    threads: Type.Array(
      Type.Object({
        thread_id: ThreadIdSchema,
        seq: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Number of the last log entry that the client has.',
        }),
        at: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description:
              'Time of that entry, in Unix milliseconds. Without it, the thread is `reset` if the epoch is another one.',
          }),
        ),
      }),
      {
        maxItems: MAX_POSITIONS,
        description: 'Position of the client in each of its threads; empty for a new client.',
      },
    ),
    epoch: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_EPOCH_CHARS,
        description:
          'The epoch of the positions, from an `authenticated` frame. If the server has another one now, its database may have been set back, and it compares the positions with its logs.',
      }),
    ),
    more: Type.Optional(
      Type.Boolean({
        description: 'Whether another `resume` with more threads follows. The server waits for the last one.',
      }),
    ),
  },
  model(
    'ResumeFrame',
    'Tells the server the positions of the client. The server sends everything after them.',
  ),
);
export type Resume = Static<typeof Resume>;

export const Ping = Type.Object({ type: Type.Literal('ping'), id }, model('PingFrame', 'Requests a `pong`.'));

function command<const Name extends string, Fields extends Record<string, Type.TSchema>>(
  name: Name,
  fields: Fields,
) {
  const words = name.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  const title = `${words.join('')}Command`;
  return Type.Object(
    { type: Type.Literal(name), id, ...fields },
    model(title, `The command \`${name}\` of a signed-in user.`),
  );
}

export const COMMANDS = {
  send: command('send', { thread_id: ThreadIdSchema, ...SendAsUser.properties }),
  edit: command('edit', { thread_id: ThreadIdSchema, seq: messageSeq, ...EditMessage.properties }),
  delete: command('delete', { thread_id: ThreadIdSchema, seq: messageSeq }),
  react: command('react', { thread_id: ThreadIdSchema, seq: messageSeq, key: ReactionKeySchema }),
  unreact: command('unreact', { thread_id: ThreadIdSchema, seq: messageSeq, key: ReactionKeySchema }),
  press: command('press', { thread_id: ThreadIdSchema, seq: messageSeq, ...PressButton.properties }),
  read: command('read', { thread_id: ThreadIdSchema, ...MarkRead.properties }),
  typing: command('typing', {
    thread_id: ThreadIdSchema,
    is_typing: Type.Optional(
      Type.Boolean({ default: true, description: 'False when the user stops typing.' }),
    ),
  }),
  open: command('open', {
    thread_id: Type.Union([ThreadIdSchema, Type.Null()], {
      description:
        'The thread that the user is looking at on this connection, in place of an earlier one; null: none. Its messages notify none of their devices.',
    }),
  }),
  watch: command('watch', {
    ext_user_ids: Type.Array(ExtUserIdSchema, {
      maxItems: MAX_WATCHED,
      description:
        'Users whose presence to watch. The list replaces the previous one. Users who share no thread with the watcher appear offline.',
    }),
  }),
  watch_all: command('watch_all', {}),
  unwatch_all: command('unwatch_all', {}),
  watch_thread: command('watch_thread', { thread_id: ThreadIdSchema }),
  unwatch_thread: command('unwatch_thread', { thread_id: ThreadIdSchema }),
} as const;
export type CommandName = keyof typeof COMMANDS;
export type Command<Name extends CommandName = CommandName> = Static<(typeof COMMANDS)[Name]>;

/** Every frame that a client may send. */
export const CLIENT_FRAMES = [Authenticate, Resume, Ping, ...Object.values(COMMANDS)] as const;
export type ClientFrame =
  | Static<typeof Authenticate>
  | Static<typeof Resume>
  | Static<typeof Ping>
  | { [Name in CommandName]: Command<Name> }[CommandName];
export const ClientFrame = Type.Unsafe<ClientFrame>({
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: CLIENT_FRAMES,
});

const { message_code, message, errors } = FailureSchema.properties;
const failure = { message_code, message, errors };

export const Authenticated = Type.Object(
  {
    type: Type.Literal('authenticated'),
    user: Type.Object({ user_id: UserIdSchema, ext_user_id: ExtUserIdSchema }),
    expires_at: Type.Integer({
      description: 'When the token expires and the connection ends, in Unix milliseconds.',
    }),
    heartbeat_ms: Type.Integer({
      description:
        'Interval of server pings, in milliseconds. The server closes a connection that has not answered by the next ping.',
    }),
    epoch: Type.String({
      description:
        'The epoch of the logs, for the next `resume`: store it with the positions when `resumed` has arrived; on a first connection at once.',
    }),
    limits: Type.Object(
      {
        text_chars: Type.Integer({ description: 'Longest text of a message, in Unicode code points.' }),
        image_side: Type.Optional(
          Type.Integer({ description: 'Largest width and height of a picture, in pixels.' }),
        ),
        image_pixels: Type.Optional(Type.Integer({ description: 'Most pixels of a picture.' })),
        avif_pixels: Type.Optional(Type.Integer({ description: 'Most pixels of an AVIF picture.' })),
      },
      { description: 'Limits of this server, for checks before sending.' },
    ),
    file_ticket: FileTicket,
  },
  model('AuthenticatedFrame', 'The server has accepted the token.'),
);

export const ThreadJoined = Type.Object(
  { type: Type.Literal('thread.joined'), thread: ClientThread },
  model(
    'ThreadJoinedFrame',
    'A thread that the client did not name in `resume`, or that the user has just joined. Entries after `last_seq` follow.',
  ),
);

export const ThreadLeft = Type.Object(
  { type: Type.Literal('thread.left'), thread_id: ThreadIdSchema },
  model(
    'ThreadLeftFrame',
    'The user is no longer a member of a thread that the client named in `resume`. The server sends nothing more about it.',
  ),
);

export const Reset = Type.Object(
  { type: Type.Literal('reset'), thread: ClientThread },
  model(
    'ResetFrame',
    'The client is too far behind, or has entries that the log does not have: it replaces its copy of the thread with this one. Entries after `last_seq` follow.',
  ),
);

export const Resumed = Type.Object(
  {
    type: Type.Literal('resumed'),
    read_positions: Type.Array(Type.Object({ thread_id: ThreadIdSchema, ...ReadPosition.properties }), {
      description:
        "The user's own read positions in the threads that the client named. They replace those of the client.",
    }),
  },
  model('ResumedFrame', 'The client has caught up.'),
);

export const EntryFrame = Type.Object(
  { type: Type.Literal('entry'), entry: LogEntry },
  model('EntryFrame', 'An entry of the log of a thread.'),
);

export const Typing = Type.Object(
  {
    type: Type.Literal('typing'),
    thread_id: ThreadIdSchema,
    ext_user_id: ExtUserIdSchema,
    is_typing: Type.Boolean(),
  },
  model('TypingFrame', 'A member started or stopped typing.'),
);

export const Read = Type.Object(
  {
    type: Type.Literal('read'),
    thread_id: ThreadIdSchema,
    ext_user_id: ExtUserIdSchema,
    ...ReadPosition.properties,
  },
  model('ReadFrame', 'The read position of a member has moved.'),
);

export const Unread = Type.Object(
  { type: Type.Literal('unread'), thread_id: ThreadIdSchema },
  model(
    'UnreadFrame',
    'The user has set their read position in a thread back, on any device. The client fetches the thread, which has the position and the unread count.',
  ),
);

export const Presence = Type.Object(
  {
    type: Type.Literal('presence'),
    ext_user_id: ExtUserIdSchema,
    is_online: Type.Boolean(),
  },
  model('PresenceFrame', 'A watched user is now online or offline.'),
);

export const UserUpdated = Type.Object(
  { type: Type.Literal('user.updated'), user: Peer },
  model(
    'UserUpdatedFrame',
    'A user has a new name, picture or `user_id`: the signed-in user, or a member or former member of one of their threads.',
  ),
);

export const Pong = Type.Object(
  { type: Type.Literal('pong'), id },
  model('PongFrame', 'The answer to a `ping`.'),
);

export const AnswerFrame = Type.Object(
  {
    type: Type.Literal('answer'),
    id: Type.String(),
    message_code: Type.Literal('M200'),
    message: Type.String(),
    data: Type.Optional(Type.Unknown()),
  },
  model('AnswerFrame', 'The result of a command, the same as from the REST route.'),
);

export const ErrorFrame = Type.Object(
  {
    type: Type.Literal('error'),
    id: Type.Optional(Type.String({ description: 'The `id` of the command; missing if it had none.' })),
    ...failure,
  },
  model('ErrorFrame', 'The server refused a frame. The connection stays open.'),
);

export const Closing = Type.Object(
  {
    type: Type.Literal('closing'),
    code: Type.Integer({ description: 'The close code that follows.' }),
    ...failure,
    retry_after_ms: Type.Optional(
      Type.Integer({
        description:
          'Reconnect after this time, in milliseconds. Missing: reconnecting with this token will fail.',
      }),
    ),
  },
  model('ClosingFrame', 'The last frame of a connection that the server closes.'),
);

export const Leaving = Type.Object(
  {
    type: Type.Literal('leaving'),
    within_ms: Type.Integer({
      description: 'When the server will close the connection, in milliseconds from now.',
    }),
  },
  model('LeavingFrame', 'The node stops: connect again before it closes the connection.'),
);

/** Every frame that the server sends. */
export const SERVER_FRAMES = [
  Authenticated,
  ThreadJoined,
  ThreadLeft,
  Reset,
  Resumed,
  EntryFrame,
  Typing,
  Read,
  Unread,
  Presence,
  UserUpdated,
  Activity,
  ActivityMissed,
  WatchEnded,
  Pong,
  AnswerFrame,
  ErrorFrame,
  Leaving,
  Closing,
] as const;
export type ServerFrame = Static<(typeof SERVER_FRAMES)[number]>;

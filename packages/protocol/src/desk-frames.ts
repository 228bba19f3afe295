import Type from 'typebox';
import { ThreadIdSchema } from './ids.ts';
import { model } from './model.ts';

/** Frames for users of the support desk. */

/** Maximum number of threads whose entries a connection of the support desk watches. */
export const MAX_DESK_THREADS = 20;

export const Activity = Type.Object(
  {
    type: Type.Literal('activity'),
    thread_id: ThreadIdSchema,
    last_seq: Type.Integer({ minimum: 0, description: 'The number of the last entry in the log.' }),
    last_message_at: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When the latest message was sent, in Unix milliseconds; null if there is none.',
    }),
  },
  model(
    'ActivityFrame',
    'To users of the support desk who watch all threads: something has happened in a group. A thread is reported at most once in half a second.',
  ),
);

export const ActivityMissed = Type.Object(
  {
    type: Type.Literal('activity_missed'),
    since: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'List the threads with a message since this time, in Unix milliseconds (`active_after`); null: all threads.',
    }),
  },
  model('ActivityMissedFrame', 'To the same users: the server has left out reports of activity.'),
);

export const WatchEnded = Type.Object(
  {
    type: Type.Literal('watch_ended'),
    thread_id: Type.Union([ThreadIdSchema, Type.Null()], {
      description: 'The thread that the connection no longer watches; null: all threads.',
    }),
    reason: Type.Unsafe<'access' | 'behind'>({
      type: 'string',
      enum: ['access', 'behind'],
      description:
        '`access`: the user may no longer read it, or was removed from it as a member; `behind`: too many entries were missing. Watch the thread again, and fetch its messages.',
    }),
  },
  model('WatchEndedFrame', 'To the same users: the server has ended a watch.'),
);

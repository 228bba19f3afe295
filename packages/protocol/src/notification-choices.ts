import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { MAX_TIME_ZONE_CHARS } from './formats.ts';
import { model } from './model.ts';
import { isRecord, MAX_TIME } from './values.ts';

/** What users choose about their notifications. */

/** `muted_until` of a thread that is muted until the member ends it. */
export const FOR_EVER = MAX_TIME;

const timeOfDay = (description: string) => Type.String({ minLength: 1, format: 'time-of-day', description });

export const QuietHours = Type.Object(
  {
    start: timeOfDay('When they begin, as `HH:MM`.'),
    end: timeOfDay('When they end, as `HH:MM`. An end before the start is on the next day.'),
    time_zone: Type.String({
      minLength: 1,
      format: 'time-zone',
      maxLength: MAX_TIME_ZONE_CHARS,
      description: 'The time zone of both.',
    }),
  },
  model('QuietHours', 'Hours of the day in which devices show no notifications.'),
);
export type QuietHours = Static<typeof QuietHours>;

const enabled = Type.Boolean({
  description: 'Whether the user gets notifications, on devices and by e-mail.',
});

/** Replaces the choices, except that `email` stays as it is when it is left out: an older app must not subscribe a user again. */
export const PutNotificationChoices = Type.Object({
  enabled,
  quiet_hours: Type.Optional(QuietHours),
  email: Type.Optional(
    Type.Boolean({
      description: 'Whether the user gets e-mail about messages that stay unread. Absent: as before.',
    }),
  ),
});
export type PutNotificationChoices = Static<typeof PutNotificationChoices>;

/** Quiet hours that end when they begin could mean all day, or never. */
export function checkPutNotificationChoices(body: unknown): Fault[] {
  const hours = isRecord(body) && isRecord(body.quiet_hours) ? body.quiet_hours : {};
  if (typeof hours.end !== 'string' || hours.end === '' || hours.start !== hours.end) return [];
  return [
    {
      code: 'M40003',
      field: 'quiet_hours.end',
      rule: 'range',
      message: 'must be another time than the start',
    },
  ];
}

export const NotificationChoices = Type.Object(
  {
    enabled,
    quiet_hours: Type.Union([QuietHours, Type.Null()], { description: 'null: none.' }),
    email: Type.Boolean({ description: 'Whether the user gets e-mail about messages that stay unread.' }),
    web_push_key: Type.String({
      description:
        'The public key with which browsers subscribe (`applicationServerKey`), or empty if Web Push is not set up. It cannot be changed here.',
    }),
  },
  model('NotificationChoices', 'What the user chose about notifications.'),
);
export type NotificationChoices = Static<typeof NotificationChoices>;

export const NOTIFICATION_LEVELS = ['default', 'all', 'mentions', 'none'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

const level = Type.Unsafe<NotificationLevel>({
  type: 'string',
  enum: NOTIFICATION_LEVELS,
  description:
    'Which messages notify the member: `all`; `mentions` of the member, and replies to them; or `none`. `default`: `all` in direct threads and in groups of up to 100 members, otherwise `mentions`.',
});

/** Replaces both choices. */
export const PutThreadNotifications = Type.Object({
  level,
  muted_until: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_TIME,
      description: `Mutes the thread until this time, in Unix milliseconds; ${FOR_EVER} (the largest value): until the member ends it. Absent: the thread is not muted.`,
    }),
  ),
});
export type PutThreadNotifications = Static<typeof PutThreadNotifications>;

export function checkPutThreadNotifications(body: unknown): Fault[] {
  const until = isRecord(body) ? body.muted_until : undefined;
  if (typeof until !== 'number' || until > Date.now()) return [];
  const message = 'must be in the future, in Unix milliseconds';
  return [{ code: 'M40003', field: 'muted_until', rule: 'future', message }];
}

export const ThreadNotifications = Type.Object(
  {
    level,
    muted_until: Type.Union([Type.Integer(), Type.Null()], {
      description: `Until when the thread is muted, in Unix milliseconds; ${FOR_EVER}: until the member ends it; null: it is not muted.`,
    }),
  },
  model('ThreadNotifications', 'What a member chose about the notifications of a thread.'),
);
export type ThreadNotifications = Static<typeof ThreadNotifications>;

import Type, { type Static } from 'typebox';
import { EnvelopeSchema } from './envelope.ts';
import type { Fault } from './errors.ts';
import { model } from './model.ts';
import { isRecord } from './values.ts';
import { ALL_EVENT_TYPES, type AnyEventType, WEBHOOK_EVENTS } from './webhooks.ts';

/** The event stream of an application, which its back end pulls. */

/** Maximum number of positions that one request looks at, so that a filter cannot make it slow. */
export const MAX_POSITIONS = 10_000;
/** Maximum time that a request waits for events. */
export const MAX_WAIT_SECONDS = 30;
/** Maximum number of requests that wait at the same time in each process, so that none of these can take all places. */
export const MAX_WAITING = { perApplication: 100, perKey: 50, perTenant: 25 };

/** (A position in a query has at most 15 digits.) */
const MAX_POSITION = 999_999_999_999_999;

const epoch = Type.String({
  description:
    'Opaque. It changes with each start of PostgreSQL, and when the database was restored from a backup or has failed over: positions may then belong to other events.',
});

export const PutEventStream = Type.Object({
  enabled: Type.Boolean({
    description:
      'True switches the stream on. False switches it off, also for webhooks: nothing but the deletion of messages is recorded until it is on again. Positions then continue.',
  }),
});
export type PutEventStream = Static<typeof PutEventStream>;

export const EventStream = Type.Object(
  {
    enabled: Type.Boolean({
      description:
        'Whether events are recorded. Creating a webhook or registering a device also switches the stream on.',
    }),
    epoch,
    first_position: Type.Integer({ minimum: 1, description: 'Position of the oldest event that is kept.' }),
    last_position: Type.Integer({
      minimum: 0,
      description: 'Position of the latest event; 0 before the first one.',
    }),
  },
  model('EventStream', 'The event stream of an application.'),
);
export type EventStream = Static<typeof EventStream>;

export const PullEventsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_POSITION,
      default: 0,
      description:
        'The position after which to continue: `next_after` of the previous response. `0` starts with the oldest event.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'Maximum number of events.' }),
  ),
  wait_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: 'How long the server waits for an event if there is none yet.',
    }),
  ),
  types: Type.Optional(
    Type.String({ description: 'Event types, separated by commas; absent: all, including future types.' }),
  ),
  tenant_id: Type.Optional(
    Type.String({
      minLength: 1,
      'x-max-bytes': 255,
      format: 'identifier',
      description: 'Only events of this tenant. A request for another tenant is M40302.',
    }),
  ),
  epoch: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'The `epoch` of the previous response. If events up to `after` may have been lost since then, the response is M41001. Absent or empty: only an `after` beyond the last event is M41001.',
    }),
  ),
});
export type PullEventsQuery = Static<typeof PullEventsQuery>;

const isEventType = (type: string): type is AnyEventType => ALL_EVENT_TYPES.some((known) => known === type);

/** The types in the query, in which a check has found no fault, each once; null: all types. */
export const eventTypesOf = ({ types }: PullEventsQuery): AnyEventType[] | null =>
  types === undefined ? null : [...new Set(types.split(',').filter(isEventType))];

export function checkPullEvents(query: unknown): Fault[] {
  const { types } = isRecord(query) ? query : {};
  if (typeof types !== 'string' || types.split(',').every(isEventType)) return [];
  const message = 'must be event types, separated by commas, such as message.created,user.updated';
  return [{ code: 'M40010', field: 'types', rule: 'enum', message }];
}

const position = Type.Integer({
  minimum: 1,
  description: 'Position in the stream of the application, in which positions have no gaps.',
});

export const PulledEvent = Type.Unsafe({
  oneOf: WEBHOOK_EVENTS.map(({ properties }) => Type.Object({ position, ...properties })),
  ...model('PulledEvent', 'An event as an endpoint receives it, with its position.'),
});

export const PulledEvents = Type.Object({
  ...EnvelopeSchema.properties,
  data: Type.Array(PulledEvent),
  next_after: Type.Integer({
    minimum: 0,
    description: `How far the server has looked, also at events that the filter leaves out: \`after\` of the next request. One request looks at no more than ${MAX_POSITIONS} positions.`,
  }),
  epoch,
});

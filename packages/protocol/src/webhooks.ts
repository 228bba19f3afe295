import Type, { type Static } from 'typebox';
import { ownWebhookSecret } from './bots.ts';
import { DeskReading } from './desk.ts';
import type { Fault } from './errors.ts';
import {
  BotIdSchema,
  type Branded,
  decimalIdSchema,
  ExtUserIdSchema,
  ThreadIdSchema,
  UserIdSchema,
} from './ids.ts';
import { maxChars } from './limits.ts';
import { ENTRY_TYPES, type EntryType, WebhookEntry } from './log.ts';
import { model } from './model.ts';
import { LimitSchema } from './paging.ts';
import { CreatedStickerPack } from './stickers.ts';
import { threadLinks } from './threads.ts';
import { User } from './users.ts';
import { isAbsent, isRecord, MAX_TIME } from './values.ts';

/** A webhook: an endpoint of the application, or the webhook of a bot. A decimal string. */
export type WebhookId = Branded<'WebhookId'>;
/** A decimal string of a positive 63-bit integer. */
export type DeliveryId = Branded<'DeliveryId'>;

export const EndpointIdSchema = decimalIdSchema<WebhookId>('Webhook endpoint identifier.');
export const DeliveryIdSchema = decimalIdSchema<DeliveryId>('Delivery identifier.');

/** Events other than the entries of a thread's log. */
export const OTHER_EVENT_TYPES = [
  'user.created',
  'user.updated',
  'user.id_changed',
  'user.deactivated',
  'desk.reading_opened',
  'sticker_pack.uploaded',
  'webhook.disabled',
] as const;

/** Events that an endpoint can subscribe to. */
export const EVENT_TYPES = [...ENTRY_TYPES, ...OTHER_EVENT_TYPES] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** These events, and the one that only the webhooks of bots receive. */
export const ALL_EVENT_TYPES = [...EVENT_TYPES, 'bot.button_clicked'] as const;
export type AnyEventType = (typeof ALL_EVENT_TYPES)[number];

/** Maximum number of endpoints in one space. */
export const MAX_ENDPOINTS = 50;

const time = (description: string) => Type.Integer({ description: `${description} Unix milliseconds.` });
const timeOrNull = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description: `${description} Unix milliseconds, or null.` });

const url = Type.String({
  minLength: 1,
  format: 'http-url',
  ...maxChars('urlChars'),
  description: 'Address that receives the events, by POST.',
});
const description = Type.String({ maxLength: 1_000, description: 'Purpose of the endpoint.' });
const eventTypes = Type.Array(Type.Unsafe<EventType>({ type: 'string', enum: EVENT_TYPES }), {
  maxItems: 100,
  description: 'Event types that the endpoint subscribes to; absent or empty: all, including future types.',
});

export const CreateEndpoint = Type.Object({
  url,
  description: Type.Optional(description),
  event_types: Type.Optional(eventTypes),
  webhook_secret: ownWebhookSecret,
});
export type CreateEndpoint = Static<typeof CreateEndpoint>;

/** A field that is left out keeps its value. */
export const UpdateEndpoint = Type.Object({
  url: Type.Optional(url),
  description: Type.Optional(description),
  event_types: Type.Optional(eventTypes),
  is_enabled: Type.Optional(
    Type.Boolean({
      description:
        'False disables the endpoint: its pending deliveries become dead, and it receives no events until it is enabled again. True enables it.',
    }),
  ),
});
export type UpdateEndpoint = Static<typeof UpdateEndpoint>;

export const EndpointParams = Type.Object({ endpoint_id: EndpointIdSchema });

const endpointFields = {
  id: EndpointIdSchema,
  url: Type.String({ description: 'Address that receives the events.' }),
  description: Type.String({ description: 'Purpose of the endpoint, or empty.' }),
  event_types: Type.Array(Type.String(), {
    description: 'Event types that the endpoint subscribes to; empty: all.',
  }),
  is_enabled: Type.Boolean({ description: 'False if the endpoint was disabled, or has responded with 410.' }),
  disabled_at: timeOrNull('When the endpoint was disabled.'),
  failing_since: timeOrNull('Start of the current series of failed attempts.'),
  created_at: time('When the endpoint was created.'),
  updated_at: time('When the endpoint was last changed.'),
};

export const WebhookEndpoint = Type.Object(
  endpointFields,
  model(
    'WebhookEndpoint',
    "A webhook endpoint: an address of the integrator's back end that receives events.",
  ),
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const CreatedWebhookEndpoint = Type.Object(
  {
    ...endpointFields,
    webhook_secret: Type.Optional(
      Type.String({
        description:
          'Signs the deliveries (Standard Webhooks). Shown only in this response; a retry with the same `Idempotency-Key` leaves it out.',
      }),
    ),
  },
  model('CreatedWebhookEndpoint', 'A new endpoint, with its secret.'),
);
export type CreatedWebhookEndpoint = Static<typeof CreatedWebhookEndpoint>;

export const ListEndpointsQuery = Type.Object({
  last_id: Type.Optional(
    Type.String({
      format: 'decimal-position',
      default: '0',
      description: 'The `id` of the last element of the previous page; `0` starts at the beginning.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
const StatusSchema = Type.Unsafe<DeliveryStatus>({
  type: 'string',
  enum: DELIVERY_STATUSES,
  description:
    '`pending`: Palaver will call the webhook; `dead`: Palaver has given up, and calls again only after a replay.',
});

export const WebhookAttempt = Type.Object(
  {
    at: time('When the attempt started.'),
    duration_ms: Type.Integer({
      minimum: 0,
      description: 'Time until the response or the failure, in milliseconds.',
    }),
    url: Type.String({ description: 'Address that was called.' }),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'HTTP status of the response; null if there was no response.',
    }),
    response_body: Type.String({ description: 'Beginning of the response body, at most 1,024 bytes.' }),
    error: Type.String({ description: 'Reason of the failure; empty if the attempt succeeded.' }),
  },
  model('WebhookAttempt', 'One attempt of a delivery.'),
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;

export const WebhookDelivery = Type.Object(
  {
    id: DeliveryIdSchema,
    endpoint_id: Type.Union([EndpointIdSchema, Type.Null()], {
      description: 'The endpoint; null for the webhook of a bot.',
    }),
    bot_id: Type.Union([BotIdSchema, Type.Null()], { description: 'The bot; null for an endpoint.' }),
    event_type: Type.String({ description: 'Type of the event.' }),
    thread_id: Type.Union([ThreadIdSchema, Type.Null()], { description: 'Thread of the event, or null.' }),
    seq: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of the log entry of the thread, or null.',
    }),
    position: Type.Integer({ minimum: 1, description: 'Position of the event in the event stream.' }),
    status: StatusSchema,
    webhook_id: Type.String({ description: 'The header `webhook-id`, the same in every attempt.' }),
    body: Type.Union([Type.String(), Type.Null()], {
      description:
        'Body of the request, the same in every attempt until its message is deleted. Null until the event is first sent or pulled, and after the deletion. In a list, the first 10,000 characters.',
    }),
    tries: Type.Integer({ minimum: 0, description: 'Number of attempts.' }),
    attempts: Type.Array(WebhookAttempt, { description: 'The latest 20 attempts, oldest first.' }),
    created_at: time('When the event happened.'),
    next_try_at: timeOrNull('Earliest time of the next attempt.'),
    ended_at: timeOrNull('When the delivery succeeded or became dead.'),
  },
  model('WebhookDelivery', 'The delivery of an event to a webhook.'),
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryParams = Type.Object({ delivery_id: DeliveryIdSchema });

const webhookFilter = {
  endpoint_id: Type.Optional(EndpointIdSchema),
  bot_id: Type.Optional(BotIdSchema),
};

export const ListDeliveriesQuery = Type.Object({
  ...webhookFilter,
  status: Type.Optional(StatusSchema),
  last_id: Type.Optional(
    Type.String({
      format: 'decimal-position',
      description: 'The `id` of the last element of the previous page; absent or `0` starts with the newest.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});
export type ListDeliveriesQuery = Static<typeof ListDeliveriesQuery>;

/** Maximum number of deliveries that one request replays. */
export const MAX_REPLAYED = 10_000;

const moment = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_TIME, description: what }));

const position = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: what }));

export const Replay = Type.Object({
  ...webhookFilter,
  statuses: Type.Optional(
    Type.Array(Type.Unsafe<'delivered' | 'dead'>({ type: 'string', enum: ['delivered', 'dead'] }), {
      minItems: 1,
      maxItems: 2,
      default: ['dead'],
      description: 'Statuses of the deliveries to replay; absent: `dead`.',
    }),
  ),
  from: moment('Replays only events since this time, in Unix milliseconds; absent: from the first.'),
  to: moment('Replays only events before this time, in Unix milliseconds; absent: until now.'),
  from_position: position('Replays only events from this position on; absent: from the first.'),
  to_position: position('Replays only events up to this position; absent: until now.'),
});
export type Replay = Static<typeof Replay>;

export const Replayed = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'Number of deliveries that will be attempted again.' }),
    has_more: Type.Boolean({
      description: `Whether more deliveries may match: one request replays at most ${MAX_REPLAYED}.`,
    }),
  },
  model('Replayed', 'The result of a replay.'),
);
export type Replayed = Static<typeof Replayed>;

/** A request can name an endpoint or a bot, not both. */
const webhookFilterFaults = (code: 'M40003' | 'M40010', request: unknown): Fault[] =>
  isRecord(request) && !isAbsent(request.endpoint_id) && !isAbsent(request.bot_id)
    ? [{ code, field: 'bot_id', rule: 'exclusive', message: 'cannot stand beside endpoint_id' }]
    : [];

export const checkListDeliveries = (query: unknown) => webhookFilterFaults('M40010', query);

export function checkReplay(request: unknown): Fault[] {
  const range = isRecord(request) ? request : {};
  return [
    ...webhookFilterFaults('M40003', request),
    ...['', '_position'].flatMap((of) => reversedFaults(range, `from${of}`, `to${of}`)),
  ];
}

function reversedFaults(range: Record<string, unknown>, from: string, to: string): Fault[] {
  const [first, last] = [range[from], range[to]];
  const isReversed = typeof first === 'number' && typeof last === 'number' && first > last;
  return isReversed
    ? [{ code: 'M40003', field: to, rule: 'range', message: `must not be before ${from}` }]
    : [];
}

// Events as webhooks receive them: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const space = {
  app_id: Type.String({ description: 'The application.' }),
  tenant_id: Type.String({ description: 'The tenant, or empty.' }),
};

/** The body of a delivery. */
function event<const Name extends string, Fields extends Record<string, Type.TSchema>>(
  title: Name,
  types: readonly string[],
  fields: Fields,
  what: string,
) {
  return Type.Object(
    {
      type: Type.Unsafe<string>({ type: 'string', enum: types, description: 'Type of the event.' }),
      timestamp: Type.String({ format: 'date-time', description: 'When the event happened, in RFC 3339.' }),
      data: Type.Object({ ...space, ...fields }),
    },
    model(title, what),
  );
}

const thread = Type.Object({ id: ThreadIdSchema, ...threadLinks });

export const ThreadEvent = event(
  'ThreadEvent',
  ENTRY_TYPES satisfies readonly EntryType[],
  { bot_id: Type.Optional(BotIdSchema), thread, entry: WebhookEntry },
  'An entry of the log of a thread. (`bot_id` is present in deliveries to the webhook of a bot.)',
);

export const ButtonClicked = event(
  'ButtonClicked',
  ['bot.button_clicked'],
  {
    action_id: Type.String({
      description: 'Unique for each press: the `id` of the text message that the press posted.',
    }),
    bot_id: BotIdSchema,
    thread,
    message: Type.Object(
      { id: Type.String(), seq: Type.Integer({ minimum: 1 }) },
      { description: 'The promotion with the pressed button.' },
    ),
    user: Type.Object({ user_id: UserIdSchema, ext_user_id: ExtUserIdSchema }),
    button: Type.Object({
      index: Type.Integer({ minimum: 0 }),
      label: Type.String(),
      action_type: Type.Literal(2),
    }),
    payload: Type.Union([Type.String(), Type.Null()], {
      description: "The button's `payload`, verbatim, or null.",
    }),
  },
  'A user pressed a button with action type 2 in a promotion of the bot.',
);
export type ButtonClicked = Static<typeof ButtonClicked>;

export const UserEvent = event(
  'UserEvent',
  ['user.created', 'user.updated', 'user.id_changed', 'user.deactivated'],
  {
    user: User,
    previous_user_id: Type.Optional(
      Type.String({ description: 'In `user.id_changed`: the previous `user_id`.' }),
    ),
  },
  'A user was created, changed (or reactivated), renamed or deactivated.',
);

export const DeskReadingEvent = event(
  'DeskReadingEvent',
  ['desk.reading_opened'],
  { user: User, reading: DeskReading },
  'A user of the support desk began to read a direct thread.',
);

export const StickerPackEvent = event(
  'StickerPackEvent',
  ['sticker_pack.uploaded'],
  { sticker_pack: CreatedStickerPack },
  'A sticker pack is ready to use.',
);

export const WebhookDisabledEvent = event(
  'WebhookDisabledEvent',
  ['webhook.disabled'],
  {
    endpoint_id: Type.Union([EndpointIdSchema, Type.Null()], {
      description: 'The disabled endpoint; null for the webhook of a bot.',
    }),
    bot_id: Type.Union([BotIdSchema, Type.Null()], { description: 'Null: it is an endpoint.' }),
    url: Type.String({ description: 'The address that responded with 410.' }),
  },
  'A webhook responded with 410. Palaver has disabled it.',
);

export const WEBHOOK_EVENTS = [
  ThreadEvent,
  ButtonClicked,
  UserEvent,
  DeskReadingEvent,
  StickerPackEvent,
  WebhookDisabledEvent,
] as const;

import Type, { type Static } from 'typebox';
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
import { User } from './users.ts';
import { isAbsent, isRecord, MAX_TIME } from './values.ts';

/** What is called: an application's endpoint, or the webhook of a bot. A decimal string. */
export type WebhookId = Branded<'WebhookId'>;
/** A decimal string of a positive 63-bit integer. */
export type DeliveryId = Branded<'DeliveryId'>;

export const EndpointIdSchema = decimalIdSchema<WebhookId>('Webhook endpoint identifier.');
export const DeliveryIdSchema = decimalIdSchema<DeliveryId>('Delivery identifier.');

/** Events that are no entry of a thread's log. */
export const OTHER_EVENT_TYPES = [
  'user.created',
  'user.updated',
  'user.id_changed',
  'user.deactivated',
  'sticker_pack.uploaded',
  'webhook.disabled',
] as const;

/** What an endpoint can be told of. */
export const EVENT_TYPES = [...ENTRY_TYPES, ...OTHER_EVENT_TYPES] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** The same, and what only a bot is told of. */
export type AnyEventType = EventType | 'bot.button_clicked';

/** Endpoints of one space. */
export const MAX_ENDPOINTS = 50;

const time = (description: string) => Type.Integer({ description: `${description} Unix milliseconds.` });
const timeOrNull = (description: string) =>
  Type.Union([Type.Integer(), Type.Null()], { description: `${description} Unix milliseconds, or null.` });

const url = Type.String({
  minLength: 1,
  format: 'http-url',
  ...maxChars('urlChars'),
  description: 'Where events are sent to, by POST.',
});
const description = Type.String({ maxLength: 1_000, description: 'What it is for.' });
const eventTypes = Type.Array(Type.Unsafe<EventType>({ type: 'string', enum: EVENT_TYPES }), {
  maxItems: 100,
  description: 'The types of events that it is told of; absent or empty: all, those to come as well.',
});

export const CreateEndpoint = Type.Object({
  url,
  description: Type.Optional(description),
  event_types: Type.Optional(eventTypes),
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
        'False: it is told of nothing that happens meanwhile, and what still waits is dead. True: it is told again.',
    }),
  ),
});
export type UpdateEndpoint = Static<typeof UpdateEndpoint>;

export const EndpointParams = Type.Object({ endpoint_id: EndpointIdSchema });

const endpointFields = {
  id: EndpointIdSchema,
  url: Type.String({ description: 'Where events are sent to.' }),
  description: Type.String({ description: 'What it is for, or empty.' }),
  event_types: Type.Array(Type.String(), { description: 'What it is told of; empty: everything.' }),
  is_enabled: Type.Boolean({ description: 'False: it was switched off, or has answered 410.' }),
  disabled_at: timeOrNull('Since when it is switched off.'),
  failing_since: timeOrNull('Since when no try has succeeded.'),
  created_at: time('When it was made.'),
  updated_at: time('When it was last changed.'),
};

export const WebhookEndpoint = Type.Object(
  endpointFields,
  model('WebhookEndpoint', "An address of the integrator's back end that is told of events."),
);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const CreatedWebhookEndpoint = Type.Object(
  {
    ...endpointFields,
    webhook_secret: Type.Optional(
      Type.String({
        description:
          'Signs what is sent (Standard Webhooks). Shown only in this answer: a repeat with the same `Idempotency-Key` has it not.',
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
      description: 'The `id` of the last element of the page before; `0`: from the start.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
const StatusSchema = Type.Unsafe<DeliveryStatus>({
  type: 'string',
  enum: DELIVERY_STATUSES,
  description: '`pending`: it is still to be tried; `dead`: it is tried no more, unless it is replayed.',
});

export const WebhookAttempt = Type.Object(
  {
    at: time('When it began.'),
    duration_ms: Type.Integer({ minimum: 0, description: 'Until the answer was there, or the failure.' }),
    url: Type.String({ description: 'What was called.' }),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The status of the answer; null: there was none.',
    }),
    response_body: Type.String({ description: 'The beginning of the answer, at most 1,024 bytes of it.' }),
    error: Type.String({ description: 'Why it counts as failed; empty: it does not.' }),
  },
  model('WebhookAttempt', 'One try of a delivery.'),
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;

export const WebhookDelivery = Type.Object(
  {
    id: DeliveryIdSchema,
    endpoint_id: Type.Union([EndpointIdSchema, Type.Null()], { description: 'Null: it is for a bot.' }),
    bot_id: Type.Union([BotIdSchema, Type.Null()], { description: 'Null: it is for an endpoint.' }),
    event_type: Type.String({ description: 'What it tells of.' }),
    thread_id: Type.Union([ThreadIdSchema, Type.Null()], { description: 'Where it has happened.' }),
    seq: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The number of the entry of the log of the thread.',
    }),
    status: StatusSchema,
    webhook_id: Type.String({ description: 'The header `webhook-id`: the same on every try.' }),
    body: Type.Union([Type.String(), Type.Null()], {
      description:
        'What is sent, the same on every try until the message that it tells of is deleted; null before the first try, and after the deletion. In a list its first 10,000 characters.',
    }),
    tries: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
    attempts: Type.Array(WebhookAttempt, { description: 'The latest 20 tries, oldest first.' }),
    created_at: time('When it has happened.'),
    next_try_at: timeOrNull('Not before then it is tried again.'),
    ended_at: timeOrNull('When it was delivered, or given up.'),
  },
  model('WebhookDelivery', 'What a webhook is, or was, to be told.'),
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryParams = Type.Object({ delivery_id: DeliveryIdSchema });

const whose = {
  endpoint_id: Type.Optional(EndpointIdSchema),
  bot_id: Type.Optional(BotIdSchema),
};

export const ListDeliveriesQuery = Type.Object({
  ...whose,
  status: Type.Optional(StatusSchema),
  last_id: Type.Optional(
    Type.String({
      format: 'decimal-position',
      description: 'The `id` of the last element of the page before; absent or `0`: from the newest on.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});
export type ListDeliveriesQuery = Static<typeof ListDeliveriesQuery>;

/** Most deliveries that one request replays. */
export const MAX_REPLAYED = 10_000;

const moment = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_TIME, description: what }));

export const Replay = Type.Object({
  ...whose,
  statuses: Type.Optional(
    Type.Array(Type.Unsafe<'delivered' | 'dead'>({ type: 'string', enum: ['delivered', 'dead'] }), {
      minItems: 1,
      maxItems: 2,
      default: ['dead'],
      description: 'Which of them; absent: the dead ones.',
    }),
  ),
  from: moment('Of what has happened since then (Unix milliseconds); absent: ever.'),
  to: moment('Of what had happened before then (Unix milliseconds); absent: until now.'),
});
export type Replay = Static<typeof Replay>;

export const Replayed = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many will be tried again.' }),
    has_more: Type.Boolean({
      description: `There may be more than these: one request replays ${MAX_REPLAYED} at most.`,
    }),
  },
  model('Replayed', 'How many deliveries will be tried again.'),
);
export type Replayed = Static<typeof Replayed>;

/** One of the two names a webhook, not both. */
const whoseFaults = (code: 'M40003' | 'M40010', request: unknown): Fault[] =>
  isRecord(request) && !isAbsent(request.endpoint_id) && !isAbsent(request.bot_id)
    ? [{ code, field: 'bot_id', rule: 'exclusive', message: 'cannot stand beside endpoint_id' }]
    : [];

export const checkListDeliveries = (query: unknown) => whoseFaults('M40010', query);

export function checkReplay(request: unknown): Fault[] {
  const { from, to } = isRecord(request) ? request : {};
  const isTurned = typeof from === 'number' && typeof to === 'number' && from > to;
  const message = 'must not be before from';
  return [
    ...whoseFaults('M40003', request),
    ...(isTurned ? [{ code: 'M40003' as const, field: 'to', rule: 'range', message }] : []),
  ];
}

// What is sent: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const space = {
  app_id: Type.String({ description: 'The application.' }),
  tenant_id: Type.String({ description: 'The tenant; empty: none.' }),
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
      type: Type.Unsafe<string>({ type: 'string', enum: types, description: 'What has happened.' }),
      timestamp: Type.String({ format: 'date-time', description: 'When it has happened, as RFC 3339.' }),
      data: Type.Object({ ...space, ...fields }),
    },
    model(title, what),
  );
}

const thread = Type.Object({ id: ThreadIdSchema });

export const ThreadEvent = event(
  'ThreadEvent',
  ENTRY_TYPES satisfies readonly EntryType[],
  { bot_id: Type.Optional(BotIdSchema), thread, entry: WebhookEntry },
  'An entry of the log of a thread. (`bot_id`: sent to the webhook of this bot.)',
);

export const ButtonClicked = event(
  'ButtonClicked',
  ['bot.button_clicked'],
  {
    action_id: Type.String({
      description: 'Unique for each press: the `id` of the text message that it has posted.',
    }),
    bot_id: BotIdSchema,
    thread,
    message: Type.Object(
      { id: Type.String(), seq: Type.Integer({ minimum: 1 }) },
      { description: 'The promotion whose button was pressed.' },
    ),
    user: Type.Object({ user_id: UserIdSchema, ext_user_id: ExtUserIdSchema }),
    button: Type.Object({
      index: Type.Integer({ minimum: 0 }),
      label: Type.String(),
      action_type: Type.Literal(2),
    }),
    payload: Type.Union([Type.String(), Type.Null()], {
      description: "The button's `payload`, verbatim; null: it has none.",
    }),
  },
  'A user has pressed a button of action type 2 of a promotion of the bot.',
);
export type ButtonClicked = Static<typeof ButtonClicked>;

export const UserEvent = event(
  'UserEvent',
  ['user.created', 'user.updated', 'user.id_changed', 'user.deactivated'],
  {
    user: User,
    previous_user_id: Type.Optional(
      Type.String({ description: 'Of `user.id_changed`: what the user was called before.' }),
    ),
  },
  'A user was created, changed (or activated again), renamed or deactivated.',
);

export const StickerPackEvent = event(
  'StickerPackEvent',
  ['sticker_pack.uploaded'],
  { sticker_pack: CreatedStickerPack },
  'A sticker pack can be used.',
);

export const WebhookDisabledEvent = event(
  'WebhookDisabledEvent',
  ['webhook.disabled'],
  {
    endpoint_id: Type.Union([EndpointIdSchema, Type.Null()], {
      description: 'Null: it is the webhook of a bot.',
    }),
    bot_id: Type.Union([BotIdSchema, Type.Null()], { description: 'Null: it is an endpoint.' }),
    url: Type.String({ description: 'What has answered 410.' }),
  },
  'A webhook has answered 410: it is called no more.',
);

export const WEBHOOK_EVENTS = [
  ThreadEvent,
  ButtonClicked,
  UserEvent,
  StickerPackEvent,
  WebhookDisabledEvent,
] as const;

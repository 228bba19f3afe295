import { RotatedSecret } from '@palaver/protocol/bots';
import { EnvelopeSchema, envelopeWith, pageOf } from '@palaver/protocol/envelope';
import {
  CreatedWebhookEndpoint,
  CreateEndpoint,
  checkListDeliveries,
  checkReplay,
  DeliveryParams,
  EndpointParams,
  ListDeliveriesQuery,
  ListEndpointsQuery,
  MAX_ENDPOINTS,
  MAX_REPLAYED,
  Replay,
  Replayed,
  UpdateEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from '@palaver/protocol/webhooks';
import Type from 'typebox';
import { createWebhookEndpoint } from '../../domain/operations/webhooks/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from '../../domain/operations/webhooks/delete-webhook-endpoint.ts';
import { getDelivery } from '../../domain/operations/webhooks/get-delivery.ts';
import { getWebhookEndpoint } from '../../domain/operations/webhooks/get-webhook-endpoint.ts';
import { listDeliveries } from '../../domain/operations/webhooks/list-deliveries.ts';
import { listWebhookEndpoints } from '../../domain/operations/webhooks/list-webhook-endpoints.ts';
import { replayDeliveries, replayDelivery } from '../../domain/operations/webhooks/replay-deliveries.ts';
import { rotateWebhookEndpointSecret } from '../../domain/operations/webhooks/rotate-webhook-endpoint-secret.ts';
import { updateWebhookEndpoint } from '../../domain/operations/webhooks/update-webhook-endpoint.ts';
import { endpoint } from '../endpoint.ts';

const tag = 'Webhooks';

export const createEndpointEndpoint = endpoint({
  id: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint',
  description: `An address of your back end that is told of what happens. Made without a tenant it is told of every tenant of the application. \`webhook_secret\` is shown only here. At most ${MAX_ENDPOINTS} in a space: one more is M40903.`,
  tag,
  access: 'full',
  ids: {},
  body: CreateEndpoint,
  response: envelopeWith(CreatedWebhookEndpoint),
  errors: ['M40903'],
  secrets: ['webhook_secret'],
  handle: ({ ctx, body }) => createWebhookEndpoint(ctx, body),
});

export const listEndpointsEndpoint = endpoint({
  id: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description: 'Ascending by `id`: those that were made in the same space.',
  tag,
  access: 'read',
  ids: { 'query.last_id': 'position' },
  query: ListEndpointsQuery,
  response: envelopeWith(Type.Array(WebhookEndpoint)),
  errors: [],
  handle: ({ ctx, query }) =>
    listWebhookEndpoints(ctx, { lastId: query.last_id ?? '0', limit: query.limit ?? 30 }),
});

const ofEndpoint = {
  tag,
  ids: { 'params.endpoint_id': 'webhook_endpoint' },
  params: EndpointParams,
} as const;

export const getEndpointEndpoint = endpoint({
  ...ofEndpoint,
  id: 'getWebhookEndpoint',
  summary: 'Get a webhook endpoint',
  access: 'read',
  response: envelopeWith(WebhookEndpoint),
  errors: ['M40407'],
  handle: ({ ctx, params }) => getWebhookEndpoint(ctx, params.endpoint_id),
});

export const updateEndpointEndpoint = endpoint({
  ...ofEndpoint,
  id: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Fields that are left out keep their value. An endpoint that has answered 410 is called again once `is_enabled` is set.',
  access: 'full',
  body: UpdateEndpoint,
  response: envelopeWith(WebhookEndpoint),
  errors: ['M40407'],
  handle: ({ ctx, params, body }) => updateWebhookEndpoint(ctx, params.endpoint_id, body),
});

export const deleteEndpointEndpoint = endpoint({
  ...ofEndpoint,
  id: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description: 'Nothing more is sent to it, and its deliveries are forgotten.',
  access: 'full',
  response: EnvelopeSchema,
  errors: ['M40407'],
  handle: ({ ctx, params }) => deleteWebhookEndpoint(ctx, params.endpoint_id),
});

export const rotateEndpointSecretEndpoint = endpoint({
  ...ofEndpoint,
  id: 'rotateWebhookEndpointSecret',
  summary: 'Rotate the secret of a webhook endpoint',
  description: 'The secret before stays valid for 24 h beside the new one, which is shown only here.',
  access: 'full',
  response: envelopeWith(RotatedSecret),
  secrets: ['webhook_secret'],
  errors: ['M40407'],
  handle: ({ ctx, params }) => rotateWebhookEndpointSecret(ctx, params.endpoint_id),
});

export const listDeliveriesEndpoint = endpoint({
  id: 'listWebhookDeliveries',
  summary: 'List webhook deliveries',
  description:
    'The newest first: what endpoints and bots of this space were told, and are to be, try by try.',
  tag,
  access: 'read',
  ids: {
    'query.endpoint_id': 'webhook_endpoint',
    'query.bot_id': 'own_bot',
    'query.last_id': 'newest_position',
  },
  query: ListDeliveriesQuery,
  checkQuery: checkListDeliveries,
  response: pageOf(WebhookDelivery),
  errors: ['M40403', 'M40407'],
  handle: ({ ctx, query }) => listDeliveries(ctx, query),
});

const ofDelivery = { tag, ids: { 'params.delivery_id': 'delivery' }, params: DeliveryParams } as const;

export const getDeliveryEndpoint = endpoint({
  ...ofDelivery,
  id: 'getWebhookDelivery',
  summary: 'Get a webhook delivery',
  access: 'read',
  response: envelopeWith(WebhookDelivery),
  errors: ['M40407'],
  handle: ({ ctx, params }) => getDelivery(ctx, params.delivery_id),
});

export const replayDeliveryEndpoint = endpoint({
  ...ofDelivery,
  id: 'replayWebhookDelivery',
  summary: 'Replay a webhook delivery',
  description:
    'It is tried again at once, whatever has become of it, with the same `webhook-id` and body, and by a new schedule. M40903: its webhook is switched off, or has no address.',
  access: 'full',
  response: envelopeWith(WebhookDelivery),
  errors: ['M40407', 'M40903'],
  handle: ({ ctx, params }) => replayDelivery(ctx, params.delivery_id),
});

export const replayDeliveriesEndpoint = endpoint({
  id: 'replayWebhookDeliveries',
  summary: 'Replay webhook deliveries',
  description: `All that are dead, or those of a webhook, a time, a status: each is tried again at once. The oldest first, at most ${MAX_REPLAYED} for one request.`,
  tag,
  access: 'full',
  ids: { 'body.endpoint_id': 'webhook_endpoint', 'body.bot_id': 'own_bot' },
  body: Replay,
  optionalBody: true,
  checkBody: checkReplay,
  response: envelopeWith(Replayed),
  errors: ['M40003', 'M40403', 'M40407'],
  handle: ({ ctx, body }) => replayDeliveries(ctx, body),
});

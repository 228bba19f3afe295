import { RotatedSecret, RotateSecret } from '@palaver/protocol/bots';
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
import { getWebhookEndpoint } from '../../domain/operations/webhooks/get-webhook-endpoint.ts';
import { listWebhookEndpoints } from '../../domain/operations/webhooks/list-webhook-endpoints.ts';
import { rotateWebhookEndpointSecret } from '../../domain/operations/webhooks/rotate-webhook-endpoint-secret.ts';
import { updateWebhookEndpoint } from '../../domain/operations/webhooks/update-webhook-endpoint.ts';
import { getDelivery } from '../../webhooks/operations/get-delivery.ts';
import { listDeliveries } from '../../webhooks/operations/list-deliveries.ts';
import { replayDeliveries, replayDelivery } from '../../webhooks/operations/replay-deliveries.ts';
import { endpoint } from '../endpoint.ts';

const tag = 'Webhooks';

const ofEndpoint = {
  tag,
  params: EndpointParams,
} as const;

export const webhookEndpoints = {
  create: endpoint({
    id: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint',
    description: `Subscribes an address of your back end to events. An endpoint that is created without a tenant receives the events of every tenant of the application. Only this response shows \`webhook_secret\`. A space has at most ${MAX_ENDPOINTS} endpoints; one more is M40903.`,
    tag,
    access: 'full',
    body: CreateEndpoint,
    response: envelopeWith(CreatedWebhookEndpoint),
    errors: ['M40903'],
    secrets: ['webhook_secret'],
    handle: ({ ctx, body }) => createWebhookEndpoint(ctx, body),
  }),

  list: endpoint({
    id: 'listWebhookEndpoints',
    summary: 'List webhook endpoints',
    description: 'Returns the endpoints that were created in this space, ascending by `id`.',
    tag,
    access: 'read',
    query: ListEndpointsQuery,
    response: envelopeWith(Type.Array(WebhookEndpoint)),
    handle: ({ ctx, query }) =>
      listWebhookEndpoints(ctx, { lastId: query.last_id ?? '0', limit: query.limit ?? 30 }),
  }),

  get: endpoint({
    ...ofEndpoint,
    id: 'getWebhookEndpoint',
    summary: 'Get a webhook endpoint',
    access: 'read',
    response: envelopeWith(WebhookEndpoint),
    handle: ({ ctx, params }) => getWebhookEndpoint(ctx, params.endpoint_id),
  }),

  update: endpoint({
    ...ofEndpoint,
    id: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'Fields that are left out keep their value. To enable an endpoint that responded with 410 again, set `is_enabled`.',
    access: 'full',
    body: UpdateEndpoint,
    response: envelopeWith(WebhookEndpoint),
    handle: ({ ctx, params, body }) => updateWebhookEndpoint(ctx, params.endpoint_id, body),
  }),

  delete: endpoint({
    ...ofEndpoint,
    id: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    description: 'Stops all deliveries to the endpoint and removes them from the list.',
    access: 'full',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deleteWebhookEndpoint(ctx, params.endpoint_id),
  }),

  rotateSecret: endpoint({
    ...ofEndpoint,
    id: 'rotateWebhookEndpointSecret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Takes the secret in the request, or generates one. The previous secret stays valid for 24 h. Only this response shows the new secret. The current secret in the request changes nothing.',
    access: 'full',
    body: RotateSecret,
    optionalBody: true,
    response: envelopeWith(RotatedSecret),
    secrets: ['webhook_secret'],
    handle: ({ ctx, params, body }) => rotateWebhookEndpointSecret(ctx, params.endpoint_id, body),
  }),
};

const ofDelivery = { tag, params: DeliveryParams } as const;

export const deliveryEndpoints = {
  list: endpoint({
    id: 'listWebhookDeliveries',
    summary: 'List webhook deliveries',
    description:
      'Returns the past and pending deliveries of the endpoints and bots of this space, with their attempts, newest first.',
    tag,
    access: 'read',
    ids: {
      'query.last_id': 'newest_position',
    },
    query: ListDeliveriesQuery,
    checkQuery: checkListDeliveries,
    response: pageOf(WebhookDelivery),
    handle: ({ ctx, query }) => listDeliveries(ctx, query),
  }),

  get: endpoint({
    ...ofDelivery,
    id: 'getWebhookDelivery',
    summary: 'Get a webhook delivery',
    access: 'read',
    response: envelopeWith(WebhookDelivery),
    handle: ({ ctx, params }) => getDelivery(ctx, params.delivery_id),
  }),

  replay: endpoint({
    ...ofDelivery,
    id: 'replayWebhookDelivery',
    summary: 'Replay a webhook delivery',
    description:
      'Retries the delivery at once, whatever its status, with the same `webhook-id` and body, and starts the retry schedule anew. If the webhook is disabled or has no address, the response is M40903.',
    access: 'full',
    response: envelopeWith(WebhookDelivery),
    errors: ['M40903'],
    handle: ({ ctx, params }) => replayDelivery(ctx, params.delivery_id),
  }),

  replayMany: endpoint({
    id: 'replayWebhookDeliveries',
    summary: 'Replay webhook deliveries',
    description: `Retries all dead deliveries at once, or those of a webhook, a range of time or positions, or a status. Starts with the oldest; one request replays at most ${MAX_REPLAYED}.`,
    tag,
    access: 'full',
    body: Replay,
    optionalBody: true,
    checkBody: checkReplay,
    response: envelopeWith(Replayed),
    errors: ['M40003'],
    handle: ({ ctx, body }) => replayDeliveries(ctx, body),
  }),
};

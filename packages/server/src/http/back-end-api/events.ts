import { envelopeWith, SUCCESS } from '@palaver/protocol/envelope';
import {
  checkPullEvents,
  EventStream,
  eventTypesOf,
  MAX_POSITIONS,
  MAX_WAITING,
  PullEventsQuery,
  PulledEvents,
  PutEventStream,
} from '@palaver/protocol/events';
import type { TenantId } from '@palaver/protocol/ids';
import { getEventStream } from '../../domain/operations/events/get-event-stream.ts';
import { type PulledPage, pullEvents } from '../../domain/operations/events/pull-events.ts';
import { putEventStream } from '../../domain/operations/events/put-event-stream.ts';
import { endpoint, ReadyResponse } from '../endpoint.ts';

const tag = 'Events';

const ofStream = {
  tag,
  ofApplication: true,
  response: envelopeWith(EventStream),
} as const;

export const eventEndpoints = {
  putStream: endpoint({
    ...ofStream,
    access: 'full',
    id: 'putEventStream',
    summary: 'Switch the event stream on or off',
    description:
      'All tenants of the application share one stream: a request for a tenant is M40302. A webhook or a device switches it on. While it is off, webhooks receive no events. When you switch it on, the response comes when changes in progress have ended: each later change has its events. If a change takes longer than 5 seconds, the response is M50300; a repeated request waits again.',
    body: PutEventStream,
    handle: ({ ctx, body }) => putEventStream(ctx, body),
  }),

  getStream: endpoint({
    ...ofStream,
    access: 'read',
    id: 'getEventStream',
    summary: 'Get the state of the event stream',
    description: 'All tenants of the application share one stream: a request for a tenant is M40302.',
    handle: ({ ctx }) => getEventStream(ctx),
  }),

  pull: endpoint({
    tag,
    access: 'read',
    id: 'pullEvents',
    summary: 'Pull events',
    description: `Returns the events after a position, oldest first, as endpoints receive them: the bytes of an element, without its \`position\`, are those of the body of a webhook. A page ends at \`limit\`, or sooner if its events reach about 1 MiB. A request without a tenant gets the events of all tenants. A request looks at no more than ${MAX_POSITIONS} positions, so an empty list does not mean that there are no more events: continue with \`next_after\`. Up to ${MAX_WAITING.perApplication} requests per application can wait: up to ${MAX_WAITING.perKey} with the same API key, and up to ${MAX_WAITING.perTenant} for the same tenant. Further ones get an empty list at once. If the key is revoked while a request waits, the response is M40103.`,
    query: PullEventsQuery,
    checkQuery: checkPullEvents,
    response: PulledEvents,
    errors: ['M40903', 'M41000', 'M41001'],
    unshared: true,
    waits: true,
    holds: 'long_polls',
    handle: async ({ ctx, query, callerId, clientLeft, authorizeAgain, services: { pullWaits, load } }) => {
      const page = await pullEvents(ctx, pullWaits, {
        after: query.after ?? 0,
        limit: query.limit ?? 100,
        waitMs: (query.wait_seconds ?? 0) * 1_000,
        types: eventTypesOf(query),
        tenantId: query.tenant_id as TenantId | undefined,
        // (Empty counts as absent.)
        epoch: query.epoch || undefined,
        keyId: callerId,
        signal: clientLeft(),
        authorize: authorizeAgain,
        asLoad: (look) => load.runRequest(look),
      });
      return new ReadyResponse(pageJson(page));
    },
  }),
};

/** The response, in which the events keep their bytes. */
function pageJson({ events, nextAfter, epoch }: PulledPage): string {
  const envelope = JSON.stringify(SUCCESS).slice(0, -1);
  return `${envelope},"data":[${events.join(',')}],"next_after":${nextAfter},"epoch":${JSON.stringify(epoch)}}`;
}

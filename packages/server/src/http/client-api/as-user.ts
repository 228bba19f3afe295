import { ClientMember, Member } from '@palaver/protocol/members';
import { ClientMessage, Message } from '@palaver/protocol/messages';
import { ClientSearchHit, SearchHit } from '@palaver/protocol/search';
import Type, { type TSchema } from 'typebox';
import type { AnyEndpoint } from '../endpoint.ts';

/**
 * Turns an endpoint of the back-end API into one of the client API: same request, response and operation, but in the name of
 * the signed-in user and with their role. Only threads of which they are a current member exist for them.
 */
export function asUser(endpoint: AnyEndpoint): AnyEndpoint {
  const { actsAs, errors = [], ...same } = endpoint;
  return {
    ...same,
    id: `client${endpoint.id.charAt(0).toUpperCase()}${endpoint.id.slice(1)}`,
    tag: `Client: ${endpoint.tag}` as AnyEndpoint['tag'],
    access: 'token',
    response: asShownToUsers(endpoint.response),
    errors: actsAs === true ? [...errors, 'M40304', 'M40306'] : errors,
  };
}

const SHOWN = new Map<TSchema, TSchema>([
  [Member, ClientMember],
  [Message, ClientMessage],
  [SearchHit, ClientSearchHit],
]);

/** The same response, with users in the shape that signed-in users see. */
function asShownToUsers(response: TSchema): TSchema {
  const { properties } = response as TSchema & { properties: Record<string, TSchema> };
  const { data } = properties;
  if (data === undefined) return response;
  const { items } = data as { items?: TSchema };
  const shown = SHOWN.get(items ?? data);
  if (shown === undefined) return response;
  return Type.Object({ ...properties, data: items === undefined ? shown : Type.Array(shown) });
}

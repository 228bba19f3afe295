import type { Replay, WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { findEndpoint, findWebhookOfBot } from '../../records/webhooks.ts';
import { Refusal } from '../../refusal.ts';

/** What webhooks of a space were told, and are to be: listed, and sent again. */

/** The webhook that a request names; undefined: none. */
export async function findNamed(
  { db, space }: Context,
  { endpoint_id: endpointId, bot_id: botId }: Pick<Replay, 'endpoint_id' | 'bot_id'>,
): Promise<WebhookId | undefined> {
  if (endpointId) {
    const endpoint = await findEndpoint(db, space, endpointId);
    if (endpoint === undefined) throw new Refusal('M40407');
    return endpoint.id;
  }
  if (!botId) return undefined;
  const webhook = await findWebhookOfBot(db, space, botId);
  if (webhook === undefined) throw new Refusal('M40403');
  return webhook;
}

import type { Replay, WebhookId } from '@palaver/protocol/webhooks';
import type { Context } from '../../context.ts';
import { findWebhookEndpoint, findWebhookOfBot } from '../../records/webhooks.ts';
import { Refusal } from '../../refusal.ts';

/** The webhook of the endpoint or bot that a request names; undefined if it names none. Refuses with M40407 and M40403. */
export async function findNamedWebhook(
  { db, space }: Context,
  { endpoint_id: endpointId, bot_id: botId }: Pick<Replay, 'endpoint_id' | 'bot_id'>,
): Promise<WebhookId | undefined> {
  if (endpointId) {
    const endpoint = await findWebhookEndpoint(db, space, endpointId);
    if (endpoint === undefined) throw new Refusal('M40407');
    return endpoint.id;
  }
  if (!botId) return undefined;
  const webhook = await findWebhookOfBot(db, space, botId);
  if (webhook === undefined) throw new Refusal('M40403');
  return webhook;
}

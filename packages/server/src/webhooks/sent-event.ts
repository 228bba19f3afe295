import type { WebhookId } from '@palaver/protocol/webhooks';
import type { EventPlace } from '../domain/records/events.ts';
import { bodyForBot } from '../domain/rules/event-body.ts';

/** What a webhook receives of an event. */

/**
 * The header `webhook-id`, the same on every attempt of a delivery. It contains the time of the event, because a database
 * restored from a backup assigns the same positions again, which receivers that deduplicate by id would take for repeats.
 */
export function headerIdOf(
  { position, at }: Pick<EventPlace, 'position' | 'at'>,
  webhook: WebhookId,
): string {
  return `evt_${position}_${at.getTime().toString(36)}_${webhook}`;
}

/** The body: that of the event; a bot's names the bot. (That of a pressed button does so by itself.) */
export function bodyAsSent(
  body: string,
  { event_type: type, bot_id: botId }: { event_type: string; bot_id: string | null },
): string {
  return botId === null || type === 'bot.button_clicked' ? body : bodyForBot(body, botId);
}

import type { EventStream, PutEventStream } from '@palaver/protocol/events';
import type { Context } from '../../context.ts';
import { findStream, setStream } from '../../records/event-streams.ts';
import { hasLiveWebhook } from '../../records/webhooks.ts';
import { Refusal } from '../../refusal.ts';
import { toEventStream } from './event-stream.ts';

/** Switches the event stream of the application on or off. Refuses with M40903 to switch it off while webhooks need it. */
export async function putEventStream(
  { db, space }: Context,
  { enabled }: PutEventStream,
): Promise<EventStream> {
  if (!enabled && (await hasLiveWebhook(db, space.appId))) {
    const message = 'cannot be false while the application has webhooks that are called';
    throw new Refusal('M40903', [{ field: 'enabled', rule: 'webhooks', message }]);
  }
  await setStream(db, space.appId, enabled);
  return toEventStream(await findStream(db, space.appId));
}

import type { EventStream, PutEventStream } from '@palaver/protocol/events';
import type { Context } from '../../context.ts';
import { findStream, setStream } from '../../records/event-streams.ts';
import { toEventStream } from './event-stream.ts';

/** Switches the event stream of the application on or off. While it is off, webhooks receive no events. */
export async function putEventStream(
  { db, space }: Context,
  { enabled }: PutEventStream,
): Promise<EventStream> {
  await setStream(db, space.appId, enabled);
  return toEventStream(await findStream(db, space.appId));
}

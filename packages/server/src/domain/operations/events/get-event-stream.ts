import type { EventStream } from '@palaver/protocol/events';
import type { Context } from '../../context.ts';
import { findStream } from '../../records/event-streams.ts';
import { toEventStream } from './event-stream.ts';

/** The event stream of the application, with the events of all its tenants. */
export async function getEventStream({ db, space }: Context): Promise<EventStream> {
  return toEventStream(await findStream(db, space.appId));
}

import type { EventStream } from '@palaver/protocol/events';
import type { StreamState } from '../../records/event-streams.ts';

/** A stream as responses show it. */
export function toEventStream({ is_on, epoch, dropped_through, last_position }: StreamState): EventStream {
  return {
    enabled: is_on,
    epoch,
    first_position: Number(dropped_through) + 1,
    last_position: Number(last_position),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStream, PutEventStream } from '@palaver/protocol/events';
import type { Queryable } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import { findRecording, findStream, setStream } from '../../records/event-streams.ts';
import { Refusal } from '../../refusal.ts';
import { toEventStream } from './event-stream.ts';

const LONGEST_WAIT_MS = 5_000;
/** It looks again after 5 ms, and then less and less often. */
const FIRST_POLL_MS = 5;
const LAST_POLL_MS = 100;

/**
 * Switches the event stream of the application on or off. While it is off, webhooks receive no events. When it returns after
 * switching on, every change that commits from then on has its events. Refuses with M50300 if a change that began before takes
 * too long: a repetition waits again.
 */
export async function putEventStream(
  { db, space }: Context,
  { enabled }: PutEventStream,
): Promise<EventStream> {
  await setStream(db, space.appId, enabled);
  if (enabled) await outlastOthers(db);
  return toEventStream(await findStream(db, space.appId));
}

/**
 * Resolves when the transactions have ended that may not have seen the stream on. A back end that then loads the state of its
 * application sees their changes, for which there are no events.
 */
async function outlastOthers(db: Queryable): Promise<void> {
  const endsAt = performance.now() + LONGEST_WAIT_MS;
  let pollMs = FIRST_POLL_MS;
  for (let open = new Set(await findRecording(db)); open.size > 0; ) {
    if (performance.now() >= endsAt) throw new Refusal('M50300');
    await sleep(pollMs);
    pollMs = Math.min(2 * pollMs, LAST_POLL_MS);
    open = open.intersection(new Set(await findRecording(db)));
  }
}

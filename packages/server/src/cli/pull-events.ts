import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventClient,
  type EventFilter,
  type EventPage,
  RefusalError,
  UnavailableError,
} from './event-client.ts';
import { printError } from './print.ts';

export interface PullOptions extends EventFilter {
  /** The position after which to start. */
  after: number;
  /** Maximum number of events in a page. */
  limit: number;
  /** Whether to wait for new events. */
  isFollowing: boolean;
  /** Ends the loop, which then throws. */
  signal: AbortSignal;
}

const PAUSE_MS = 1_000;

/**
 * The text of events, page by page, in order; without `isFollowing`, up to the newest one. When the server goes away later,
 * a loop that follows says so on standard error and tries again.
 */
export async function* pullEvents(
  client: EventClient,
  { isFollowing, signal, ...start }: PullOptions,
): AsyncGenerator<string[], void, undefined> {
  const query = { ...start, epoch: undefined as string | undefined };
  for (let isPatient = false; ; isPatient = isFollowing) {
    const askedAt = performance.now();
    const page = await nextPage(
      (mayWait) => client.page(query, mayWait && isFollowing, signal),
      isPatient,
      signal,
    );
    if (page instanceof RefusalError) {
      printError(`palaver: ${page.message} Continuing at position ${page.firstPosition}.\n`);
      Object.assign(query, { after: (page.firstPosition ?? 1) - 1, epoch: undefined });
      continue;
    }
    yield page.events;
    const hasMoved = page.nextAfter > query.after;
    if (!hasMoved && !isFollowing) return;
    Object.assign(query, { after: page.nextAfter, epoch: page.epoch });
    // (A server that stops, or that holds too many requests, does not wait.)
    const hasWaited = hasMoved || performance.now() - askedAt > PAUSE_MS;
    if (!hasWaited) await sleep(PAUSE_MS, undefined, { signal });
  }
}

/** Returns a refusal if events are missing; rejects with all others. */
async function nextPage(
  pull: (mayWait: boolean) => Promise<EventPage>,
  isPatient: boolean,
  signal: AbortSignal,
): Promise<EventPage | RefusalError> {
  for (let isAway = false; ; isAway = true) {
    try {
      // (So the first response of a server that is back comes at once.)
      const page = await pull(!isAway);
      if (isAway) printError('palaver: the server is back\n');
      return page;
    } catch (error) {
      if (error instanceof RefusalError && error.firstPosition !== undefined) return error;
      if (!isPatient || !(error instanceof UnavailableError)) throw error;
      if (!isAway) printError(`palaver: ${error.message}; trying again until it is back\n`);
      await sleep(PAUSE_MS, undefined, { signal });
    }
  }
}

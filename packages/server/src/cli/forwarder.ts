import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookId } from '@palaver/protocol/webhooks';
import { onOneLine } from '../platform/terminal.ts';
import type { Caller, CallResult } from '../webhooks/call.ts';
import { headerIdOf } from '../webhooks/sent-event.ts';
import { print } from './print.ts';

export interface ForwarderOptions {
  caller: Caller;
  /** The address of the program. */
  url: string;
  /** Signs the calls. */
  secret: string;
  /** Aborts the calls in progress. */
  signal: AbortSignal;
}

/** The pauses between the attempts of an event; after the last one, the event is given up. */
const PAUSES_MS = [500, 1_000, 2_000];
/** In the place of a webhook's id. */
const ID = 'listen' as WebhookId;

/** An event to forward. */
interface ForwardedEvent {
  type: string;
  position: number;
  /** The header `webhook-id`. */
  id: string;
  /** As a webhook receives it. */
  body: string;
  /** Events with the same order are forwarded one after the other. */
  order: string;
}

/** Calls a program as a webhook is called, and prints a line for each attempt. */
export class Forwarder {
  readonly #options: ForwarderOptions;

  constructor(options: ForwarderOptions) {
    this.#options = options;
  }

  /** Forwards events, given as the server sends them: those of one thread in order, others at the same time. */
  async forward(events: readonly string[]): Promise<void> {
    const byThread = Map.groupBy(events.map(toForwarded), ({ order }) => order);
    await Promise.all([...byThread.values()].map((some) => this.#inOrder(some)));
  }

  async #inOrder(events: readonly ForwardedEvent[]): Promise<void> {
    for (const event of events) await this.#deliver(event);
  }

  async #deliver(event: ForwardedEvent): Promise<void> {
    const { caller, url, secret, signal } = this.#options;
    const call = { url, secret, previous_secret: null, previous_secret_expires_at: null, ...event };
    for (let attempts = 1; ; attempts += 1) {
      const result = await caller.call(call, signal);
      signal.throwIfAborted();
      const isDelivered = result.attempt.error === '';
      const pauseMs = isDelivered ? undefined : PAUSES_MS[attempts - 1];
      print(`${lineOf(event, result)}${isDelivered ? '' : outcomeOf(pauseMs)}\n`);
      if (pauseMs === undefined) return;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

function toForwarded(event: string): ForwardedEvent {
  const { position, type, timestamp, data } = JSON.parse(event) as {
    position: number;
    type: string;
    timestamp: string;
    data: { thread?: { id: string } };
  };
  return {
    type,
    position,
    id: headerIdOf({ position: String(position), at: new Date(timestamp) }, ID),
    body: event.replace(/^\{"position":\d+,/, '{'),
    order: data.thread?.id ?? `position ${position}`,
  };
}

function lineOf({ type, position }: ForwardedEvent, { attempt }: CallResult): string {
  const { at, status, duration_ms, error } = attempt;
  const time = new Date(at).toLocaleTimeString('en-GB');
  return `${time}  POST  ${onOneLine(type)}  ${status ?? onOneLine(error)}  ${duration_ms} ms  (position ${position})`;
}

const outcomeOf = (pauseMs: number | undefined) =>
  pauseMs === undefined ? '  given up' : `  retrying in ${pauseMs / 1_000} s`;

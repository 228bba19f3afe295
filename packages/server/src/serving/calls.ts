import type { ThreadId } from '@palaver/protocol/ids';
import { type BirpcReturn, createBirpc } from 'birpc';
import type { BusEvent } from '../bus/bus.ts';
import type { SendResult } from '../domain/operations/messages/send-verdict.ts';
import type { Send } from '../domain/records/sends.ts';
import type { MetricsSnapshot } from '../platform/metrics.ts';
import type { Attempt } from './attempt.ts';

/** What the main thread does for a serving thread. */
export interface MainCalls {
  send: (send: Send) => Promise<Attempt<SendResult>>;
  /** Resolves when the events are taken. */
  publish: (events: readonly BusEvent[]) => Promise<void>;
  /** The serving thread has subscribers of these threads from now on (true), or no longer (false). */
  listen: (changes: ReadonlyMap<ThreadId, boolean>) => Promise<void>;
  /** The serving thread has noticed another branch of the database. */
  learnBranch: (branch: string) => Promise<void>;
  /** The metrics of the whole node, as `/metrics` shows them. */
  renderMetrics: () => Promise<string>;
}

/** What a serving thread does for the main thread. */
export interface ServingCalls {
  /** Listens at a port, or picks one if it is 0. Resolves to the URL. */
  start: (port: number) => Promise<Attempt<string>>;
  /** Resolves when the events are taken. `silenceMs`: that of the bus of the main thread, see bus.ts. */
  deliver: (events: readonly BusEvent[], silenceMs: number) => Promise<void>;
  /** The main thread, or another one, has noticed another branch of the database (storage/branch-watch.ts). */
  learnBranch: (branch: string) => Promise<void>;
  leave: (delayMs: number) => Promise<void>;
  /** Resolves when everything is closed; then the thread ends by itself. */
  stop: () => Promise<void>;
  metrics: () => Promise<MetricsSnapshot>;
}

export type Calls<Remote extends object> = BirpcReturn<Remote, object>;

/** An end of a channel between two threads: a port, or the worker itself. */
export interface Port {
  postMessage: (message: unknown[]) => void;
  on: (event: 'message', listener: (message: unknown[]) => void) => unknown;
}

/**
 * Calls between two threads. Calls of one turn of the event loop cross in one message, because a message costs more
 * than its content. A call has no time limit; `$close` rejects those that are open.
 */
export function openCalls<Remote extends object>(port: Port, functions: object): Calls<Remote> {
  let gathered: unknown[] = [];
  const post = (call: unknown) => {
    if (gathered.push(call) > 1) return;
    setImmediate(() => {
      const message = gathered;
      gathered = [];
      port.postMessage(message);
    });
  };
  const on = (receive: (call: unknown) => void) => {
    port.on('message', (message) => {
      for (const call of message) receive(call);
    });
  };
  return createBirpc<Remote, object>(functions, { post, on, bind: 'functions', timeout: -1 });
}

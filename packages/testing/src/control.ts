import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type BirpcReturn, createBirpc } from 'birpc';
import type { Phone, PhoneProvider, PushAccount, Received, WebPushSubscription } from './received.ts';

/*
 * The calls between test processes and the process of the server: a line of JSON each, through a socket that only their user may open. The
 * server itself has no such calls.
 */

export interface ServerAddress {
  /** Base URL, such as `http://127.0.0.1:41235`. */
  url: string;
  /** A key of the application with all scopes. */
  apiKey: string;
  appId: string;
  /** Where the receiver of webhooks listens. */
  webhooksUrl: string;
}

/** What the process of the server does for tests. */
export interface ServerCalls {
  address: () => ServerAddress;
  /** Resolves when everything that tests have made is gone. */
  reset: () => Promise<void>;
  /** The time of the server, in Unix milliseconds. */
  now: () => number;
  /** Resolves to the new time. */
  advance: (ms: number) => Promise<number>;
  /** How the receiver responds to webhooks from now on. */
  respondToWebhooks: (status: number) => void;
  subscribe: () => WebPushSubscription;
  installApp: (provider: PhoneProvider) => Phone;
  pushAccount: (provider: PhoneProvider) => PushAccount;
}

/** What the process of the server tells each test process. */
export interface TestCalls {
  received: <Name extends keyof Received>(name: Name, item: Received[Name]) => void;
  /** A webhook was called and its signature is wrong, or a push service would have refused a push. */
  refused: (name: keyof Received, why: string) => void;
  /** Forgets the items that were received before. */
  emptied: () => void;
}

/** The error of calls when the other side is gone, or this one has stopped. */
export const ENDED = 'the server of @palaver/testing has ended';

/** An open channel rejects its calls when its socket closes. */
export function openChannel<Remote extends object, Local extends object>(
  socket: Socket,
  functions: Local,
): BirpcReturn<Remote, Local> {
  const lines = createInterface({ input: socket });
  const channel = createBirpc<Remote, Local>(functions, {
    post: (line: string) => void socket.write(`${line}\n`),
    on: (receive) => void lines.on('line', receive),
    serialize: JSON.stringify,
    deserialize: JSON.parse,
    timeout: -1,
  });
  // (A killed process ends its connections with an error.)
  socket.on('error', () => {});
  socket.once('close', () => channel.$close(new Error(ENDED)));
  return channel;
}

import { once } from 'node:events';
import { connect } from 'node:net';
import { ENDED, openChannel, type ServerCalls, type TestCalls } from './control.ts';
import { Inbox } from './inbox.ts';
import type {
  Phone,
  PhoneProvider,
  PushAccount,
  Received,
  ReceivedMail,
  ReceivedPush,
  ReceivedWebhook,
  WebPushSubscription,
} from './received.ts';

/** A running server for tests, with an application of its own. */
export interface TestServer {
  /** Its address, such as `http://127.0.0.1:41235`. */
  readonly url: string;
  /** A key of the application with all scopes. */
  readonly apiKey: string;
  readonly appId: string;
  /** Names this server to `connectPalaver`, in other processes of the same test suite. */
  readonly endpoint: string;
  /**
   * Makes the application as new: users, threads, messages, files, settings, webhooks and everything that was received are gone. Address, key
   * and clock stay. Tokens stop to work, and connections are closed, within a second.
   */
  readonly reset: () => Promise<void>;
  readonly clock: TestClock;
  readonly webhooks: WebhookInbox;
  readonly pushes: PushInbox;
  readonly mails: Inbox<ReceivedMail>;
  /** Ends the server and removes its data. A server that this process has only connected to goes on. */
  readonly stop: () => Promise<void>;
}

/** The time of the server. It goes on by itself. */
export interface TestClock {
  /** In Unix milliseconds. */
  now: () => Promise<number>;
  /**
   * Puts it forward, once everything that is due has happened, or after two seconds. The server notices within a second, and then does
   * everything that has become due.
   * @throws RangeError  if the step leads back, or further than ten years
   */
  advance: (step: ClockStep) => Promise<void>;
}

/** The sum of its parts. */
export interface ClockStep {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
  milliseconds?: number;
}

/** Calls of webhooks. */
export class WebhookInbox extends Inbox<ReceivedWebhook> {
  /** The address for endpoints and bots. A path of your own may follow it. */
  readonly url: string;
  /** How calls are answered from now on, until the next reset. At first it is 204. */
  readonly respondWith: (status: number) => Promise<void>;

  constructor(url: string, respondWith: (status: number) => Promise<void>) {
    super('webhook', ({ event }) => event.type);
    this.url = url;
    this.respondWith = respondWith;
  }
}

/** Pushes to browsers and phones. */
export class PushInbox extends Inbox<ReceivedPush> {
  /** Subscribes a new browser: the `subscription` of a device. */
  readonly subscribe: () => Promise<WebPushSubscription>;
  /** Installs the app on a new phone: what its device is registered with. */
  readonly installApp: (provider: PhoneProvider) => Promise<Phone>;
  /** What the application pushes with: the body of `PUT /notification/v1.0/provider/{provider}`. */
  readonly account: (provider: PhoneProvider) => Promise<PushAccount>;

  constructor(calls: Pick<PushInbox, 'subscribe' | 'installApp' | 'account'>) {
    super('push', ({ payload }) => JSON.stringify(payload));
    this.subscribe = calls.subscribe;
    this.installApp = calls.installApp;
    this.account = calls.account;
  }
}

type Inboxes = Pick<TestServer, keyof Received>;
type InboxByName = { [Name in keyof Received]: Inbox<Received[Name]> };

const UNITS_MS = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000, milliseconds: 1 };
/** Ten years: certificates end at some time. */
const MOST_MS = 3_650 * UNITS_MS.days;

/**
 * Connects to a server that another process of the same test suite has started. It receives what arrives from then on.
 * @throws Error  if the server has ended
 */
export async function connectPalaver(endpoint: string): Promise<TestServer> {
  const socket = connect(endpoint);
  await once(socket, 'connect');
  const functions: TestCalls = {
    received: (name, item) => (inboxes as InboxByName)[name].receive(item),
    refused: (name, why) => inboxes[name].refuse(why),
    emptied: () => {
      for (const inbox of Object.values(inboxes)) inbox.empty();
    },
  };
  const server = openChannel<ServerCalls, TestCalls>(socket, functions);
  const { webhooksUrl, ...address } = await server.address();
  // A test process that forgets `stop` can end nevertheless, but not during a call.
  let calls = 0;
  const calling = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (server.$closed) throw new Error(ENDED);
    if (calls++ === 0) socket.ref();
    try {
      return await call();
    } finally {
      if (--calls === 0) socket.unref();
    }
  };
  socket.unref();
  const inboxes: Inboxes = {
    webhooks: new WebhookInbox(webhooksUrl, (status) => calling(() => server.respondToWebhooks(status))),
    pushes: new PushInbox({
      subscribe: () => calling(() => server.subscribe()),
      installApp: (provider) => calling(() => server.installApp(provider)),
      account: (provider) => calling(() => server.pushAccount(provider)),
    }),
    mails: new Inbox('e-mail', ({ subject }: ReceivedMail) => subject),
  };
  return {
    ...address,
    endpoint,
    ...inboxes,
    clock: {
      now: () => calling(() => server.now()),
      advance: async (step) => void (await calling(() => server.advance(msOf(step)))),
    },
    reset: () => calling(() => server.reset()),
    stop: async () => {
      socket.end();
    },
  };
}

/** @throws RangeError  if it is not a time that lies ahead, of at most ten years */
function msOf(step: ClockStep): number {
  const ms = Object.entries(UNITS_MS).reduce(
    (sum, [unit, length]) => sum + (step[unit as keyof ClockStep] ?? 0) * length,
    0,
  );
  if (ms >= 0 && ms <= MOST_MS) return ms;
  throw new RangeError('a clock can be put forward by up to ten years');
}

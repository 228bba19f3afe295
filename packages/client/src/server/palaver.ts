import { baseOf, type Connection } from '../http/call.ts';
import { BackEnd, DEFAULT_TIMEOUT_MS, headerText } from './back-end.ts';
import { Bots } from './bots.ts';
import { EventStreams } from './event-streams.ts';
import { Events, type EventsOptions } from './events.ts';
import { Files } from './files.ts';
import { Messages } from './messages.ts';
import { Notifications } from './notifications.ts';
import { Policies } from './policy.ts';
import { Stickers } from './stickers.ts';
import { Threads } from './threads.ts';
import { Users } from './users.ts';
import { Webhooks } from './webhooks.ts';

/** Options of {@link Palaver}. */
export interface PalaverOptions {
  /** Address of the server, such as `https://chat.example.com`. */
  url: string;
  /** An API key. Its holder can do everything that its scopes allow: keep it in your back end. */
  apiKey: string;
  /** The tenant of all calls; absent: the application's own space. */
  tenantId?: string | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Timeout of each attempt, in milliseconds; 15,000 by default; 0: no timeout. */
  timeoutMs?: number | undefined;
  /** Maximum number of retries of a call; 4 by default. */
  maxRetries?: number | undefined;
}

/**
 * The client for your back end, with every call that takes an API key. It retries failed calls with growing pauses, and
 * each call has its effect once. Calls reject with a {@link PalaverError}.
 *
 * @example
 * ```ts
 * const palaver = new Palaver({ url, apiKey });
 * await palaver.users.put('ann', { display_name: 'Ann' });
 * ```
 */
export class Palaver {
  readonly users: Users;
  readonly threads: Threads;
  readonly messages: Messages;
  readonly bots: Bots;
  readonly files: Files;
  readonly stickers: Stickers;
  readonly webhooks: Webhooks;
  readonly eventStream: EventStreams;
  readonly notifications: Notifications;
  readonly policy: Policies;
  readonly #backEnd: BackEnd;
  readonly #options: PalaverOptions;

  /** Throws a TypeError if `url` is not an address, or if an option is not a valid header value. */
  constructor(options: PalaverOptions) {
    this.#options = options;
    const backEnd = new BackEnd(connectionOf(options));
    this.#backEnd = backEnd;
    this.users = new Users(backEnd);
    this.threads = new Threads(backEnd);
    this.messages = new Messages(backEnd);
    this.bots = new Bots(backEnd);
    this.files = new Files(backEnd);
    this.stickers = new Stickers(backEnd);
    this.webhooks = new Webhooks(backEnd);
    this.eventStream = new EventStreams(backEnd);
    this.notifications = new Notifications(backEnd);
    this.policy = new Policies(backEnd);
  }

  /**
   * Pulls the events of your application in order, and waits for new ones: see {@link Events}. Pass the cursor that you have
   * stored; without one, the loop starts with the oldest event that the server keeps. The event stream must be on
   * ({@link EventStreams.put}).
   *
   * @example
   * ```ts
   * const store = new Map<string, string>(); // for example a table of your database
   * const stored = JSON.parse(store.get('cursor') ?? '{}') as EventCursor;
   * const events = palaver.events({ ...stored, types: ['user.created', 'message.created'] });
   * for await (const event of events) {
   *   console.log(event.position, event.type, event.data);
   *   store.set('cursor', JSON.stringify(events.cursor));
   *   if (event.type === 'message.created') break; // (A service has a loop without an end.)
   * }
   * ```
   */
  events(options: EventsOptions = {}): Events {
    return new Events(this.#backEnd, options);
  }

  /**
   * Returns a client for another tenant; without an id, for the application's own space.
   *
   * @example
   * ```ts
   * await palaver.forTenant('acme').users.put('ann', { display_name: 'Ann of Acme' });
   * ```
   */
  forTenant(tenantId?: string): Palaver {
    return new Palaver({ ...this.#options, tenantId });
  }
}

function connectionOf(options: PalaverOptions): Connection {
  const { url, apiKey, tenantId, timeoutMs = DEFAULT_TIMEOUT_MS, maxRetries = 4 } = options;
  const tenant = tenantId === undefined ? {} : { 'x-tenant-id': headerText(tenantId) };
  const headers = { 'x-api-key': apiKey, ...tenant };
  new Headers(headers);
  return {
    url: baseOf(url),
    headers: () => headers,
    // (The `fetch` of browsers throws if it is called as a method of another object.)
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    timeoutMs,
    maxRetries,
  };
}

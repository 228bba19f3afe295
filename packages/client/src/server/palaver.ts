import { baseOf, type Connection } from '../http/call.ts';
import { BackEnd, headerText } from './back-end.ts';
import { Bots } from './bots.ts';
import { Messages } from './messages.ts';
import { Policies } from './policy.ts';
import { Stickers } from './stickers.ts';
import { Threads } from './threads.ts';
import { Users } from './users.ts';
import { Webhooks } from './webhooks.ts';

/** How your back end reaches Palaver. */
export interface PalaverOptions {
  /** Where Palaver is: `https://chat.example.com`. */
  url: string;
  /** An API key. It may do all that its scopes allow: keep it in your back end. */
  apiKey: string;
  /** The tenant for whom calls are made; absent: the application's own space. */
  tenantId?: string | undefined;
  /** In the place of the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** How long one try may take, in milliseconds: 15,000 unless told; 0: as long as it takes. */
  timeoutMs?: number | undefined;
  /** How often a call is tried again: 4 times unless told. */
  maxRetries?: number | undefined;
}

/**
 * Palaver for your back end: every call that takes an API key. Calls are tried again on a bad network, with growing pauses,
 * and have their effect once. They reject with a {@link PalaverError}.
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
  readonly stickers: Stickers;
  readonly webhooks: Webhooks;
  readonly policy: Policies;
  readonly #options: PalaverOptions;

  /** Throws a TypeError when `url` is no address, or an option cannot stand in a header. */
  constructor(options: PalaverOptions) {
    this.#options = options;
    const backEnd = new BackEnd(connectionOf(options));
    this.users = new Users(backEnd);
    this.threads = new Threads(backEnd);
    this.messages = new Messages(backEnd);
    this.bots = new Bots(backEnd);
    this.stickers = new Stickers(backEnd);
    this.webhooks = new Webhooks(backEnd);
    this.policy = new Policies(backEnd);
  }

  /**
   * The same for another tenant; without an id for the application's own space.
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
  const { url, apiKey, tenantId, timeoutMs = 15_000, maxRetries = 4 } = options;
  const tenant = tenantId === undefined ? {} : { 'x-tenant-id': headerText(tenantId) };
  const headers = { 'x-api-key': apiKey, ...tenant };
  new Headers(headers);
  return {
    url: baseOf(url),
    headers: () => headers,
    // (Called as a method of something else, the fetch of browsers throws.)
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    timeoutMs,
    maxRetries,
  };
}

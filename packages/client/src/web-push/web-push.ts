import type { Chat } from '../chat/chat.ts';
import { type Readable, Store } from '../chat/state/store.ts';
import { PalaverError } from '../error.ts';
import { failure } from './failures.ts';
import { SharedBrowser } from './shared-browser.ts';
import { isSupported, subscribe, unsubscribe, type Worker } from './subscription.ts';
import type { WebPushOptions, WebPushState, WebPushTarget } from './web-push-options.ts';

/**
 * Notifications of this browser for the user of a chat. Create it at each start of the page: if they are on, it refreshes the
 * registration of the browser. It ends with the chat.
 *
 * @example
 * ```ts
 * const push = webPush(chat, {
 *   worker: '/palaver-notifications.js?open=/chat/{thread_id}',
 *   onOpen: ({ thread_id }) => console.log('show', thread_id),
 * });
 * push.state.subscribe(({ state }) => console.log(state));
 * ```
 */
export function webPush(chat: Chat, options: WebPushOptions): BrowserNotifications {
  return new BrowserNotifications(chat, options);
}

/** Notifications of this browser for the user of a chat, even while no page is open. {@link webPush} creates it. */
export class BrowserNotifications {
  readonly #chat: Chat;
  readonly #options: WebPushOptions;
  readonly #worker: Worker;
  readonly #state = new Store<WebPushState>({ state: 'unsupported' });
  /** undefined: the browser has no Web Push. */
  readonly #browser: SharedBrowser | undefined;
  /** Whether the registration is that of this start of the page. */
  #isFresh = false;

  constructor(chat: Chat, options: WebPushOptions) {
    this.#chat = chat;
    this.#options = options;
    this.#worker = { address: options.worker, scope: options.scope };
    if (!isSupported()) return;
    this.#browser = new SharedBrowser(() => this.#update());
    navigator.serviceWorker.addEventListener('message', this.#onMessage);
    chat.connection.subscribe(({ state }) => {
      if (state === 'online') void this.#refresh();
      if (state === 'closed') this.#close();
    });
    this.#update();
  }

  /**
   * Whether notifications are on. A browser shows those of one user: if another user of the site switches them on, they are off for
   * this one.
   *
   * @example
   * ```ts
   * const { state } = push.state.getSnapshot();
   * ```
   */
  get state(): Readable<WebPushState> {
    return this.#state;
  }

  /**
   * Asks the user for permission, subscribes the browser, and registers it as a device of the user. Call it from a click: browsers
   * ask only then. Rejects with a `PalaverError`, see {@link WebPushErrorCode}.
   *
   * @example
   * ```ts
   * try {
   *   await push.enable();
   * } catch (error) {
   *   console.log(error instanceof PalaverError ? error.message : error);
   * }
   * ```
   */
  async enable(): Promise<void> {
    const browser = this.#browser;
    if (browser === undefined) throw failure('push_unsupported');
    // Before anything else: the click is soon too long ago.
    const permission = await Notification.requestPermission();
    this.#update();
    if (permission !== 'granted') throw failure('push_denied');
    const { ext_user_id } = this.#chat.me.getSnapshot() ?? (await this.#chat.getProfile());
    await browser.alone(async () => {
      await this.#register(browser);
      browser.user = ext_user_id;
    });
    this.#isFresh = true;
    this.#update();
  }

  /**
   * Ends the subscription of the browser, and removes the device. Does nothing if notifications are off. Call it before the user
   * signs out. If it rejects, the server could not be reached: it removes the device when the push service refuses the next push.
   *
   * @example
   * ```ts
   * await push.disable();
   * ```
   */
  async disable(): Promise<void> {
    const browser = this.#browser;
    if (browser === undefined) return;
    const { ext_user_id } = this.#chat.me.getSnapshot() ?? (await this.#chat.getProfile());
    await browser.alone(async () => {
      if (browser.user !== ext_user_id) return;
      browser.user = undefined;
      this.#update();
      await unsubscribe(this.#worker);
      await this.#chat.devices.remove(this.#deviceIdIn(browser));
    });
  }

  /** Registers again, because subscriptions and keys change, and the server removes the devices that it has not seen for long. */
  async #refresh(): Promise<void> {
    this.#update();
    const browser = this.#browser;
    if (browser === undefined || this.#isFresh || !this.#isOn) return;
    try {
      // (Meanwhile another user may have taken over.)
      await browser.alone(async () => {
        if (this.#isOn) await this.#register(browser);
      });
      this.#isFresh = true;
      this.#update();
    } catch (error) {
      this.#update(error instanceof PalaverError ? error : failure('push_service', error));
    }
  }

  async #register(browser: SharedBrowser): Promise<void> {
    const { web_push_key } = await this.#chat.notifications.get();
    if (web_push_key === '') throw failure('push_not_set_up');
    const subscription = await subscribe(this.#worker, web_push_key);
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
    await this.#chat.devices.register(this.#deviceIdIn(browser), {
      provider: 'web_push',
      subscription: { endpoint, keys: { p256dh, auth }, application_server_key: web_push_key },
      language: this.#options.language ?? navigator.language,
      time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  }

  #deviceIdIn(browser: SharedBrowser): string {
    return this.#options.deviceId ?? browser.deviceId;
  }

  get #isOn(): boolean {
    const me = this.#chat.me.getSnapshot()?.ext_user_id;
    return me !== undefined && this.#browser?.user === me && Notification.permission === 'granted';
  }

  #update(error?: PalaverError): void {
    const previous = this.#state.getSnapshot();
    const next = this.#stateNow(error);
    const isSame =
      next.state === previous.state && error === ('error' in previous ? previous.error : undefined);
    if (!isSame) this.#state.set(next);
  }

  #stateNow(error: PalaverError | undefined): WebPushState {
    if (Notification.permission === 'denied') return { state: 'denied' };
    if (this.#chat.me.getSnapshot() === undefined) return { state: 'checking' };
    if (!this.#isOn) return { state: 'off' };
    return { state: 'on', ...(error === undefined ? {} : { error }) };
  }

  /** Messages of the service worker. */
  readonly #onMessage = ({ data }: MessageEvent<Partial<WebPushTarget & { type: string }> | null>): void => {
    const {
      type,
      thread_id = '',
      seq = '',
      app_id = '',
      reference_id = '',
      satl_reference_id = '',
    } = data ?? {};
    if (type === 'palaver.subscription') {
      this.#isFresh = false;
      void this.#refresh();
    }
    // (Notifications of another user are none of this chat's.)
    if (type === 'palaver.open' && this.#state.getSnapshot().state !== 'off')
      this.#options.onOpen?.({ thread_id, seq, app_id, reference_id, satl_reference_id });
  };

  #close(): void {
    navigator.serviceWorker.removeEventListener('message', this.#onMessage);
    this.#browser?.close();
  }
}

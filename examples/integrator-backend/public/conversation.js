/** The conversation of the visitor with the shop: from the first word, before there is anybody to say it. */

import { connect } from '/palaver-chat/element.js';
import { Refused } from './account.js';

/**
 * @typedef {ReturnType<typeof connect>} Chat
 * @typedef {ReturnType<Chat['open']>} Thread
 * @typedef {import('./account.js').Account} Account
 *
 * @typedef {{ id: string, text: string, at: number }} Early A message from before there is a thread.
 * @typedef {'sending' | 'waiting' | 'failed' | 'sent'} EarlyState What has become of all of them. `waiting`: for a connection.
 */

/** What was written before there is a thread survives a reload, in this tab: another one would send it once more. */
const EARLY = 'kettle-and-fern early';
const RETRY_MS = 1_000;

/** Fires `change` whenever something of it is to be shown anew. */
export class Conversation extends EventTarget {
  #account;
  #config;
  /** They stay here when the thread has them. @type {Early[]} */
  #early = JSON.parse(sessionStorage.getItem(EARLY) ?? '[]');
  /** @type {Chat | undefined} */
  #chat;
  /** @type {Thread | undefined} */
  #thread;
  /** Whose it is: the account's id. @type {number | undefined} */
  #holder;
  /** The way to a thread that is under way; each is an object of its own. @type {object | undefined} */
  #beginning;
  /** Why there is none, and will be none by itself; or empty. */
  #refusal = '';
  /** Why nothing gets through at the moment; or empty. */
  #trouble = '';

  /**
   * @param {Account} account
   * @param {{ palaver_url: string, agent_id: string }} config
   */
  constructor(account, config) {
    super();
    this.#account = account;
    this.#config = config;
    account.addEventListener('change', () => this.#follow());
    addEventListener('online', () => this.#chat?.reconnect());
    // Who only looks at the page is nobody to us.
    if (account.session !== undefined || this.#early.length > 0) void this.#begin();
  }

  get chat() {
    return this.#chat;
  }

  /** Undefined until there is one. From then on, all of it is there. */
  get thread() {
    return this.#thread;
  }

  get early() {
    return this.#early;
  }

  /** @returns {EarlyState} */
  get earlyState() {
    if (this.#thread !== undefined) return 'sent';
    if (this.#beginning === undefined) return 'failed';
    return this.#trouble === '' ? 'sending' : 'waiting';
  }

  get isEmpty() {
    return this.#early.length === 0 && (this.#thread?.getSnapshot().messages ?? []).length === 0;
  }

  get isAnswered() {
    const { messages = [] } = this.#thread?.getSnapshot() ?? {};
    return messages.some(
      (message) => message.state === 'sent' && message.sender.user_id === this.#config.agent_id,
    );
  }

  get unread() {
    return this.#thread?.getSnapshot().thread?.unread_count ?? 0;
  }

  /** What keeps the thread from beginning; or empty. */
  get notice() {
    if (this.#trouble !== '') return `${this.#trouble} What you write is sent as soon as it is back.`;
    return this.#refusal;
  }

  /** @param {string} text */
  send(text) {
    if (this.#thread !== undefined) this.#thread.send(text);
    else {
      this.#keepEarly([...this.#early, { id: crypto.randomUUID(), text, at: Date.now() }]);
      this.retry();
    }
  }

  retry() {
    void this.#begin();
  }

  /** @param {string} id */
  discard(id) {
    this.#keepEarly(this.#early.filter((early) => early.id !== id));
  }

  /** Somebody else is here, or somebody for the first time. A guest who has signed up is the same one. */
  #follow() {
    const id = this.#account.profile?.id;
    if (id === this.#holder) return;
    if (this.#holder !== undefined) this.#end();
    if (id !== undefined) void this.#begin();
  }

  /** Until there is a thread, however long that takes; ends when there can be none. */
  async #begin() {
    if (this.#beginning !== undefined || this.#thread !== undefined) return;
    const beginning = {};
    this.#beginning = beginning;
    this.#refusal = '';
    this.#changed();
    while (this.#beginning === beginning) {
      try {
        await this.#account.signUpAsGuest();
        this.#holder = this.#account.profile?.id;
        this.#chat ??= this.#connect();
        await this.#chat.ready();
        const thread = await this.#chat.openDirect(this.#config.agent_id);
        if (this.#beginning === beginning) this.#enter(thread);
      } catch (error) {
        if (this.#beginning === beginning) await this.#failed(error);
      }
    }
  }

  /** @param {Thread} thread */
  #enter(thread) {
    this.#beginning = undefined;
    this.#trouble = '';
    this.#thread = thread;
    for (const { text } of this.#early) thread.send(text);
    sessionStorage.removeItem(EARLY);
    thread.subscribe(() => this.#changed());
  }

  /** @param {unknown} error */
  async #failed(error) {
    if (error instanceof Refused && !error.isPassing) {
      this.#beginning = undefined;
      this.#refusal = error.message;
      this.#changed();
      return;
    }
    this.#trouble = error instanceof Refused ? error.message : 'Our chat is away for a moment.';
    this.#changed();
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }

  #connect() {
    const chat = connect({
      url: this.#config.palaver_url,
      // What is not sent when the tab is closed, the next one sends.
      storage: localStorage,
      tokenProvider: () => this.#account.chatToken(),
    });
    chat.connection.subscribe((connection) => {
      // Once there is a thread, the chat says so itself.
      if (this.#thread !== undefined) return;
      if (connection.state === 'online') this.#trouble = '';
      if (connection.state === 'offline') {
        const cause = connection.error?.cause;
        this.#trouble = cause instanceof Refused ? cause.message : 'There is no connection.';
      }
      this.#changed();
    });
    return chat;
  }

  /** Nothing of it is left, but what is unsent: that waits in the storage for its sender. */
  #end() {
    this.#chat?.close();
    this.#chat = undefined;
    this.#thread = undefined;
    this.#holder = undefined;
    this.#beginning = undefined;
    this.#trouble = '';
    this.#refusal = '';
    this.#keepEarly([]);
  }

  /** @param {Early[]} early */
  #keepEarly(early) {
    this.#early = early;
    sessionStorage.setItem(EARLY, JSON.stringify(early));
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

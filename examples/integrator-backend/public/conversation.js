/** The conversation of the visitor with the shop: from the first word, before there is anybody to say it. */

import { connect } from '/sdk/index.js';
import { Refused } from './account.js';

/**
 * @typedef {import('/sdk/index.js').Chat} Chat
 * @typedef {import('/sdk/index.js').Thread} Thread
 * @typedef {import('/sdk/index.js').ShownMessage} ShownMessage
 * @typedef {import('/sdk/index.js').UnsentUpload} UnsentUpload
 * @typedef {import('./account.js').Account} Account
 *
 * @typedef {object} Shown A message as the panel shows it.
 * @property {string} id The same from the first moment to the last.
 * @property {boolean} isMine
 * @property {string} text
 * @property {Attached} [file]
 * @property {number} at
 * @property {'sending' | 'waiting' | 'failed' | 'sent'} state `waiting`: for a connection.
 * @property {string} [problem] Why this one alone has failed.
 *
 * @typedef {object} Attached A file of a message: its addresses contain the visitor's ticket.
 * @property {string} name
 * @property {string | undefined} [picture] The address of a picture to show.
 * @property {string | undefined} [link] The address of the file. None while it is being sent.
 *
 * @typedef {{ id: string, text: string, at: number }} Early A message from before there is a thread.
 */

/** What was written before there is a thread survives a reload, in this tab: another one would send it once more. */
const EARLY = 'kettle-and-fern early';
const RETRY_MS = 1_000;

/** Fires `change` whenever something of it is to be shown anew. */
export class Conversation extends EventTarget {
  #account;
  #config;
  /** @type {Early[]} */
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
  #readSeq = 0;

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

  /** @returns {Shown[]} */
  get messages() {
    const kept = this.#thread?.getSnapshot().messages ?? [];
    return [
      ...kept.map((message) => this.#show(message)),
      ...this.#early.map((early) => this.#showEarly(early)),
    ];
  }

  get agentName() {
    return this.#thread?.getSnapshot().thread?.peer?.display_name ?? '';
  }

  get isAgentTyping() {
    return (this.#thread?.getSnapshot().typing.length ?? 0) > 0;
  }

  get unread() {
    return this.#thread?.getSnapshot().thread?.unread_count ?? 0;
  }

  get hasOlder() {
    return this.#thread?.getSnapshot().hasOlder ?? false;
  }

  /** What the visitor should know of the connection; or empty. */
  get notice() {
    if (this.#trouble !== '') return `${this.#trouble} What you write is sent as soon as it is back.`;
    return this.#refusal;
  }

  /** Files take a thread, because nothing keeps them before there is one. */
  get canAttach() {
    return this.#thread !== undefined;
  }

  /** @param {Iterable<File>} files */
  sendFiles(files) {
    for (const file of files) this.#thread?.sendFile(file);
  }

  /** @param {string} text */
  send(text) {
    if (this.#thread !== undefined) this.#thread.send(text);
    else {
      this.#keepEarly([...this.#early, { id: crypto.randomUUID(), text, at: Date.now() }]);
      void this.#begin();
    }
  }

  /** @param {string} id */
  retry(id) {
    if (this.#isEarly(id)) void this.#begin();
    else this.#thread?.retry(id);
  }

  /** @param {string} id */
  discard(id) {
    if (this.#isEarly(id)) this.#keepEarly(this.#early.filter((early) => early.id !== id));
    else this.#thread?.discard(id);
  }

  /** The visitor sees it. */
  markRead() {
    const thread = this.#thread?.getSnapshot().thread;
    if (thread === undefined || thread.unread_count === 0 || this.#readSeq === thread.last_seq) return;
    this.#readSeq = thread.last_seq;
    this.#thread?.markRead(thread.last_seq).catch(() => {
      this.#readSeq = 0;
    });
  }

  setTyping() {
    this.#thread?.setTyping();
  }

  async loadOlder() {
    await this.#thread?.loadOlder();
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
    this.#keepEarly([]);
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
    chat.fileUrls.subscribe(() => this.#changed());
    chat.connection.subscribe((connection) => {
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
    this.#readSeq = 0;
    this.#keepEarly([]);
  }

  /** @param {string} id */
  #isEarly(id) {
    return this.#early.some((early) => early.id === id);
  }

  /** @param {Early[]} early */
  #keepEarly(early) {
    this.#early = early;
    sessionStorage.setItem(EARLY, JSON.stringify(early));
    this.#changed();
  }

  get #sending() {
    return this.#trouble === '' ? 'sending' : 'waiting';
  }

  /**
   * @param {ShownMessage} message
   * @returns {Shown}
   */
  #show(message) {
    const { body, created_at: at } = message;
    if (message.state === 'sent') {
      const { client_message_id, seq, sender, deleted_at } = message;
      const isMine = sender.ext_user_id === this.#chat?.me.getSnapshot()?.ext_user_id;
      const id = (isMine && client_message_id) || String(seq);
      if (deleted_at !== null) return { id, isMine, text: 'This message was deleted.', at, state: 'sent' };
      return { id, isMine, ...this.#contentOf(body), at, state: 'sent' };
    }
    const content =
      message.upload === undefined ? this.#contentOf(body) : unsentContentOf(message.upload, body);
    const shown = { id: message.client_message_id, isMine: true, ...content, at };
    if (message.state === 'sending') return { ...shown, state: this.#sending };
    return { ...shown, state: 'failed', problem: message.error?.message ?? '' };
  }

  /**
   * Of what is more than a text and files, this page shows what it is.
   * @param {ShownMessage['body']} body
   */
  #contentOf({ text, metadata: [metadata] = [] }) {
    const urls = this.#chat?.fileUrls.getSnapshot();
    switch (metadata?.type) {
      case 'image':
      case 'video':
      case 'audio':
      case 'file': {
        const picture = metadata.type === 'image' ? urls?.thumbnailOf(metadata) : undefined;
        return { text, file: { name: metadata.name ?? 'file', picture, link: urls?.of(metadata) } };
      }
      default:
        return { text: text || `(${metadata?.type.replaceAll('_', ' ') ?? 'empty'})` };
    }
  }

  /**
   * @param {Early} early
   * @returns {Shown}
   */
  #showEarly({ id, text, at }) {
    return { id, isMine: true, text, at, state: this.#beginning === undefined ? 'failed' : this.#sending };
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/**
 * @param {UnsentUpload} upload
 * @param {ShownMessage['body']} body
 */
function unsentContentOf({ name, sent, total }, { text }) {
  const part = sent < total ? ` (${Math.floor((100 * sent) / total)} %)` : '';
  return { text, file: { name: `${name}${part}` } };
}

/** Who the visitor is to the shop. The access token is kept in `localStorage`: it is all that a guest has. */

import { readCopy, writeCopy } from './session-copy.js';

/**
 * @typedef {{ id: number, email: string, full_name: string, is_guest: boolean }} Profile
 * @typedef {{ access_token: string, profile: Profile }} Session
 * @typedef {{ email: string, password: string, full_name?: string }} Fields
 */

const KEY = 'kettle-and-fern session';
const AUTH = '/user/v1.0/auth/';
const TIMEOUT_MS = 15_000;

/** What the back end has answered instead of yes, in a sentence for the visitor. */
export class Refused extends Error {
  /**
   * @param {string} code Of the envelope; `network`: there was no answer.
   * @param {string} message
   * @param {{ field: string, message: string }[]} fields Those at fault.
   */
  constructor(code, message, fields = []) {
    super(message);
    this.code = code;
    this.fields = fields;
  }

  /** Whether the very same may succeed in a moment. */
  get isPassing() {
    return this.code === 'network' || this.code.startsWith('M5');
  }
}

/** Fires `change` whenever somebody else is here, in another tab too; and before it `ended` when a session has come to its end. */
export class Account extends EventTarget {
  constructor() {
    super();
    addEventListener('storage', ({ key }) => {
      if (key === KEY) this.#changed();
    });
  }

  /** @returns {Session | undefined} */
  get session() {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') ?? undefined;
  }

  get profile() {
    return this.session?.profile;
  }

  /** Creates a guest if there is no session yet. If two tabs do this at the same time, they share one guest. */
  async signUpAsGuest() {
    await navigator.locks.request(KEY, async () => {
      if (this.session !== undefined) return;
      // Without IndexedDB (some private windows), two tabs may rarely get a guest each.
      const copy = await readCopy().catch(() => undefined);
      await this.#keep(copy ?? (await this.#call('signup-as-guest')));
    });
  }

  /**
   * Makes a user of the guest, or of who is nobody yet.
   * @param {Fields} fields
   */
  async signUp(fields) {
    const { session } = this;
    if (!session?.profile.is_guest) return await this.#keep(await this.#call('signup', fields));
    try {
      const path = `complete-signup-from-guest/${session.profile.id}`;
      const { access_token, ...profile } = await this.#call(path, fields);
      await this.#keep({ access_token, profile });
    } catch (error) {
      // It was done before, and the answer was lost: who knows the password is who has done it. (The guest's token has ended.)
      const isDone = error instanceof Refused && ['M40101', 'M40903'].includes(error.code);
      if (!isDone) throw error;
      await this.signIn(fields);
    }
  }

  /** @param {Fields} fields */
  async signIn({ email, password }) {
    await this.#keep(await this.#call('signin', { email, password }));
  }

  /** Here it is done at once; the back end is told when it is there. */
  async signOut() {
    const ended = this.#call('signout');
    void this.#keep(undefined);
    await ended.catch(() => {});
  }

  /** A token for Palaver. */
  async chatToken() {
    const { session } = this;
    try {
      return (await this.#call('chat-token')).token;
    } catch (error) {
      // The session has ended; another tab may have begun the next one.
      const isOver = error instanceof Refused && error.code === 'M40101';
      if (isOver && this.session?.access_token === session?.access_token) {
        this.dispatchEvent(new Event('ended'));
        void this.#keep(undefined);
      }
      throw error;
    }
  }

  /**
   * Resolves when other tabs can find it.
   * @param {Session | undefined} session
   */
  async #keep(session) {
    if (session === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(session));
    this.#changed();
    await writeCopy(session).catch(() => {});
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /**
   * @param {string} path
   * @param {Fields} [body]
   */
  async #call(path, body) {
    const { session } = this;
    const headers = new Headers({ 'content-type': 'application/json' });
    if (session !== undefined) headers.set('authorization', `Bearer ${session.access_token}`);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { method: 'POST', headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(AUTH + path, init).catch(() => undefined);
    // What is no envelope was answered by something else on the way.
    const answer = await response?.json().catch(() => undefined);
    if (response === undefined || answer === undefined)
      throw new Refused('network', 'There is no connection.');
    const { message_code: code, message, data, errors } = answer;
    if (code === 'M200') return data;
    throw new Refused(code, sentenceOf(code, message, response.headers.get('retry-after')), errors);
  }
}

/**
 * @param {string} code
 * @param {string} message
 * @param {string | null} retryAfter
 */
function sentenceOf(code, message, retryAfter) {
  if (code === 'M42900') {
    const minutes = Math.ceil(Number(retryAfter) / 60);
    const wait = minutes > 1 ? `in ${minutes} minutes` : 'in a minute';
    return `Just now there are too many attempts from your network. Please try again ${wait}.`;
  }
  if (code === 'M50300') return 'Our chat is away for a moment.';
  if (code.startsWith('M5')) return 'Something went wrong on our side. Please try again.';
  return message;
}

/**
 * Shows the conversation. Until there is a thread, it takes the first messages itself, and shows them as text; from then on `<palaver-chat>` does
 * all of it.
 */

import { PalaverChat } from '/palaver-chat/element.js';

/**
 * @typedef {import('./conversation.js').Conversation} Conversation
 * @typedef {import('./conversation.js').Early} Early
 * @typedef {import('./conversation.js').EarlyState} EarlyState
 */

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const STATES = { sending: 'Sending …', waiting: 'Waiting for the connection', failed: 'Not sent', sent: '' };

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 */
export function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new TypeError(`there is no ${id} in the page`);
  return found;
}

export class Panel {
  #conversation;
  #panel = element('chat', HTMLElement);
  #launcher = element('launcher', HTMLButtonElement);
  #unread = element('unread', HTMLElement);
  #beginning = element('beginning', HTMLElement);
  #list = element('messages', HTMLOListElement);
  #composer = element('composer', HTMLFormElement);
  #text = element('text', HTMLTextAreaElement);
  #chat = element('thread', PalaverChat);
  /** What the list shows: what has not changed is not touched, so that nothing is read aloud twice. */
  #shown = '';

  /** @param {Conversation} conversation */
  constructor(conversation) {
    this.#conversation = conversation;
    this.#launcher.addEventListener('click', () => this.open());
    element('close', HTMLButtonElement).addEventListener('click', () => this.close());
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !isInside(event, 'dialog, [popover]')) this.close();
    });
    this.#composer.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#text.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#send();
    });
    this.#text.addEventListener('input', () => this.render());
    conversation.addEventListener('change', () => this.render());
    this.render();
    this.#launcher.hidden = false;
  }

  open() {
    this.#panel.hidden = false;
    this.#launcher.hidden = true;
    this.#launcher.ariaExpanded = 'true';
    this.render();
    this.focus();
  }

  close() {
    this.#panel.hidden = true;
    this.#launcher.hidden = false;
    this.#launcher.ariaExpanded = 'false';
    this.#launcher.focus();
  }

  focus() {
    if (this.#chat.hidden) this.#text.focus();
    else this.#chat.focus();
  }

  render() {
    const { chat, thread, unread } = this.#conversation;
    this.#unread.hidden = unread === 0;
    this.#unread.textContent = unread === 0 ? '' : `${unread} new`;
    // What somebody is writing at this moment stays where it is until it is sent.
    const isBegun = thread !== undefined && (!this.#chat.hidden || this.#text.value === '');
    const hasFocus = document.activeElement === this.#text;
    this.#chat.client = isBegun ? chat : undefined;
    this.#chat.thread = isBegun ? thread.id : null;
    this.#chat.hidden = !isBegun;
    this.#beginning.hidden = isBegun;
    if (isBegun && hasFocus) this.#chat.focus();
    if (!isBegun) this.#renderEarly();
  }

  #renderEarly() {
    const { early, earlyState } = this.#conversation;
    const shown = JSON.stringify([early, earlyState]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#list.replaceChildren(...early.map((message) => this.#draw(message, earlyState)));
    this.#list.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {Early} early
   * @param {EarlyState} state
   */
  #draw({ id, text, at }, state) {
    const said = make('p', 'text', text);
    said.prepend(make('span', 'unseen', 'You: '));
    const foot = make('p', 'foot', STATES[state] || TIME.format(at));
    if (state === 'failed')
      foot.append(
        button('Try again', () => this.#conversation.retry()),
        button('Discard', () => this.#conversation.discard(id)),
      );
    const item = make('li', state, '');
    item.append(said, foot);
    return item;
  }

  #send() {
    const text = this.#text.value.trim();
    if (text === '') return;
    this.#composer.reset();
    this.#conversation.send(text);
    this.focus();
  }
}

/**
 * Whether an event comes from such an element, also in a shadow tree.
 * @param {Event} event
 * @param {string} selector
 */
const isInside = (event, selector) =>
  event.composedPath().some((one) => one instanceof Element && one.matches(selector));

/**
 * @param {string} name
 * @param {string} className
 * @param {string} text
 */
function make(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/**
 * @param {string} label
 * @param {() => void} run
 */
function button(label, run) {
  const made = make('button', 'link', label);
  made.setAttribute('type', 'button');
  made.addEventListener('click', run);
  return made;
}

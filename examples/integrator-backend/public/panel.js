/** Shows the conversation, and takes what the visitor does with it. What anybody has written is shown as text, always. */

/**
 * @typedef {import('./conversation.js').Conversation} Conversation
 * @typedef {import('./conversation.js').Shown} Shown
 * @typedef {import('./conversation.js').Attached} Attached
 */

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
/** Nearer to the end than this, the visitor is shown what comes. */
const NEAR_PX = 80;
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
  #chat = element('chat', HTMLElement);
  #launcher = element('launcher', HTMLButtonElement);
  #unread = element('unread', HTMLElement);
  #log = element('log', HTMLElement);
  #list = element('messages', HTMLOListElement);
  #older = element('older', HTMLButtonElement);
  #typing = element('typing', HTMLElement);
  #composer = element('composer', HTMLFormElement);
  #text = element('text', HTMLTextAreaElement);
  #attach = element('attach', HTMLButtonElement);
  #files = element('files', HTMLInputElement);
  /** What is shown, by the ids of messages: what has not changed is not touched, so that nothing is read aloud twice. */
  /** @type {Map<string, { looks: string, node: HTMLLIElement }>} */
  #items = new Map();

  /** @param {Conversation} conversation */
  constructor(conversation) {
    this.#conversation = conversation;
    this.#launcher.addEventListener('click', () => this.open());
    element('close', HTMLButtonElement).addEventListener('click', () => this.close());
    this.#chat.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.close();
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
    this.#text.addEventListener('input', () => conversation.setTyping());
    this.#attach.addEventListener('click', () => this.#files.click());
    this.#files.addEventListener('change', () => this.#sendFiles(this.#files.files ?? []));
    this.#older.addEventListener('click', () => void this.#showOlder());
    document.addEventListener('visibilitychange', () => this.render());
    conversation.addEventListener('change', () => this.render());
    this.render();
    this.#launcher.hidden = false;
  }

  open() {
    this.#chat.hidden = false;
    this.#launcher.hidden = true;
    this.#launcher.ariaExpanded = 'true';
    this.render();
    this.#log.scrollTop = this.#log.scrollHeight;
    this.focus();
  }

  close() {
    this.#chat.hidden = true;
    this.#launcher.hidden = false;
    this.#launcher.ariaExpanded = 'false';
    this.#launcher.focus();
  }

  focus() {
    this.#text.focus();
  }

  render() {
    const { messages, agentName, isAgentTyping, unread, hasOlder, canAttach } = this.#conversation;
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    const isNearEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    this.#renderMessages(messages, agentName);
    this.#older.hidden = !hasOlder;
    this.#attach.hidden = !canAttach;
    this.#typing.hidden = !isAgentTyping;
    this.#typing.textContent = isAgentTyping ? `${agentName} is typing …` : '';
    this.#unread.hidden = unread === 0;
    this.#unread.textContent = unread === 0 ? '' : `${unread} new`;
    if (isNearEnd) this.#log.scrollTop = this.#log.scrollHeight;
    if (!this.#chat.hidden && document.visibilityState === 'visible') this.#conversation.markRead();
  }

  /**
   * @param {Shown[]} messages
   * @param {string} agentName
   */
  #renderMessages(messages, agentName) {
    const items = new Map(
      messages.map((message) => {
        const looks = JSON.stringify([message, agentName]);
        const before = this.#items.get(message.id);
        const node = before?.looks === looks ? before.node : this.#draw(message, agentName, before?.node);
        return [message.id, { looks, node }];
      }),
    );
    for (const [id, { node }] of this.#items) if (!items.has(id)) node.remove();
    this.#items = items;
    let place = this.#list.firstElementChild;
    for (const { node } of items.values()) {
      if (node === place) place = node.nextElementSibling;
      else this.#list.insertBefore(node, place);
    }
  }

  /**
   * @param {Shown} message
   * @param {string} agentName
   * @param {HTMLLIElement} [item] The one that shows it already.
   */
  #draw({ id, isMine, text, file, at, state, problem }, agentName, item = document.createElement('li')) {
    const from = make('span', 'unseen', isMine ? 'You: ' : `${agentName}: `);
    const said = make('p', 'text', text);
    const foot = make('p', 'foot', STATES[state] || TIME.format(at));
    if (state === 'failed') {
      if (problem) foot.append(`: ${problem}`);
      foot.append(
        button('Try again', () => this.#conversation.retry(id)),
        button('Discard', () => this.#conversation.discard(id)),
      );
    }
    item.className = isMine ? `mine ${state}` : 'theirs';
    if (file !== undefined)
      said.prepend(drawFile(file), ...(text === '' ? [] : [document.createElement('br')]));
    said.prepend(from);
    item.replaceChildren(said, foot);
    return item;
  }

  #send() {
    const text = this.#text.value.trim();
    if (text === '') return;
    this.#composer.reset();
    this.#conversation.send(text);
    this.#log.scrollTop = this.#log.scrollHeight;
    this.focus();
  }

  /** @param {Iterable<File>} files */
  #sendFiles(files) {
    this.#conversation.sendFiles(files);
    // The same file may be chosen again.
    this.#files.value = '';
    this.#log.scrollTop = this.#log.scrollHeight;
    this.focus();
  }

  /** What was looked at stays where it is. */
  async #showOlder() {
    const fromEnd = this.#log.scrollHeight - this.#log.scrollTop;
    await this.#conversation.loadOlder();
    this.render();
    this.#log.scrollTop = this.#log.scrollHeight - fromEnd;
  }
}

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

/** @param {Attached} file */
function drawFile({ name, picture, link }) {
  if (link === undefined) return document.createTextNode(name);
  const shown = document.createElement('a');
  Object.assign(shown, { href: link, target: '_blank', rel: 'noopener' });
  if (picture === undefined) shown.append(name);
  else shown.append(Object.assign(new Image(), { src: picture, alt: name }));
  return shown;
}

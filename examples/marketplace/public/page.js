/** What the pages have in common. */

/** @type {(selector: string) => any} */
export const $ = (selector) => document.querySelector(selector);

/**
 * @param {string} name
 * @param {object} properties
 * @param {(Node | string)[]} children
 */
export function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/**
 * Calls the back end. Tells the visitor what it refuses; then the result is undefined.
 * @param {string} route @param {object} [body]
 */
export async function call(route, body) {
  const [method = '', path = ''] = route.split(' ');
  const init = method === 'GET' ? {} : { method, body: JSON.stringify(body ?? {}) };
  const response = await fetch(path, init).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  tell(response?.ok ? '' : (answer?.error ?? 'There is no connection. Please try again.'));
  return response?.ok ? answer : undefined;
}

/** @param {string} message Empty: nothing is wrong any more. */
export function tell(message) {
  $('#notice').textContent = message;
  $('#notice').hidden = message === '';
}

/** A line about the last message. @param {any} message */
export const summaryOf = (message) => message?.body.text || message?.body.metadata[0]?.promotion?.title || '';

/** For the connection: tells nothing, because the chat shows that it is offline. */
export async function tokenProvider() {
  const response = await fetch('/chat-token', { method: 'POST' });
  if (!response.ok) throw new Error('The back end gives no token.');
  return (await response.json()).token;
}

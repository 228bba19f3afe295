/** A form for an account: what the back end finds wrong is said at the field that it is about. */

import { Refused } from './account.js';

/** @typedef {import('./account.js').Fields} Fields */

/**
 * @param {HTMLFormElement} form
 * @param {(fields: Fields) => Promise<void>} submit
 */
export function accountForm(form, submit) {
  const problem = /** @type {HTMLElement} */ (form.querySelector('.problem'));
  const inputs = [...form.querySelectorAll('input')];
  const sayings = new Map(inputs.map((input) => [input, sayingOf(form, input)]));

  /** @param {HTMLInputElement} input @param {string} text */
  const say = (input, text) => {
    input.ariaInvalid = String(text !== '');
    /** @type {HTMLElement} */ (sayings.get(input)).textContent = text;
  };

  /** @param {unknown} error */
  const show = (error) => {
    if (!(error instanceof Refused)) throw error;
    for (const { field, message } of error.fields) {
      const input = inputs.find(({ name }) => name === field);
      if (input !== undefined) say(input, `${nameOf(input)} ${message}.`);
    }
    const first = inputs.find(({ ariaInvalid }) => ariaInvalid === 'true');
    if (first === undefined) problem.textContent = error.message;
    else first.focus();
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    // One at a time, and no longer than it takes: a form that cannot be sent looks broken.
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    problem.textContent = '';
    for (const input of inputs) say(input, '');
    try {
      await submit(/** @type {any} */ (Object.fromEntries(new FormData(form))));
      form.reset();
    } catch (error) {
      show(error);
    } finally {
      form.ariaBusy = 'false';
    }
  });
}

/**
 * Where it is said what is wrong with a field; it is read aloud with the field.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
function sayingOf(form, input) {
  const saying = document.createElement('p');
  saying.id = `${form.id}-${input.name}-problem`;
  saying.className = 'fault';
  input.setAttribute(
    'aria-describedby',
    `${saying.id} ${input.getAttribute('aria-describedby') ?? ''}`.trim(),
  );
  input.closest('label')?.after(saying);
  return saying;
}

/** @param {HTMLInputElement} input */
function nameOf(input) {
  return input.labels?.[0]?.textContent?.trim() ?? input.name;
}

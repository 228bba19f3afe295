/** The page: who is here, what is shown, and what the buttons do. */

import { Account } from './account.js';
import { accountForm } from './account-form.js';
import { Conversation } from './conversation.js';
import { element, Panel } from './panel.js';

const account = new Account();
const config = await (await fetch('/config.json')).json();
const conversation = new Conversation(account, config);
const panel = new Panel(conversation);

const views = {
  conversation: element('conversation', HTMLElement),
  signUp: element('sign-up', HTMLFormElement),
  signIn: element('sign-in', HTMLFormElement),
};
const notice = element('notice', HTMLElement);
const toSignIn = element('to-sign-in', HTMLButtonElement);
const toSignUp = element('to-sign-up', HTMLButtonElement);
const signOut = element('sign-out', HTMLButtonElement);
/** What has happened, until something else does. */
let news = '';

/** @param {keyof typeof views} shown */
function show(shown) {
  for (const [name, view] of Object.entries(views)) view.hidden = name !== shown;
  render();
  if (shown === 'conversation') panel.focus();
  else views[shown].querySelector('input')?.focus();
}

/** @param {string} text */
function tell(text) {
  news = text;
  show('conversation');
}

function render() {
  const { profile } = account;
  const isUser = profile !== undefined && !profile.is_guest;
  element('greeting', HTMLElement).textContent = isUser ? `Hello, ${profile.full_name}` : '';
  element('who', HTMLElement).textContent = profile ? `You are ${profile.full_name}` : 'No account needed';
  toSignIn.hidden = isUser || !views.signIn.hidden;
  signOut.hidden = !isUser;
  element('welcome', HTMLElement).hidden = !conversation.isEmpty;
  // The chat has a header of its own, with the name of the agent and whether they are there.
  element('chat-title', HTMLElement).classList.toggle('unseen', conversation.thread !== undefined);
  element('promise', HTMLElement).hidden = conversation.thread === undefined || conversation.isAnswered;
  toSignUp.hidden = isUser || conversation.isEmpty;
  element('left-behind', HTMLElement).hidden = profile === undefined;
  const said = conversation.notice || news;
  // What has not changed is not read aloud again.
  if (notice.textContent !== said) notice.textContent = said;
}

accountForm(views.signUp, async (fields) => {
  await account.signUp(fields);
  tell('You are signed up. This conversation is yours now, wherever you sign in.');
});
accountForm(views.signIn, async (fields) => {
  await account.signIn(fields);
  tell('You are signed in.');
});
toSignUp.addEventListener('click', () => show('signUp'));
toSignIn.addEventListener('click', () => show('signIn'));
for (const back of document.querySelectorAll('.back')) back.addEventListener('click', () => tell(''));
element('composer', HTMLFormElement).addEventListener('submit', () => {
  news = '';
});
signOut.addEventListener('click', () => {
  void account.signOut();
  tell('You are signed out.');
});

account.addEventListener('ended', () => {
  const isGuest = account.profile?.is_guest;
  tell(isGuest ? 'This conversation has ended.' : 'Your session has ended. Please sign in again.');
});
account.addEventListener('change', render);
conversation.addEventListener('change', render);
render();

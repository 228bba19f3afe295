import { connect } from '/palaver-chat/element.js';
import { $, call, element, summaryOf, tokenProvider } from './page.js';

const { palaverUrl, items, account: known } = await call('GET /shop');
let account = known;
let chat;

/** As soon as the visitor is somebody: a guest, too. */
function openChat() {
  $('#registration').hidden = !account?.isGuest;
  $('#who').textContent = account?.name ?? '';
  if (account === undefined || chat !== undefined) return;
  chat = connect({ url: palaverUrl, tokenProvider, storage: localStorage, countsLinked: true });
  chat.unread.subscribe(({ unread_messages }) => {
    $('#badge').textContent = String(unread_messages);
    $('#badge').hidden = unread_messages === 0;
  });
  // Orders are linked to an object, so they are in a list of their own.
  chat.linkedThreads.subscribe(showConversations);
  chat.threads.subscribe(showConversations);
  $('palaver-chat').client = chat;
}

function showConversations() {
  const all = [...chat.linkedThreads.getSnapshot(), ...chat.threads.getSnapshot()];
  const rows = all
    .sort((a, b) => b.last_at - a.last_at)
    .map((thread) => {
      const name = element('b', { textContent: thread.peer?.display_name ?? thread.name });
      const last = element('span', { textContent: summaryOf(thread.last_message) });
      const count = element('b', { className: 'count', textContent: thread.unread_count || '' });
      const onclick = () => showThread(thread.id);
      return element('li', {}, element('button', { type: 'button', onclick }, name, count, last));
    });
  $('#conversations').replaceChildren(...rows);
}

/** @param {string} [id] All conversations without one. */
function showThread(id) {
  $('#panel').hidden = false;
  document.body.classList.add('chatting');
  $('#conversations').hidden = id !== undefined;
  $('#title').hidden = id !== undefined;
  $('#back').hidden = $('palaver-chat').hidden = id === undefined;
  $('palaver-chat').thread = id;
  if (id !== undefined) $('palaver-chat').focus();
}

function closePanel() {
  $('#panel').hidden = true;
  document.body.classList.remove('chatting');
  // A thread that nobody looks at is not read.
  $('palaver-chat').hidden = true;
  $('palaver-chat').thread = null;
}

/** Asks or buys, which makes a guest of a visitor. @param {string} route @param {object} body */
async function begin(route, body) {
  const answer = await call(route, body);
  if (answer === undefined) return;
  ({ account } = await call('GET /shop'));
  openChat();
  showThread(answer.thread);
}

function ask(item) {
  const dialog = $('#question');
  $('#question-title').textContent = item.title;
  dialog.querySelector('form').reset();
  dialog.returnValue = '';
  dialog.onclose = () => {
    const { text } = Object.fromEntries(new FormData(dialog.querySelector('form')));
    if (dialog.returnValue === 'send') begin('POST /questions', { item: item.id, text });
  };
  dialog.showModal();
}

for (const item of items) {
  const askButton = element('button', { type: 'button', textContent: 'Ask', onclick: () => ask(item) });
  const onclick = () => begin('POST /orders', { item: item.id });
  const buyButton = element('button', { type: 'button', className: 'main', textContent: 'Buy', onclick });
  const texts = [element('h3', { textContent: item.title }), element('p', { textContent: item.price })];
  const picture = element('img', { src: item.picture, alt: '' });
  $('#items').append(element('li', {}, picture, ...texts, element('div', {}, askButton, buyButton)));
}
$('#messages').onclick = () => showThread();
$('#back').onclick = () => showThread();
$('#close').onclick = closePanel;
$('#registration form').onsubmit = async (event) => {
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(event.target));
  if ((await call('POST /registration', fields)) === undefined) return;
  ({ account } = await call('GET /shop'));
  openChat();
};
$('.trial').onclick = async ({ target }) => {
  const { person } = target.dataset;
  if (person === undefined) return;
  await call('POST /sign-in', { id: person });
  location.assign(person === 'helga' ? '/desk.html' : '/');
};

openChat();
// An e-mail leads to the thread that it is about.
const wanted = new URLSearchParams(location.search).get('thread');
if (wanted !== null && account !== undefined) showThread(wanted);

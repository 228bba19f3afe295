import { connect } from '/palaver-chat/element.js';
import { $, call, element, summaryOf, tokenProvider } from './page.js';

const { palaverUrl } = await call('GET /shop');
const chat = connect({ url: palaverUrl, tokenProvider, storage: localStorage });
$('palaver-chat').client = chat;

async function showOrders() {
  const rows = ((await call('GET /orders')) ?? []).map(({ thread, title, state, unread, members, last }) => {
    const people = element('small', { textContent: `${members.join(', ')} · ${state}` });
    const count = element('b', { className: 'count', textContent: unread || '' });
    const parts = [
      element('b', { textContent: title }),
      count,
      people,
      element('span', { textContent: summaryOf(last) }),
    ];
    return element(
      'li',
      {},
      element('button', { type: 'button', onclick: () => showOrder(thread) }, ...parts),
    );
  });
  $('#orders').replaceChildren(...rows);
}

/** @param {string} [thread] The list without one. */
function showOrder(thread) {
  document.body.classList.toggle('chatting', thread !== undefined);
  $('#back').hidden = $('palaver-chat').hidden = thread === undefined;
  $('#hint').hidden = thread !== undefined;
  $('palaver-chat').thread = thread;
}

$('#back').onclick = () => showOrder();

// The agent is a member of each order, so its connection tells when the list has changed. Several changes in a row are one request.
let due;
chat.linkedThreads.subscribe(() => {
  clearTimeout(due);
  due = setTimeout(showOrders, 200);
});

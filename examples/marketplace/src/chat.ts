import { randomUUID } from 'node:crypto';
import { type Palaver, PalaverError, type WebhookEvent } from '@palaver/client/server';
import { type Account, AGENT, type Item, type Order, orders, PEOPLE } from './shop.ts';

/** What the marketplace does in Palaver. */

const BOT = 'attic';

/** Each start may repeat it. `url` is the address of this back end. */
export async function setUp(palaver: Palaver, url: string, secret: string): Promise<void> {
  await palaver.users.putMany(PEOPLE.map(({ id, name }) => ({ user_id: id, display_name: name })));
  await palaver.notifications.putSettings({
    // Every message of an order notifies its members, not only the members whom it mentions.
    linked_threads: 'all',
    email: { enabled: true, unread_minutes: 15, link: `${url}/?thread={thread_id}` },
  });
  const bot = { display_name: 'Attic', webhook_url: `${url}/webhooks/bot` };
  try {
    await palaver.bots.create({ bot_id: BOT, webhook_secret: secret, ...bot });
  } catch (error) {
    // It exists.
    if (!(error instanceof PalaverError) || error.code !== 'M40901') throw error;
    await palaver.bots.update(BOT, bot);
    await palaver.bots.setSecret(BOT, secret);
  }
}

export async function createGuest(palaver: Palaver): Promise<Account> {
  const id = `guest-${randomUUID()}`;
  const guest = { id, name: `Guest ${id.slice(6, 10)}`, isGuest: true };
  await palaver.users.put(id, { display_name: guest.name, is_guest: true });
  return guest;
}

/** The guest keeps their chats, and an open connection goes on. */
export async function register(palaver: Palaver, account: Account, name: string, email: string) {
  const id = `user-${randomUUID()}`;
  await palaver.users.changeId(account.id, id);
  Object.assign(account, { id, name, isGuest: false });
  await palaver.users.put(id, { display_name: name, is_guest: false });
  await palaver.users.emails.put(id, { address: email });
}

/** The first message to a seller creates the direct thread. By default, guests may not start it themselves. */
export async function ask(palaver: Palaver, account: Account, item: Item, text: string) {
  const [sent] = await palaver.messages.send({
    sender: { user_id: account.id },
    target: { user_ids: [item.seller] },
    body: { text: `${item.title}: ${text}` },
  });
  return sent?.thread_id;
}

/** The thread of an order, with a card of the bot. A repeated call finds both. */
export async function openThread(palaver: Palaver, { id, item, buyer }: Order, url: string) {
  const { thread_id } = await palaver.threads.create({
    name: `${item.title} (${id})`,
    // Owners moderate, so neither the buyer nor the seller owns it.
    owner_id: AGENT.id,
    member_ids: [buyer.id, item.seller],
    reference_id: id,
    if_exists: 'return',
  });
  const button = (label: string, state: Order['state']) => ({
    label,
    action: { type: 2 as const, payload: JSON.stringify({ state }) },
  });
  const promotion = {
    label: item.price,
    title: `${buyer.name} buys: ${item.title}`,
    image_url: url + item.picture,
    description: 'Agree here on how it gets to its new home. Helga reads along and helps.',
    buttons: [button('It is on its way', 'sent'), button('It has arrived', 'received')],
  };
  await palaver.messages.send(
    {
      sender: { bot_id: BOT },
      target: { thread_id },
      body: { metadata: [{ type: 'promotion', promotion }] },
    },
    { idempotencyKey: `${id}-card` },
  );
  return thread_id;
}

/** Somebody has pressed a button of the card. Palaver may report a press twice: the bot answers it once. */
export async function onButton(palaver: Palaver, event: WebhookEvent): Promise<void> {
  if (event.type !== 'bot.button_clicked') return;
  const { thread, user, payload, action_id } = event.data;
  const order = orders.get(thread.reference_id ?? '');
  if (order === undefined || payload === null) return;
  const { state } = JSON.parse(payload) as Pick<Order, 'state'>;
  const text = answerTo(order, user.user_id, state);
  await palaver.messages.send(
    { sender: { bot_id: BOT }, target: { thread_id: thread.id }, body: { text } },
    { idempotencyKey: action_id },
  );
}

function answerTo(order: Order, userId: string, state: Order['state']): string {
  if (state === 'sent' && userId !== order.item.seller) return 'Only the seller can say that.';
  if (state === 'received' && userId !== order.buyer.id) return 'Only the buyer can say that.';
  order.state = state;
  return state === 'sent'
    ? 'Good. The buyer says here when it has arrived.'
    : 'Enjoy it! The order is complete.';
}

/** The orders on the agent's desk, the one with the latest message first. */
export async function listOrders(palaver: Palaver) {
  const list = palaver.threads.listOfUser(AGENT.id, { linked: true, include: 'members', limit: 100 });
  return (await list.toArray()).map((thread) => ({
    thread: thread.id,
    title: thread.name,
    state: orders.get(thread.reference_id)?.state ?? 'unknown',
    unread: thread.unread_count,
    members: (thread.members ?? []).map(({ display_name }) => display_name),
    last: thread.last_message,
  }));
}

import type { IncomingHttpHeaders } from 'node:http';
import { type Palaver, verifyWebhook } from '@palaver/client/server';
import { ask, createGuest, listOrders, onButton, openThread, register } from './chat.ts';
import { type Account, AGENT, ITEMS, type Item, PEOPLE, placeOrder } from './shop.ts';

export interface Market {
  palaver: Palaver;
  /** Where browsers reach Palaver. */
  palaverUrl: string;
  /** Signs the calls of the bot's webhook: `whsec_` and random bytes in base64. */
  secret: string;
  /** The address of this back end. */
  url: string;
}

export interface Call {
  /** Who is signed in, a guest too. */
  account: Account | undefined;
  signIn: (account: Account) => void;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  body: Record<string, unknown>;
}

/** An answer that says what is wrong. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const routes: Record<string, (call: Call, market: Market) => unknown> = {
  'GET /shop': ({ account }, { palaverUrl }) => ({ palaverUrl, items: ITEMS, account }),

  // For a trial, anybody may be anyone. Your own sign-in stands here.
  'POST /sign-in': ({ signIn, body }) =>
    signIn(PEOPLE.find(({ id }) => id === body.id) ?? refuse(400, 'There is no such person.')),

  'POST /chat-token': ({ account }, { palaver }) =>
    palaver.users.issueToken((account ?? refuse(401, 'Nobody is signed in.')).id),

  'POST /questions': async (call, { palaver }) => {
    const [item, text] = [itemOf(call), required(call.body.text, 'Please write a question.')];
    return { thread: await ask(palaver, await visitorOf(call, palaver), item, text) };
  },

  'POST /orders': async (call, { palaver, url }) => {
    const item = itemOf(call);
    const order = placeOrder(item, await visitorOf(call, palaver));
    return { thread: await openThread(palaver, order, url) };
  },

  'POST /registration': ({ account, body }, { palaver }) => {
    if (!account?.isGuest) throw new Refusal(400, 'Only guests can register.');
    const name = required(body.name, 'Please write your name.');
    const email = required(body.email, 'Please write your e-mail address.');
    return register(palaver, account, name, email);
  },

  'GET /orders': ({ account }, { palaver }) =>
    account === AGENT ? listOrders(palaver) : refuse(403, 'Only agents see all orders.'),

  'POST /webhooks/bot': async ({ raw, headers }, { palaver, secret }) => {
    const event = await verifyWebhook(raw, headers, secret).catch(() => undefined);
    return onButton(palaver, event ?? refuse(400, 'The signature is not valid.'));
  },
};

/** The visitor who asks or buys: a new guest if nobody is signed in. */
async function visitorOf({ account, signIn }: Call, palaver: Palaver): Promise<Account> {
  const visitor = account ?? (await createGuest(palaver));
  if (account === undefined) signIn(visitor);
  return visitor;
}

function itemOf({ account, body }: Call): Item {
  const item = ITEMS.find(({ id }) => id === body.item) ?? refuse(400, 'There is no such item.');
  return item.seller === account?.id ? refuse(400, 'This is your own item.') : item;
}

function required(value: unknown, message: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : refuse(400, message);
}

export function refuse(status: number, message: string): never {
  throw new Refusal(status, message);
}

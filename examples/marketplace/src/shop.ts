import { randomBytes } from 'node:crypto';

/** Stands for what your marketplace has already: accounts, items and orders. They are in memory; yours are in a database. */

export interface Account {
  /** The `user_id` in Palaver. It changes when a guest registers. */
  id: string;
  name: string;
  isGuest: boolean;
}

export interface Item {
  id: string;
  title: string;
  price: string;
  /** The id of the seller. */
  seller: string;
  picture: string;
}

export interface Order {
  id: string;
  item: Item;
  buyer: Account;
  state: 'ordered' | 'sent' | 'received';
}

export const AGENT: Account = { id: 'helga', name: 'Helga from Attic', isGuest: false };

export const PEOPLE: readonly Account[] = [
  AGENT,
  { id: 'sam', name: 'Sam', isGuest: false },
  { id: 'lea', name: 'Lea', isGuest: false },
];

export const ITEMS: readonly Item[] = [
  { id: 'bike', title: 'Road bike', price: '€ 240', seller: 'sam', picture: '/bike.svg' },
  { id: 'lamp', title: 'Reading lamp', price: '€ 35', seller: 'lea', picture: '/lamp.svg' },
  { id: 'radio', title: 'Kitchen radio', price: '€ 18', seller: 'sam', picture: '/radio.svg' },
];

export const orders = new Map<string, Order>();

/** One order for each buyer and item, however often the button is pressed. */
export function placeOrder(item: Item, buyer: Account): Order {
  const known = [...orders.values()].find((one) => one.item === item && one.buyer === buyer);
  const order = known ?? { id: `order-${randomBytes(3).toString('hex')}`, item, buyer, state: 'ordered' };
  orders.set(order.id, order);
  return order;
}

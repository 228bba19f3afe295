import { type Chat, connect } from '@palaver/client';
import type { Contact } from '../chat/list/new-chat.tsx';
import { Network } from '../network/network.ts';
import type { Traffic } from '../network/traffic.ts';
import type { BackEnd } from './back-end.ts';

/** Those who are there from the start. */
export const PEOPLE: readonly Contact[] = [
  { user_id: 'ann', display_name: 'Ann' },
  { user_id: 'ben', display_name: 'Ben' },
  { user_id: 'cleo', display_name: 'Cleo' },
];

/** Somebody who has signed in here. */
export interface Person {
  user_id: string;
  chat: Chat;
  network: Network;
}

/** Who is to sit in a place. */
export interface Sitter {
  userId: string;
  /** Whether they are made as a guest, if there is nobody of this id. */
  asGuest: boolean;
}

/** Signs somebody in. What they have not sent survives a reload, each tab for itself. */
export function signIn({ userId, asGuest }: Sitter, backEnd: BackEnd, traffic: Traffic): Person {
  const network = new Network(userId, traffic);
  const contact = PEOPLE.find(({ user_id }) => user_id === userId);
  const name = contact?.display_name ?? (asGuest ? 'Guest' : undefined);
  const chat = connect({
    url: location.origin,
    tokenProvider: () => backEnd.signIn(userId, name, asGuest),
    storage: sessionStorage,
    fetch: network.fetch,
    WebSocket: network.WebSocket,
  });
  return { user_id: userId, chat, network };
}

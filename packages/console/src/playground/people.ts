import { type Chat, connect } from '@palaver/client';
import type { Contact } from '../chat/list/new-chat.tsx';
import { Network } from '../network/network.ts';
import type { Traffic } from '../network/traffic.ts';
import type { BackEnd } from './back-end.ts';

/** Users who exist from the start. */
export const PEOPLE: readonly Contact[] = [
  { user_id: 'ann', display_name: 'Ann' },
  { user_id: 'ben', display_name: 'Ben' },
  { user_id: 'cleo', display_name: 'Cleo' },
];

/** A signed-in user. */
export interface Person {
  user_id: string;
  chat: Chat;
  network: Network;
}

/** The user who should take a seat. */
export interface Sitter {
  userId: string;
  /** Whether to create the user as a guest, if they do not exist. */
  asGuest: boolean;
}

/** Signs a user in. Unsent messages survive a reload, per tab. */
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

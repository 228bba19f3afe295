import { type Chat, connect } from '@palaver/client';
import { type BrowserNotifications, webPush } from '@palaver/client/web-push';
import type { Attachment, Contact } from '@palaver/react';
import { Network } from '../network/network.ts';
import type { Traffic } from '../network/traffic.ts';
import { inFolder, palaverUrl } from './addresses.ts';
import type { BackEnd } from './back-end.ts';

/** Users who exist from the start in the application for real use. */
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
  push: BrowserNotifications;
  /** Called when a notification of this user is clicked. */
  onOpen?: ((threadId: string) => void) | undefined;
}

/** The user who should take a seat. */
export interface Sitter {
  userId: string;
  /** Whether to create the user as a guest, if they do not exist. */
  asGuest: boolean;
}

/** What all seats of an application share. */
export interface Desk {
  backEnd: BackEnd;
  traffic: Traffic;
  people: readonly (Contact & { role?: string })[];
  attachments: readonly Attachment[];
  uploadStickers: () => Promise<unknown>;
  /** Sets up Web Push for the application. */
  setUpWebPush: () => Promise<void>;
}

/** Signs a user in. Unsent messages survive a reload, per tab. */
export function signIn(
  { userId, asGuest }: Sitter,
  { backEnd, traffic, people }: Pick<Desk, 'backEnd' | 'traffic' | 'people'>,
): Person {
  const network = new Network(userId, traffic);
  const contact = people.find(({ user_id }) => user_id === userId);
  const name = contact?.display_name ?? (asGuest ? 'Guest' : undefined);
  const chat = connect({
    url: palaverUrl,
    tokenProvider: () => backEnd.signIn(userId, name, asGuest),
    storage: sessionStorage,
    fetch: network.fetch,
    WebSocket: network.WebSocket,
  });
  const push = webPush(chat, {
    worker: inFolder('notifications.js'),
    onOpen: ({ thread_id }) => person.onOpen?.(thread_id),
  });
  const person: Person = { user_id: userId, chat, network, push };
  return person;
}

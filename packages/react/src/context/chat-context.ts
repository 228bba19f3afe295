import type { Chat } from '@palaver/client';
import { createContext, useContext } from 'react';
import type { Attachment } from './attachment.ts';
import type { Contact } from './contact.ts';
import type { Drafts } from './drafts.ts';
import type { MapUrl } from './map-url.ts';
import type { Renderers } from './renderers.ts';

/** What the parts of a chat share. */
export interface ChatSetup {
  client: Chat;
  /** Users that are suggested where a chat is started. */
  contacts: readonly Contact[];
  /** Whether a chat can be started with users whose `user_id` is typed. */
  takesUserIds: boolean;
  /** What the composer offers to send, beside files. */
  attachments: readonly Attachment[];
  /** Adds stickers where there are none; undefined: this is not offered. */
  addStickers: (() => Promise<unknown>) | undefined;
  /** The components of the app's own kinds of messages, by `custom_name`. */
  renderers: Renderers;
  /** The hosts whose pictures are loaded, beside the server; undefined: all. */
  pictureHosts: readonly string[] | undefined;
  /** Whether pictures that move play by themselves, unless the user prefers reduced motion. */
  playsAnimations: boolean;
  /** Where places are shown on a map, except on phones, which have an app for it; undefined: nowhere. */
  mapUrl: MapUrl | undefined;
  drafts: Drafts;
}

export const ChatContext = createContext<ChatSetup | undefined>(undefined);

/** Throws outside `<Chat>`. */
export function useSetup(): ChatSetup {
  const setup = useContext(ChatContext);
  if (setup === undefined) throw new Error('This component needs a <Chat> around it.');
  return setup;
}

/** The connection of the `<Chat>` around this component. */
export const useClient = (): Chat => useSetup().client;

import type { Chat } from '@palaver/client';
import type { Language } from '@palaver/protocol/languages';
import { ChatApp, type ChatProps, useConnect } from '@palaver/react';
import '@palaver/react/styles.css';
import { createRoot } from 'react-dom/client';
import { textsIn } from '../all-texts.ts';

/** A chat that fills the window. Its settings are the fragment of the address, as JSON. */
export interface Settings extends Pick<ChatProps, 'theme' | 'density' | 'contacts' | 'playsAnimations'> {
  url: string;
  token: string;
  language?: Language;
  /** Places are shown at `<mapAt>/<latitude>/<longitude>`. */
  mapAt?: string;
}

declare global {
  interface Window {
    /** The connection of the page, for tests. */
    chat: Chat | undefined;
  }
}

const {
  url,
  token,
  language = 'en',
  mapAt,
  ...props
}: Settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));

const mapUrl: ChatProps['mapUrl'] =
  mapAt === undefined ? undefined : ({ latitude, longitude }) => `${mapAt}/${latitude}/${longitude}`;

const texts = await textsIn(language);

function App() {
  const client = useConnect({ url, token });
  window.chat = client;
  return <ChatApp {...props} mapUrl={mapUrl} client={client} texts={texts} />;
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);

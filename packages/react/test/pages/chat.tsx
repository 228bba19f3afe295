import type { Chat } from '@palaver/client';
import { ChatApp, type ChatProps, useConnect } from '@palaver/react';
import '@palaver/react/styles.css';
import { createRoot } from 'react-dom/client';
import { ar } from '../../src/texts/ar.ts';
import { de } from '../../src/texts/de.ts';
import { en } from '../../src/texts/en.ts';
import { ja } from '../../src/texts/ja.ts';
import { vi } from '../../src/texts/vi.ts';

/** A chat that fills the window. Its settings are the fragment of the address, as JSON. */
export interface Settings extends Pick<ChatProps, 'theme' | 'density' | 'contacts' | 'playsAnimations'> {
  url: string;
  token: string;
  language?: 'ar' | 'de' | 'en' | 'ja' | 'vi';
  /** Places are shown at `<mapAt>/<latitude>/<longitude>`. */
  mapAt?: string;
}

declare global {
  interface Window {
    /** The connection of the page, for tests. */
    chat: Chat | undefined;
  }
}

const LANGUAGES = { ar, de, en, ja, vi };
const {
  url,
  token,
  language = 'en',
  mapAt,
  ...props
}: Settings = JSON.parse(decodeURIComponent(location.hash.slice(1)));

const mapUrl: ChatProps['mapUrl'] =
  mapAt === undefined ? undefined : ({ latitude, longitude }) => `${mapAt}/${latitude}/${longitude}`;

function App() {
  const client = useConnect({ url, token });
  window.chat = client;
  return <ChatApp {...props} mapUrl={mapUrl} client={client} texts={LANGUAGES[language]} />;
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<App />);

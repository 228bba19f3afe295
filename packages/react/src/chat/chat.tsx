import type { Chat as Client } from '@palaver/client';
import { type ReactNode, useMemo, useState } from 'react';
import type { Attachment } from '../composer/attachment.ts';
import type { Drafts } from '../composer/drafts.ts';
import { en, type Texts } from '../texts/en.ts';
import { LanguageProvider, languageOf } from '../texts/language.ts';
import { Notices } from '../ui/notices.tsx';
import { ChatContext } from './chat-context.ts';
import type { Contact } from './contact.ts';

export interface ChatProps {
  /** A connection of the SDK, for instance of `useConnect`. While it is undefined, nothing is shown. */
  client: Client | undefined;
  /** What the components say; English by default. Other languages are in `@palaver/react/texts/`. */
  texts?: Texts;
  /** Users that are suggested where a chat is started. */
  contacts?: readonly Contact[];
  /** What the composer offers to send, beside files. */
  attachments?: readonly Attachment[];
  /** Adds stickers where there are none. */
  addStickers?: (() => Promise<unknown>) | undefined;
  children: ReactNode;
}

const NONE: readonly never[] = [];

/** What is around the parts of a chat: it has the connection, and what all of them share. */
export function Chat({ client, texts = en, children, ...offered }: ChatProps) {
  const { contacts = NONE, attachments = NONE, addStickers } = offered;
  const language = useMemo(() => languageOf(texts), [texts]);
  const [drafts] = useState<Drafts>(() => ({ texts: new Map(), files: new Map() }));
  const setup = useMemo(
    () => client && { client, contacts, attachments, addStickers, drafts },
    [client, contacts, attachments, addStickers, drafts],
  );
  if (setup === undefined) return null;
  return (
    <div className="pv" lang={texts.locale} dir={texts.direction}>
      <LanguageProvider value={language}>
        <ChatContext.Provider value={setup}>
          <Notices>{children}</Notices>
        </ChatContext.Provider>
      </LanguageProvider>
    </div>
  );
}

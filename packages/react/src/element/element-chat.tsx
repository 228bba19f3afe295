import { useEffect, useState } from 'react';
import { Chat, type ChatProps } from '../chat/chat.tsx';
import { ChatApp } from '../chat/chat-app.tsx';
import { ConnectionBar } from '../chat/connection-bar.tsx';
import { en, type Texts } from '../texts/en.ts';
import { Thread } from '../thread/thread.tsx';

const LANGUAGES: Readonly<Record<string, () => Promise<Texts>>> = {
  ar: () => import('../texts/ar.ts').then(({ ar }) => ar),
  de: () => import('../texts/de.ts').then(({ de }) => de),
  ja: () => import('../texts/ja.ts').then(({ ja }) => ja),
  vi: () => import('../texts/vi.ts').then(({ vi }) => vi),
};

interface ElementChatProps extends Omit<ChatProps, 'texts' | 'children'> {
  /** A BCP 47 tag. */
  language: string;
  /** Changes with `client`: another user begins anew. */
  user: number;
  /** The only thread that is shown; empty: all of them. */
  threadId: string;
}

/** What is in `<palaver-chat>`. */
export function ElementChat({ language, user, threadId, ...chat }: ElementChatProps) {
  const texts = useTextsIn(language);
  if (texts === undefined) return null;
  // (The title is that of the page around it, which may have several of these.)
  if (threadId === '') return <ChatApp key={user} {...chat} texts={texts} hasTitleCount={false} />;
  return (
    <Chat key={user} {...chat} texts={texts}>
      <div className="pv-chat-app pv-one-thread">
        <ConnectionBar />
        <div className="pv-main">
          <Thread id={threadId} />
        </div>
      </div>
    </Chat>
  );
}

/** The texts in a language, or in English if they cannot be loaded. While they are, those before; undefined at first. */
function useTextsIn(language: string): Texts | undefined {
  const [name = ''] = language.toLowerCase().split('-');
  const load = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  const [texts, setTexts] = useState(load === undefined ? en : undefined);
  useEffect(() => {
    let isWanted = true;
    const show = (loaded: Texts) => isWanted && setTexts(loaded);
    if (load === undefined) show(en);
    else load().then(show, () => show(en));
    return () => {
      isWanted = false;
    };
  }, [load]);
  return texts;
}

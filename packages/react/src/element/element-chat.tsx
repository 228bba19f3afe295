import { useEffect, useState } from 'react';
import { Chat, type ChatProps } from '../chat/chat.tsx';
import { ChatApp } from '../chat/chat-app.tsx';
import { ConnectionBar } from '../chat/connection-bar.tsx';
import { en, type Texts } from '../texts/en.ts';
import { Thread } from '../thread/thread.tsx';

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
      <div className="pv-chat-app">
        <ConnectionBar />
        <Thread id={threadId} />
      </div>
    </Chat>
  );
}

/** The texts in a language, or in English if it has none or they cannot be loaded. While they are, those before; undefined at first. */
function useTextsIn(language: string): Texts | undefined {
  const [name = ''] = language.toLowerCase().split('-');
  const [texts, setTexts] = useState(isEnglish(name) ? en : undefined);
  useEffect(() => {
    let isWanted = true;
    const show = (loaded: Texts) => isWanted && setTexts(loaded);
    load(name).then(show, () => show(en));
    return () => {
      isWanted = false;
    };
  }, [name]);
  return texts;
}

const isEnglish = (name: string) => name === '' || name === en.locale;

async function load(name: string): Promise<Texts> {
  if (isEnglish(name)) return en;
  const { OTHER_LANGUAGES } = await import('./other-languages.ts');
  const loaders: Readonly<Record<string, () => Promise<Texts>>> = OTHER_LANGUAGES;
  const texts = Object.hasOwn(loaders, name) ? await loaders[name]?.() : undefined;
  return texts ?? en;
}

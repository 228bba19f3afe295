import type { Chat as Client, PalaverError } from '@palaver/client';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Attachment } from '../context/attachment.ts';
import { ChatContext } from '../context/chat-context.ts';
import type { Contact } from '../context/contact.ts';
import { type Drafts, DraftTexts } from '../context/drafts.ts';
import type { MapUrl } from '../context/map-url.ts';
import type { Renderers } from '../context/renderers.ts';
import { useLatest } from '../hooks/use-latest.ts';
import { useToday } from '../hooks/use-today.ts';
import { en, type Texts } from '../texts/en.ts';
import { LanguageProvider, languageOf, useTexts } from '../texts/language.ts';
import { stopInputMethodKey } from '../ui/input-method.ts';
import { Notices } from '../ui/notices.tsx';
import { ReplacementsProvider } from '../ui/replaceable.tsx';
import { useKeepFocus } from '../ui/use-keep-focus.ts';
import type { Parts } from './parts.ts';

export interface ChatProps {
  /** A connection of the SDK, for instance of `useConnect`. While it is undefined, nothing is shown. */
  client: Client | undefined;
  /** What the components say; English by default. Other languages are in `@palaver/react/texts/`. */
  texts?: Texts;
  /** Users that are suggested where a chat is started. */
  contacts?: readonly Contact[];
  /** Whether a chat can be started with users whose `user_id` is typed; false by default: people find each other by name. */
  takesUserIds?: boolean;
  /** Whether GIFs and other pictures that move play by themselves, unless the user prefers reduced motion; false by default. */
  playsAnimations?: boolean;
  /** What the composer offers to send, beside files. */
  attachments?: readonly Attachment[];
  /** Components for your own kinds of messages, by `custom_name`. */
  renderers?: Renderers;
  /** Components of the app in place of ours. Define them once: a component that is made anew with each rendering loses its state. */
  parts?: Partial<Parts>;
  /**
   * The hosts from which pictures and videos are loaded, beside your server: `cdn.example.com`, with a port unless it is the usual
   * one, or `*.example.com`. By default, all. Those at other hosts are shown as files, avatars as initials.
   */
  pictureHosts?: readonly string[] | undefined;
  /**
   * Returns the address of a page that shows a place on a map, for messages of kind `location`. Phones open their own app instead. By
   * default, only phones show places.
   */
  mapUrl?: MapUrl | undefined;
  /** By default, what the browser prefers. */
  theme?: 'light' | 'dark' | undefined;
  /** How much room there is between things; comfortable by default. */
  density?: 'comfortable' | 'compact' | undefined;
  /** Adds stickers where there are none. */
  addStickers?: (() => Promise<unknown>) | undefined;
  /** The connection has ended for good: the server accepts no token, or the `tokenProvider` has returned the token of another user. */
  onSignedOut?: ((error: PalaverError) => void) | undefined;
  children: ReactNode;
}

const NONE: readonly never[] = [];
const NO_RENDERERS: Renderers = {};
const OURS: Partial<Parts> = {};

/** What is around the parts of a chat: it has the connection, and what all of them share. */
export function Chat({ client, texts = en, theme, density, parts = OURS, children, ...offered }: ChatProps) {
  const { contacts = NONE, attachments = NONE, renderers = NO_RENDERERS, addStickers } = offered;
  const { takesUserIds = false, playsAnimations = false, pictureHosts, mapUrl, onSignedOut } = offered;
  useSignedOut(client, onSignedOut);
  const today = useToday();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what says "today" is another language the next day
  const language = useMemo(() => languageOf(texts), [texts, today]);
  const drafts = useMemo<Drafts | undefined>(
    () => client && { texts: new DraftTexts(client), files: new Map() },
    [client],
  );
  const setup = useMemo(() => {
    const shared = {
      contacts,
      takesUserIds,
      attachments,
      renderers,
      addStickers,
      pictureHosts,
      playsAnimations,
      mapUrl,
    };
    return client && drafts && { client, drafts, ...shared };
  }, [
    client,
    drafts,
    contacts,
    takesUserIds,
    attachments,
    renderers,
    addStickers,
    pictureHosts,
    playsAnimations,
    mapUrl,
  ]);
  if (setup === undefined) return null;
  return (
    <LanguageProvider value={language}>
      <ChatContext.Provider value={setup}>
        <Root theme={theme} density={density}>
          <ReplacementsProvider value={parts}>
            <Notices>{children}</Notices>
          </ReplacementsProvider>
        </Root>
      </ChatContext.Provider>
    </LanguageProvider>
  );
}

function useSignedOut(client: Client | undefined, onSignedOut: ChatProps['onSignedOut']): void {
  const tell = useLatest((error: PalaverError) => onSignedOut?.(error));
  useEffect(
    () =>
      client?.connection.subscribe((now) => {
        if (now.state === 'closed' && now.error !== undefined) tell(now.error);
      }),
    [client, tell],
  );
}

/** The element that has the styles. */
function Root({
  theme,
  density,
  children,
}: Pick<ChatProps, 'children'> & { [Key in 'theme' | 'density']: ChatProps[Key] | undefined }) {
  const { locale, direction } = useTexts();
  const root = useRef<HTMLDivElement>(null);
  useKeepFocus(root);
  return (
    <div
      ref={root}
      className="pv"
      lang={locale}
      dir={direction}
      data-theme={theme}
      data-density={density}
      onKeyDownCapture={stopInputMethodKey}
    >
      {children}
    </div>
  );
}

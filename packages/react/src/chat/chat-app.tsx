import type { ClientSearchHit } from '@palaver/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from '../context/chat-context.ts';
import type { JumpTarget } from '../context/thread-context.ts';
import { useChats } from '../hooks/use-chats.ts';
import { useReadable } from '../hooks/use-readable.ts';
import { ChatList } from '../list/chat-list.tsx';
import { NewChat } from '../list/lazy-new-chat.ts';
import { SearchDialog } from '../search/lazy-search-dialog.ts';
import { SHORTCUT, useShortcut } from '../search/use-shortcut.ts';
import { useTexts } from '../texts/language.ts';
import { Thread } from '../thread/thread.tsx';
import { Icon } from '../ui/icon.tsx';
import { Chat, type ChatProps } from './chat.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useSound, useTitleCount } from './use-alerts.ts';
import { useKeepPage } from './use-keep-page.ts';

export interface ChatAppProps extends Omit<ChatProps, 'children'> {
  /** The id of the thread that is open at first; null: not known yet; absent: the latest one. */
  firstId?: string | null | undefined;
  /** The thread to open now, for instance because its notification was clicked. */
  wanted?: { id: string } | undefined;
  /** Whether the title of the page begins with the number of unread messages; true by default. */
  hasTitleCount?: boolean;
  /** Whether a message that the user does not see at once makes a sound; false by default. */
  hasSound?: boolean;
}

/** The whole chat of one user: the chat list and the open thread, or only one of them if there is no room for both. */
export function ChatApp({ firstId, wanted, hasTitleCount = true, hasSound = false, ...chat }: ChatAppProps) {
  return (
    <Chat {...chat}>
      <Alerts hasTitleCount={hasTitleCount} hasSound={hasSound} />
      <Panes firstId={firstId} wanted={wanted} />
    </Chat>
  );
}

function Alerts({ hasTitleCount, hasSound }: Required<Pick<ChatAppProps, 'hasTitleCount' | 'hasSound'>>) {
  useTitleCount(hasTitleCount);
  useSound(hasSound);
  return null;
}

/** In place of an id: the user has closed the thread. */
const CLOSED = '';

function Panes({ firstId, wanted }: Pick<ChatAppProps, 'firstId' | 'wanted'>) {
  const client = useClient();
  const texts = useTexts();
  const threads = useChats();
  const { state } = useReadable(client.connection);
  const [openId, setOpenId] = useState<string>();
  const [isNew, setIsNew] = useState(false);
  const { root, search, setSearch, target, jump } = useSearching(setOpenId);
  // Until the user chooses a chat, the first one is open, once the chats are loaded. Later messages in other chats do not
  // replace it.
  const latestId = state === 'online' ? threads[0]?.id : undefined;
  // (If a chat opened before it is in the list, the SDK would fetch it again once it is.)
  const shownFirst = firstId === undefined ? latestId : threads.find(({ id }) => id === firstId)?.id;
  useEffect(() => setOpenId((before) => before ?? shownFirst), [shownFirst]);
  useEffect(() => {
    if (wanted !== undefined) setOpenId(wanted.id);
  }, [wanted]);
  useKeepPage();
  const close = useCallback(() => setOpenId(CLOSED), []);
  return (
    <div className="pv-chat-app">
      <ConnectionBar />
      <div ref={root} className="pv-panes" data-open={Boolean(openId)}>
        <Sidebar
          openId={openId}
          onOpen={setOpenId}
          onSearch={() => setSearch('everywhere')}
          onNew={() => setIsNew(true)}
        />
        <div className="pv-main">
          {openId ? (
            <Thread
              id={openId}
              target={target?.threadId === openId ? target : undefined}
              onSearch={() => setSearch('here')}
              onBack={close}
            />
          ) : (
            <p className="pv-empty">{texts.chooseChat}</p>
          )}
        </div>
        {isNew ? <NewChat onOpen={setOpenId} onClose={() => setIsNew(false)} /> : null}
        {search === undefined ? null : (
          <SearchDialog
            thread={threads.find(({ id }) => id === openId)}
            isHere={search === 'here'}
            onOpen={jump}
            onClose={() => setSearch(undefined)}
          />
        )}
      </div>
    </div>
  );
}

interface SidebarProps {
  openId: string | undefined;
  onOpen: (threadId: string) => void;
  onSearch: () => void;
  onNew: () => void;
}

/** The chat list, and above it what finds messages and starts chats. */
function Sidebar({ openId, onOpen, onSearch, onNew }: SidebarProps) {
  const texts = useTexts();
  return (
    <div className="pv-sidebar">
      <div className="pv-sidebar-head">
        <button
          type="button"
          className="pv-button pv-search-open"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
        >
          <Icon name="search" /> {texts.search}{' '}
          <span className="pv-key" aria-hidden="true">
            {SHORTCUT}
          </span>
        </button>
        <button type="button" className="pv-button pv-new-chat" onClick={onNew}>
          <Icon name="plus" /> {texts.newChat}
        </button>
      </div>
      <ChatList openId={openId} onOpen={onOpen} />
    </div>
  );
}

/** The dialog that searches, and the message to which the user jumps from it. */
function useSearching(open: (threadId: string) => void) {
  const root = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState<'everywhere' | 'here'>();
  const [target, setTarget] = useState<JumpTarget>();
  useShortcut(root, () => setSearch('everywhere'));
  const jump = ({ message: { thread_id: threadId }, position: seq }: ClientSearchHit) => {
    open(threadId);
    setTarget({ threadId, seq });
  };
  return { root, search, setSearch, target, jump };
}

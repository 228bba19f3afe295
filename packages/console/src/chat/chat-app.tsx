import type { Chat, ClientSearchHit } from '@palaver/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attachment } from './composer/attachment-menu.tsx';
import type { Chosen } from './composer/use-tray.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { ChatList } from './list/chat-list.tsx';
import { NewChat } from './list/new-chat.tsx';
import { SearchDialog } from './search/search-dialog.tsx';
import { SHORTCUT, useShortcut } from './search/use-shortcut.ts';
import { ThreadView } from './thread/thread-view.tsx';
import type { JumpTarget } from './thread/use-jump.ts';
import { Icon } from './ui/icon.tsx';
import { Notices } from './ui/notices.tsx';
import { useKeepPage } from './use-keep-page.ts';
import type { Contact } from './use-people.ts';
import { useReadable } from './use-readable.ts';

interface ChatAppProps {
  chat: Chat;
  /** Suggested users to chat with. */
  contacts: readonly Contact[];
  attachments: readonly Attachment[];
  /** The id of the chat that is open at first; null: not known yet; absent: the latest chat. */
  firstId?: string | null | undefined;
  /** The chat to open now, for instance because its notification was clicked. */
  wanted?: { id: string } | undefined;
}

const NONE = 'none';

/** The whole chat of one user: the chat list and the open thread, or only one of them if there is no room for both. */
export function ChatApp({ chat, contacts, attachments, firstId, wanted }: ChatAppProps) {
  const threads = useReadable(chat.threads);
  const me = useReadable(chat.me);
  const { state } = useReadable(chat.connection);
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
  const [unsent] = useState(() => new Map<string, string>());
  const [trays] = useState(() => new Map<string, readonly Chosen[]>());
  useKeepPage();
  const close = useCallback(() => setOpenId(NONE), []);
  return (
    <div ref={root} className="chat-app">
      <Notices>
        <ConnectionBar chat={chat} />
        <div className="panes" data-open={openId !== undefined && openId !== NONE}>
          <Sidebar
            chat={chat}
            openId={openId}
            onOpen={setOpenId}
            onSearch={() => setSearch('everywhere')}
            onNew={() => setIsNew(true)}
          />
          <div className="main">
            {openId === undefined || openId === NONE ? (
              <p className="empty">Choose a chat, or start a new one.</p>
            ) : (
              <ThreadView
                chat={chat}
                threadId={openId}
                me={me?.ext_user_id ?? ''}
                attachments={attachments}
                unsent={unsent}
                trays={trays}
                target={target?.threadId === openId ? target : undefined}
                onSearch={() => setSearch('here')}
                onBack={close}
              />
            )}
          </div>
          {isNew ? (
            <NewChat chat={chat} contacts={contacts} onOpen={setOpenId} onClose={() => setIsNew(false)} />
          ) : null}
          {search === undefined ? null : (
            <SearchDialog
              chat={chat}
              me={me?.ext_user_id ?? ''}
              thread={threads.find(({ id }) => id === openId)}
              isHere={search === 'here'}
              onOpen={jump}
              onClose={() => setSearch(undefined)}
            />
          )}
        </div>
      </Notices>
    </div>
  );
}

interface SidebarProps {
  chat: Chat;
  openId: string | undefined;
  onOpen: (threadId: string) => void;
  onSearch: () => void;
  onNew: () => void;
}

/** The chat list, and above it what finds messages and starts chats. */
function Sidebar({ chat, openId, onOpen, onSearch, onNew }: SidebarProps) {
  const threads = useReadable(chat.threads);
  const me = useReadable(chat.me);
  return (
    <div className="sidebar">
      <div className="sidebar-head">
        <button
          type="button"
          className="button search-open"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
        >
          <Icon name="search" /> Search{' '}
          <span className="key" aria-hidden="true">
            {SHORTCUT}
          </span>
        </button>
        <button type="button" className="button new-chat" onClick={onNew}>
          <Icon name="plus" /> New chat
        </button>
      </div>
      {threads.length === 0 ? (
        <p className="empty">
          <b>No chats yet.</b> Start one: it shows up here, and on the other side.
        </p>
      ) : null}
      <ChatList chat={chat} threads={threads} me={me?.ext_user_id ?? ''} openId={openId} onOpen={onOpen} />
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

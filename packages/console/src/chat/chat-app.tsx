import type { Chat } from '@palaver/client';
import { useCallback, useEffect, useState } from 'react';
import type { Attachment } from './composer/attachment-menu.tsx';
import type { Chosen } from './composer/use-tray.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { ChatList } from './list/chat-list.tsx';
import { NewChat } from './list/new-chat.tsx';
import { ThreadView } from './thread/thread-view.tsx';
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
    <div className="chat-app">
      <Notices>
        <ConnectionBar chat={chat} />
        <div className="panes" data-open={openId !== undefined && openId !== NONE}>
          <div className="sidebar">
            <button type="button" className="button new-chat" onClick={() => setIsNew(true)}>
              <Icon name="plus" /> New chat
            </button>
            {threads.length === 0 ? (
              <p className="empty">
                <b>No chats yet.</b> Start one: it shows up here, and on the other side.
              </p>
            ) : null}
            <ChatList
              chat={chat}
              threads={threads}
              me={me?.ext_user_id ?? ''}
              openId={openId}
              onOpen={setOpenId}
            />
          </div>
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
                onBack={close}
              />
            )}
          </div>
          {isNew ? (
            <NewChat chat={chat} contacts={contacts} onOpen={setOpenId} onClose={() => setIsNew(false)} />
          ) : null}
        </div>
      </Notices>
    </div>
  );
}

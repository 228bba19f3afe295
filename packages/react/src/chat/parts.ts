import type { ReactNode } from 'react';
import type { Composer } from '../composer/composer.tsx';
import type { ThreadDetails } from '../details/lazy-thread-details.ts';
import type { ChatItem } from '../list/chat-item.tsx';
import type { ChatList } from '../list/chat-list.tsx';
import type { NewChat } from '../list/lazy-new-chat.ts';
import type { Message } from '../message/message.tsx';
import type { SearchDialog } from '../search/lazy-search-dialog.ts';
import type { MessageList } from '../thread/message-list.tsx';
import type { Pins } from '../thread/pins.tsx';
import type { ThreadHeader } from '../thread/thread-header.tsx';
import type { TypingLine } from '../thread/typing-line.tsx';
import type { Avatar } from '../ui/avatar.tsx';
import type { ConnectionBar } from './connection-bar.tsx';

/** A component with the properties of one of ours. */
type Replacement<Part extends (props: never) => ReactNode> = (props: Parameters<Part>[0]) => ReactNode;

/** The parts that an app can replace by components with the same properties. */
export interface Parts {
  Avatar: Replacement<typeof Avatar>;
  ChatItem: Replacement<typeof ChatItem>;
  ChatList: Replacement<typeof ChatList>;
  Composer: Replacement<typeof Composer>;
  ConnectionBar: Replacement<typeof ConnectionBar>;
  Message: Replacement<typeof Message>;
  MessageList: Replacement<typeof MessageList>;
  NewChat: Replacement<typeof NewChat>;
  Pins: Replacement<typeof Pins>;
  SearchDialog: Replacement<typeof SearchDialog>;
  ThreadDetails: Replacement<typeof ThreadDetails>;
  ThreadHeader: Replacement<typeof ThreadHeader>;
  TypingLine: Replacement<typeof TypingLine>;
}

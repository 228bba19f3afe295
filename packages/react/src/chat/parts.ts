import type { Composer } from '../composer/composer.tsx';
import type { ThreadDetails } from '../details/later.ts';
import type { ChatItem } from '../list/chat-item.tsx';
import type { ChatList } from '../list/chat-list.tsx';
import type { NewChat } from '../list/later.ts';
import type { Message } from '../message/message.tsx';
import type { SearchDialog } from '../search/later.ts';
import type { MessageList } from '../thread/message-list.tsx';
import type { Pins } from '../thread/pins.tsx';
import type { ThreadHeader } from '../thread/thread-header.tsx';
import type { TypingLine } from '../thread/typing-line.tsx';
import type { Avatar } from '../ui/avatar.tsx';
import type { ConnectionBar } from './connection-bar.tsx';

/** The parts that an app can replace by components with the same properties. */
export interface Parts {
  Avatar: typeof Avatar;
  ChatItem: typeof ChatItem;
  ChatList: typeof ChatList;
  Composer: typeof Composer;
  ConnectionBar: typeof ConnectionBar;
  Message: typeof Message;
  MessageList: typeof MessageList;
  NewChat: typeof NewChat;
  Pins: typeof Pins;
  SearchDialog: typeof SearchDialog;
  ThreadDetails: typeof ThreadDetails;
  ThreadHeader: typeof ThreadHeader;
  TypingLine: typeof TypingLine;
}

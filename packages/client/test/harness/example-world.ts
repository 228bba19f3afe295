import type { Desk, WatchedThread } from '../../src/desk/index.ts';
import type { Chat, MessageSearch, Thread } from '../../src/index.ts';
import type { Palaver } from '../../src/server/index.ts';
import type { BrowserNotifications } from '../../src/web-push/index.ts';

/** The names that examples use. */
export interface ExampleWorld {
  palaver: Palaver;
  url: string;
  apiKey: string;
  /** A webhook secret. */
  secret: string;
  threadId: string;
  seq: number;
  packId: string;
  /** A promotion with a button. */
  promotionSeq: number;
  endpointId: string;
  deliveryId: string;
  /** The chat of ann, who owns `threadId`. */
  chat: Chat;
  thread: Thread;
  search: MessageSearch;
  push: BrowserNotifications;
  /** The support desk of ann, and the thread `threadId` at it. */
  desk: Desk;
  watched: WatchedThread;
  token: string;
  picture: File;
  /** Cleo, who is not a member. */
  userId: string;
  /** Ben, who is a member. */
  extUserId: string;
}

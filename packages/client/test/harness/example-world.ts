import type { Chat, Thread } from '../../src/index.ts';
import type { Palaver } from '../../src/server/index.ts';

/** What an example finds. */
export interface ExampleWorld {
  palaver: Palaver;
  url: string;
  apiKey: string;
  /** Of a webhook. */
  secret: string;
  threadId: string;
  seq: number;
  packId: string;
  /** A promotion with a button. */
  promotionSeq: number;
  endpointId: string;
  deliveryId: string;
  /** Of ann, who owns `threadId`. */
  chat: Chat;
  thread: Thread;
  token: string;
  /** Of cleo, who is not in the thread. */
  userId: string;
  /** Of ben, who is. */
  extUserId: string;
}

import type { NewMessage } from '@palaver/client';

/** Something else to send than text and files. */
export interface Attachment {
  label: string;
  /** A message to send as the user. */
  message?: Exclude<NewMessage, string>;
  /** Any other action, which may take a while. */
  run?: (threadId: string) => Promise<unknown>;
}

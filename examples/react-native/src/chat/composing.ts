import type { Thread } from '@palaver/client';

/** Sends what the user has written. Returns false if there is nothing to send. */
export function sendText(thread: Thread, written: string, replyTo?: number): boolean {
  const text = written.trim();
  if (text === '') return false;
  thread.send({ body: { text }, ...(replyTo === undefined ? {} : { reply_to: replyTo }) });
  return true;
}

/** Removes a message that has failed, and returns its text, so that the user can change it. */
export function takeBack(thread: Thread, clientMessageId: string): string {
  return thread.discard(clientMessageId)?.body.text ?? '';
}

/** How many characters are too many. `most`: `text_chars` of `chat.limits`, in code points. */
export function excessOf(written: string, most = Number.POSITIVE_INFINITY): number {
  return Math.max(0, Array.from(written.trim()).length - most);
}

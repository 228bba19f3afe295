import type { FileUrls, KeptMessage, ShownMessage, ThreadState } from '@palaver/client';
import { kindOf, nameOf, quotedSummary, senderName, summaryOf, timeOf } from './words';

/** What the thread shows of a message. */
export interface MessageRow {
  /** Stays the same when the server has stored the message. */
  key: string;
  /** Undefined until the server has stored the message: it can be replied to from then on. */
  seq: number | undefined;
  /** For `thread.retry()` and `thread.discard()`. */
  clientMessageId: string;
  isMine: boolean;
  /** The sender's name; empty where it goes without saying. */
  sender: string;
  /** The message that this one replies to. */
  quote: { name: string; text: string } | undefined;
  text: string;
  attachment: Attachment | undefined;
  isDeleted: boolean;
  state: 'sending' | 'failed' | 'sent' | 'seen';
  /** Why the message failed, and whether it may succeed later. */
  failure: string;
  canRetry: boolean;
  time: string;
}

export type Attachment =
  | { type: 'image'; url: string; aspectRatio: number; name: string }
  | { type: 'file'; url: string; name: string }
  /** A kind that this app does not show: a line says what it is. */
  | { type: 'other'; name: string };

/** What the rows of a thread need besides its state. */
export interface Surroundings {
  /** The `ext_user_id` of the signed-in user. */
  me: string;
  urls: FileUrls;
}

/** The rows of a thread, the latest first: for an inverted list. */
export function messageRows(state: ThreadState, surroundings: Surroundings): MessageRow[] {
  const { messages, thread } = state;
  const isGroup = thread?.peer === null;
  const rows = messages.map((message, index) => {
    const row = rowOf(message, state, surroundings);
    const isFirst = senderId(messages[index - 1]) !== senderId(message);
    return { ...row, sender: isGroup && !row.isMine && isFirst ? row.sender : '' };
  });
  return rows.reverse();
}

function rowOf(message: ShownMessage, state: ThreadState, { me, urls }: Surroundings): MessageRow {
  const common = {
    clientMessageId: message.client_message_id,
    quote: quoteOf(message, state),
    time: timeOf(message.created_at),
  };
  if (message.state !== 'sent') {
    const { error, canRetry = false } = message;
    return {
      ...{ ...common, key: `mine ${message.client_message_id}`, seq: undefined, isMine: true, sender: '' },
      ...{ text: message.body.text, attachment: attachmentOf(message, urls), isDeleted: false },
      ...{ state: message.state, failure: error?.message ?? '', canRetry },
    };
  }
  const isMine = message.sender.ext_user_id === me;
  const isDeleted = message.deleted_at !== null;
  return {
    ...{ ...common, key: keyOf(message, isMine), seq: message.seq, isMine, sender: senderName(message) },
    ...{ text: isDeleted ? summaryOf(message) : message.body.text, isDeleted },
    attachment: isDeleted ? undefined : attachmentOf(message, urls),
    state: isMine && isSeen(message, state, me) ? 'seen' : 'sent',
    ...{ failure: '', canRetry: false },
  };
}

/** (The `client_message_id` of others may equal that of another row.) */
function keyOf({ client_message_id, seq }: KeptMessage, isMine: boolean): string {
  return isMine && client_message_id !== '' ? `mine ${client_message_id}` : `message ${seq}`;
}

function senderId(message: ShownMessage | undefined): string | undefined {
  return message?.state === 'sent' ? message.sender.ext_user_id : undefined;
}

/** Whether another member has read it. */
function isSeen({ seq }: KeptMessage, { readPositions }: ThreadState, me: string): boolean {
  return Object.entries(readPositions).some(([user, readSeq]) => user !== me && readSeq >= seq);
}

/** The server sends a preview with a reply. For one that is still being sent, it is among the loaded messages. */
function quoteOf(message: ShownMessage, { messages, members }: ThreadState): MessageRow['quote'] {
  if (message.reply_to === null) return undefined;
  const preview = message.state === 'sent' ? message.reply_preview : null;
  if (preview !== null) {
    const { ext_user_id, display_name } = preview.sender;
    const member = members.find((one) => one.ext_user_id === ext_user_id);
    return { name: display_name || (member ? nameOf(member) : ''), text: quotedSummary(preview) };
  }
  const quoted = messages.find((one) => one.state === 'sent' && one.seq === message.reply_to);
  return quoted?.state === 'sent' ? { name: senderName(quoted), text: summaryOf(quoted) } : undefined;
}

function attachmentOf(message: ShownMessage, urls: FileUrls): Attachment | undefined {
  const [metadata] = message.body.metadata ?? [];
  if (metadata === undefined || metadata.type === 'text') return undefined;
  const name = kindOf(message);
  if (metadata.type === 'image') {
    const url = urls.thumbnailOf(metadata) ?? urls.of(metadata);
    const { width = 1, height = 1 } = metadata;
    if (url !== undefined) return { type: 'image', url, aspectRatio: width / height || 1, name };
  }
  if (metadata.type === 'file' || metadata.type === 'video' || metadata.type === 'audio') {
    const url = urls.of(metadata);
    if (url !== undefined) return { type: 'file', url, name };
  }
  return { type: 'other', name };
}

import type { KeptMessage, ShownMessage } from '@palaver/client';
import type { Language } from '../texts/language.ts';
import { dayKey } from '../ui/format.ts';

/** A row of the list: a message or a divider. */
export type Row =
  | { type: 'divider'; key: string; label: string; isNew: boolean }
  | {
      type: 'message';
      key: string;
      message: ShownMessage;
      isMine: boolean;
      isFirst: boolean;
      isLast: boolean;
    };

/** Messages of one sender within this time are grouped under one name. */
const TOGETHER_MS = 5 * 60_000;

/** `unreadAfter`: the user's read position when they opened the thread; later messages are new. */
export function rowsOf(
  messages: readonly ShownMessage[],
  me: string,
  unreadAfter: number,
  { texts, dayOf }: Pick<Language, 'texts' | 'dayOf'>,
): Row[] {
  const rows: Row[] = [];
  let before: ShownMessage | undefined;
  let isNewShown = false;
  for (const message of messages) {
    const isMine = message.state !== 'sent' || message.sender.ext_user_id === me;
    const isOtherDay = before === undefined || dayKey(before.created_at) !== dayKey(message.created_at);
    const { created_at } = message;
    if (isOtherDay) rows.push(divider(`day ${dayKey(created_at)}`, dayOf(created_at)));
    const isFirstNew = !isNewShown && !isMine && message.seq > unreadAfter;
    if (isFirstNew) isNewShown = true;
    // If the first loaded message is new, older new ones may not be loaded yet, so the divider waits.
    const isNew = isFirstNew && before !== undefined;
    if (isNew) rows.push({ ...divider('new', texts.newMessages), isNew });
    const isFirst = isOtherDay || isNew || before === undefined || !areTogether(before, message, me);
    const previous = rows.at(-1);
    if (!isFirst && previous?.type === 'message') previous.isLast = false;
    rows.push({ type: 'message', key: keyOf(message, isMine), message, isMine, isFirst, isLast: true });
    before = message;
  }
  return rows;
}

function divider(key: string, label: string): Extract<Row, { type: 'divider' }> {
  return { type: 'divider', key, label, isNew: false };
}

/**
 * The key stays the same when the server has accepted the message. The `client_message_id` of other users is ignored, because
 * it may equal that of another row.
 */
function keyOf(message: ShownMessage, isMine: boolean): string {
  if (isMine && message.client_message_id !== '') return `mine ${message.client_message_id}`;
  return `message ${(message as KeptMessage).seq}`;
}

function areTogether(before: ShownMessage, message: ShownMessage, me: string): boolean {
  const sender = (one: ShownMessage) => (one.state === 'sent' ? one.sender.ext_user_id : me);
  return sender(before) === sender(message) && message.created_at - before.created_at < TOGETHER_MS;
}

import type { KeptMessage, ShownMessage } from '@palaver/client';
import { dayKey, dayOf } from '../ui/format.ts';

/** A line of the list: a message, or what divides them. */
export type Row =
  | { type: 'divider'; key: string; label: string; isNew: boolean }
  | { type: 'message'; key: string; message: ShownMessage; isMine: boolean; isFirst: boolean };

/** Messages of one sender within this time stand under one name. */
const TOGETHER_MS = 5 * 60_000;

/** `unreadAfter`: what the user had read when they opened the thread; from there on it is new. */
export function rowsOf(messages: readonly ShownMessage[], me: string, unreadAfter: number): Row[] {
  const rows: Row[] = [];
  let before: ShownMessage | undefined;
  let isNewShown = false;
  for (const message of messages) {
    const isMine = message.state !== 'sent' || message.sender.ext_user_id === me;
    const isOtherDay = before === undefined || dayKey(before.created_at) !== dayKey(message.created_at);
    if (isOtherDay) rows.push(divider(`day ${dayKey(message.created_at)}`, dayOf(message.created_at)));
    const isFirstNew = !isNewShown && !isMine && message.seq > unreadAfter;
    if (isFirstNew) isNewShown = true;
    // Before all that is shown there may be more that is new: where it begins is seen when that is loaded.
    const isNew = isFirstNew && before !== undefined;
    if (isNew) rows.push({ ...divider('new', 'New'), isNew });
    const isFirst = isOtherDay || isNew || before === undefined || !areTogether(before, message, me);
    rows.push({ type: 'message', key: keyOf(message, isMine), message, isMine, isFirst });
    before = message;
  }
  return rows;
}

function divider(key: string, label: string): Extract<Row, { type: 'divider' }> {
  return { type: 'divider', key, label, isNew: false };
}

/** The same before and after the server has it. What others have called theirs says nothing: it may be the name of another row. */
function keyOf(message: ShownMessage, isMine: boolean): string {
  if (isMine && message.client_message_id !== '') return `mine ${message.client_message_id}`;
  return `message ${(message as KeptMessage).seq}`;
}

function areTogether(before: ShownMessage, message: ShownMessage, me: string): boolean {
  const sender = (one: ShownMessage) => (one.state === 'sent' ? one.sender.ext_user_id : me);
  return sender(before) === sender(message) && message.created_at - before.created_at < TOGETHER_MS;
}

import type { KeptMessage, ShownMessage } from '@palaver/client';
import { dayKey } from '../text/format.ts';
import type { Language } from '../texts/language.ts';
import type { ChangeLine } from './change-line.ts';
import { isNew, type NewRange } from './use-new-range.ts';

/** A row of the list: a message, a divider, or what happened to the group. */
export type Row =
  | { type: 'change'; key: string; text: string }
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

/** What the rows depend on, beside the messages. */
interface Around {
  /** The `ext_user_id` of the user. */
  me: string;
  range: NewRange;
  /** Whether there are older messages, not loaded. */
  hasOlder: boolean;
}

/** The rows of the loaded messages and of the changes between them, with a line before the first new message. */
export function rowsOf(
  messages: readonly ShownMessage[],
  changes: readonly ChangeLine[],
  { me, range, hasOlder }: Around,
  { texts, dayOf }: Pick<Language, 'texts' | 'dayOf'>,
): Row[] {
  const rows: Row[] = [];
  let lastDay = '';
  /** The message before, if nothing is between. */
  let before: ShownMessage | undefined;
  let isNewShown = false;
  /** `next`: the key of the row that it precedes. (A device with a wrong clock can bring the same day twice.) */
  const startDay = (at: number, next: string) => {
    if (dayKey(at) === lastDay) return;
    lastDay = dayKey(at);
    rows.push(divider(`day of ${next}`, dayOf(at)));
    before = undefined;
  };
  /** If the first loaded message is new, older new ones may not be loaded yet, so the line waits. */
  let mayPrecede = hasOlder;
  for (const entry of merged(messages, changes)) {
    if ('text' in entry) {
      const key = `change ${entry.seq}`;
      startDay(entry.at, key);
      rows.push({ type: 'change', key, text: entry.text });
      before = undefined;
      continue;
    }
    const isMine = entry.state !== 'sent' || entry.sender.ext_user_id === me;
    const key = keyOf(entry, isMine);
    startDay(entry.created_at, key);
    const isFirstNew = !isNewShown && isNew(entry, range, me);
    if (isFirstNew) isNewShown = true;
    const hasLine = isFirstNew && !mayPrecede;
    mayPrecede = false;
    if (hasLine) rows.push({ ...divider('new', texts.newMessages), isNew: true });
    const isFirst = hasLine || before === undefined || !areTogether(before, entry, me);
    const previous = rows.at(-1);
    if (!isFirst && previous?.type === 'message') previous.isLast = false;
    rows.push({ type: 'message', key, message: entry, isMine, isFirst, isLast: true });
    before = entry;
  }
  return rows;
}

/** Messages and changes in the order of the log. Unsent messages follow the changes after the same message, because they will be stored later. */
function* merged(
  messages: readonly ShownMessage[],
  changes: readonly ChangeLine[],
): Generator<ShownMessage | ChangeLine> {
  let at = 0;
  let unsent: ShownMessage[] = [];
  for (const message of messages) {
    if (message.state !== 'sent') {
      unsent.push(message);
      continue;
    }
    for (let change = changes[at]; change !== undefined && change.seq < message.seq; change = changes[at]) {
      at += 1;
      yield change;
    }
    yield* unsent;
    unsent = [];
    yield message;
  }
  yield* changes.slice(at);
  yield* unsent;
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
  // (A label says of a whole group whether support wrote it.)
  const sender = (one: ShownMessage) => (one.state === 'sent' ? one.sender.ext_user_id + (one.as ?? '') : me);
  return sender(before) === sender(message) && message.created_at - before.created_at < TOGETHER_MS;
}

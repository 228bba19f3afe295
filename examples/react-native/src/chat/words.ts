import type { ClientMessage, ClientThread, ReplyPreview, ShownMessage, ThreadState } from '@palaver/client';

/** What the screens say, so that an app can translate it in one place. */

interface Person {
  display_name: string;
  user_id: string | null;
}

export const nameOf = ({ display_name, user_id }: Person): string =>
  display_name || user_id || 'Unknown user';

export const senderName = ({ sender }: Pick<ClientMessage, 'sender'>): string =>
  sender.display_name || sender.user_id || sender.bot_id || 'Unknown user';

export const threadName = ({ name, peer }: Pick<ClientThread, 'name' | 'peer'>): string =>
  peer === null ? name : nameOf(peer);

const KINDS = {
  text: '',
  image: 'Picture',
  video: 'Video',
  audio: 'Audio',
  file: 'File',
  promotion: 'Offer',
  sticker: 'Sticker',
  location: 'Location',
  custom_defined: 'Message',
};

/** What stands for a message that has no text. */
export function kindOf({ body }: Pick<ShownMessage, 'body'>): string {
  const [metadata] = body.metadata ?? [];
  if (metadata === undefined) return '';
  const name = 'name' in metadata && typeof metadata.name === 'string' ? metadata.name : '';
  return name || KINDS[metadata.type];
}

/** A message in one line. */
export function summaryOf(message: ShownMessage | ClientMessage): string {
  if ('deleted_at' in message && message.deleted_at !== null) return 'Message deleted';
  return message.body.text || kindOf(message);
}

/** The same for a message that another one replies to. */
export function quotedSummary({ text, kind, deleted_at }: ReplyPreview): string {
  return deleted_at === null ? text || KINDS[kind] : 'Message deleted';
}

/** Which other members are typing; empty if nobody is. */
export function typingLine({ typing, members }: ThreadState, me: string): string {
  const others = members.filter(({ ext_user_id: id }) => id !== me && typing.includes(id));
  const [first] = others;
  if (first === undefined) return '';
  const more = others.length - 1;
  return more === 0 ? `${nameOf(first)} is typing…` : `${nameOf(first)} and ${more} more are typing…`;
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

export const timeOf = (at: number): string => TIME.format(at);

/** The time if it is today, otherwise the day. */
export function shortTimeOf(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? TIME.format(at) : DAY.format(at);
}

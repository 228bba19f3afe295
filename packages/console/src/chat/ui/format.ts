import type { ClientMessage, ClientThread, ReplyPreview, ShownMessage } from '@palaver/client';

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const timeOf = (at: number) => TIME.format(at);
export const exactTimeOf = (at: number) => EXACT.format(at);
/** The same for every time of one day. */
export const dayKey = (at: number) => new Date(at).toDateString();
export const dayOf = (at: number) => (dayKey(at) === dayKey(Date.now()) ? 'Today' : DAY.format(at));
export const shortTimeOf = (at: number) =>
  dayKey(at) === dayKey(Date.now()) ? TIME.format(at) : SHORT_DAY.format(at);

export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1_000)));
  return `${NUMBER.format(bytes / 1_000 ** power)} ${units[power]}`;
}

/** In minutes and seconds. */
export function durationOf(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The display name; without one, the id. */
export function nameOf({ display_name, user_id }: { display_name: string; user_id: string | null }): string {
  return display_name || user_id || 'Somebody';
}

export function senderName({ sender }: Pick<ClientMessage, 'sender'>): string {
  return sender.display_name || sender.user_id || sender.bot_id || 'Somebody';
}

export function threadName({ name, peer }: Pick<ClientThread, 'name' | 'peer'>): string {
  return peer === null ? name : nameOf(peer);
}

/** A message in one line, for the chat list, quotes and pins. */
export function summaryOf(message: Pick<ShownMessage, 'body'> & { deleted_at?: number | null }): string {
  if (typeof message.deleted_at === 'number') return 'Message deleted';
  const [metadata] = message.body.metadata ?? [];
  if (message.body.text !== '') return message.body.text;
  if (metadata === undefined) return '';
  switch (metadata.type) {
    case 'promotion':
      return metadata.promotion.title;
    case 'audio':
      return metadata.waveform === undefined ? (metadata.name ?? '') : 'Voice message';
    case 'file':
    case 'image':
    case 'video':
      return metadata.name ?? '';
    case 'sticker':
      return 'Sticker';
    case 'custom_defined':
      return metadata.custom_name;
    case 'text':
      return '';
  }
}

const KIND_NAMES: Record<ReplyPreview['kind'], string> = {
  text: '',
  custom_defined: 'Message of its own kind',
  image: 'Image',
  video: 'Video',
  file: 'File',
  audio: 'Audio',
  promotion: 'Card',
  sticker: 'Sticker',
};

/** The same for a quoted message, which may not be loaded. */
export function previewSummaryOf({ text, kind, deleted_at }: ReplyPreview): string {
  return deleted_at === null ? text || KIND_NAMES[kind] : 'Message deleted';
}

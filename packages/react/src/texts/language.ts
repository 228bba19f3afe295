import type { ClientMessage, ClientThread, PalaverError, ReplyPreview, ShownMessage } from '@palaver/client';
import { createContext, useContext } from 'react';
import { dayKey } from '../text/format.ts';
import { plainOf } from '../text/rich-text.ts';
import { undirected } from '../text/undirected.ts';
import { en, type Texts } from './en.ts';
import { type Formats, formatsOf, variantOf } from './formats.ts';

/** What is said, and how, in one language. */
export interface Language extends Formats {
  texts: Texts;
  /** The display name; without one, the id. */
  nameOf: (person: { display_name: string; user_id: string | null }) => string;
  senderName: (message: Pick<ClientMessage, 'sender'>) => string;
  threadName: (thread: Pick<ClientThread, 'name' | 'peer'>) => string;
  /** How many messages are unread: `100+` if there are more than are counted. */
  countOf: (thread: Pick<ClientThread, 'unread_count' | 'unread_more'>) => string;
  /** Today, or the day. */
  dayOf: (at: number) => string;
  /** A message in one line, for the chat list, quotes and pins. */
  summaryOf: (message: Pick<ShownMessage, 'body'> & { deleted_at?: number | null }) => string;
  /** The same for a quoted message, which may not be loaded. */
  previewSummaryOf: (preview: ReplyPreview) => string;
  /** An error in words for the user, with its code once, for reference. */
  sentenceOf: (error: unknown) => string;
}

export function languageOf(texts: Texts): Language {
  const nameOf: Language['nameOf'] = ({ display_name, user_id }) =>
    undirected(display_name || user_id || '') || texts.unknownUser;
  const formats = formatsOf(variantOf(texts.locale));
  return {
    ...formats,
    texts,
    dayOf: (at) => (dayKey(at) === dayKey(Date.now()) ? texts.today : formats.day(at)),
    nameOf,
    senderName: ({ sender }) =>
      undirected(sender.display_name || sender.user_id || sender.bot_id || '') || texts.unknownUser,
    threadName: ({ name, peer }) => (peer === null ? undirected(name) : nameOf(peer)),
    countOf: ({ unread_count, unread_more }) => `${formats.number(unread_count)}${unread_more ? '+' : ''}`,
    summaryOf: (message) => undirected(summaryOf(message, texts)),
    previewSummaryOf: ({ text, kind, deleted_at }) => {
      if (deleted_at !== null) return texts.messageDeleted;
      return undirected(inOneLine(text)) || texts.kinds[kind];
    },
    sentenceOf: (error) => sentenceOf(error, texts),
  };
}

const LanguageContext = createContext(languageOf(en));
export const LanguageProvider = LanguageContext.Provider;
export const useLanguage = () => useContext(LanguageContext);
export const useTexts = () => useLanguage().texts;

/** No line of a page has room for more, in UTF-16 units. */
const LINE_CHARS = 400;

/** The beginning of a text, without its formatting. */
const inOneLine = (text: string) => plainOf(text.slice(0, LINE_CHARS));

function summaryOf(message: Parameters<Language['summaryOf']>[0], { kinds, messageDeleted }: Texts): string {
  if (typeof message.deleted_at === 'number') return messageDeleted;
  const [metadata] = message.body.metadata ?? [];
  if (message.body.text !== '') return inOneLine(message.body.text);
  if (metadata === undefined) return '';
  switch (metadata.type) {
    case 'promotion':
      return metadata.promotion.title;
    case 'audio':
      return metadata.waveform === undefined ? (metadata.name ?? kinds.audio) : kinds.voice;
    case 'file':
    case 'image':
    case 'video':
      return metadata.name ?? kinds[metadata.type];
    case 'location':
      return metadata.name ?? metadata.address ?? kinds.location;
    case 'custom_defined':
      return metadata.custom_name;
    case 'sticker':
    case 'text':
      return kinds[metadata.type];
  }
}

function sentenceOf(error: unknown, texts: Texts): string {
  if (!isPalaverError(error)) return error instanceof Error ? error.message : String(error);
  const { code, message, fields } = error;
  if (code === 'user_changed') return texts.userChanged;
  // For rules that concern the user, not the request of an app.
  const reasons: Record<string, string> = { policy: texts.forbiddenByApp, role: texts.forbiddenByRole };
  const reason = fields.map(({ rule }) => reasons[rule]).find((one) => one !== undefined);
  const known: Readonly<Record<string, string>> = texts.errors;
  const sentence = reason ?? (Object.hasOwn(known, code) ? known[code] : undefined);
  if (sentence === undefined && message.startsWith(code)) return message;
  return `${sentence ?? message} (${code})`;
}

/** (A page that has the SDK may have it twice: `<palaver-chat>` brings its own.) */
const isPalaverError = (error: unknown): error is PalaverError =>
  error instanceof Error && error.name === 'PalaverError';

import { languageTag } from '@palaver/protocol/formats';
import { traitsOf } from '@palaver/protocol/message-kinds';
import type { CustomNotify } from '@palaver/protocol/message-requests';
import type { NotificationTemplates, Placeholder, Preview } from '@palaver/protocol/notifications';
import type { Static } from 'typebox';

/** What a notification says about a message. Empty texts and addresses: none. */
export interface NotificationWords {
  title: string;
  subtitle: string;
  body: string;
  avatarUrl: string;
  imageUrl: string;
}

/** A message, and what its words depend on. Any text may be empty. */
export interface MessageToTell {
  kind: string;
  text: string;
  /** Of a promotion. */
  promotionTitle: string;
  senderName: string;
  /** Of a group. */
  threadName: string;
  threadType: 'direct' | 'group';
  /** Whether it mentions the recipient. */
  isMention: boolean;
  customNotify: Static<typeof CustomNotify> | null;
  templates: NotificationTemplates;
  /** The language of the device: BCP 47. */
  language: string;
  preview: Preview;
}

/** Texts are cut to this many code points before they are used. */
const MAX_CHARS = 1_000;

/**
 * The words of a notification. Each part is by itself that of the message's `custom_notify`, or else that of a template, or else a
 * sensible one: the name of the sender (or of the group, with the sender in front of the text) and the text, or a word for the kind.
 * With the preview `sender` it has no text of the message, with `none` nothing of the message at all. (`custom_notify` is what the
 * integrator wrote for notifications, so `sender` shows it. Users cannot send it.) Addresses are passed on as they are.
 */
export function wordsOf(message: MessageToTell): NotificationWords {
  const languages = languagesOf(message.language);
  const words = wordsIn(languages);
  if (message.preview === 'none')
    return { title: words.newMessage, subtitle: '', body: '', avatarUrl: '', imageUrl: '' };
  const [sender, group] = [cut(message.senderName), cut(message.threadName)];
  const isGroup = message.threadType === 'group' && !isBlank(group);
  const content = contentOf(message, words);
  const values: Record<Placeholder, string> = {
    sender,
    thread: isGroup ? group : sender,
    text: content,
    title: message.preview === 'full' ? cut(message.promotionTitle) : '',
  };
  const custom = message.customNotify ?? {};
  const fromTemplate = (part: 'title' | 'body') => templateText(message, languages, part, values);
  return {
    title: cut(first(custom.title, fromTemplate('title'), values.thread, words.newMessage)),
    subtitle: cut(custom.subtitle ?? ''),
    body: cut(first(fromTemplate('body'), isGroup && !isBlank(sender) ? `${sender}: ${content}` : content)),
    avatarUrl: custom.avatar_url ?? '',
    imageUrl: custom.image_url ?? '',
  };
}

/** The first that is not blank. */
function first(...texts: (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && !isBlank(text)) ?? '';
}

const isBlank = (text: string) => text.trim() === '';

/** The text of the message, or what stands for it. */
function contentOf({ kind, text, promotionTitle, preview }: MessageToTell, words: Words): string {
  const kindWord = traitsOf(kind)?.word;
  if (preview !== 'full') return kindWord === undefined ? words.newMessage : words[kindWord];
  return first(cut(text), cut(promotionTitle), words[kindWord ?? 'message']);
}

/** The text of the template that fits best and has this part; undefined if there is none. */
function templateText(
  { templates, kind, isMention }: MessageToTell,
  languages: readonly string[],
  part: 'title' | 'body',
  values: Record<Placeholder, string>,
): string | undefined {
  for (const language of [...languages, 'default']) {
    for (const one of [...(isMention ? ['mention'] : []), kind, 'default']) {
      const text = own(own(own(templates, language), one), part);
      const filled = typeof text === 'string' ? fill(text, values) : '';
      if (!isBlank(filled)) return filled;
    }
  }
  return undefined;
}

/** Languages and kinds may be named like members of every object. */
export function own(object: unknown, key: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key)) return undefined;
  return (object as Record<string, unknown>)[key];
}

/** Values are not searched for placeholders again: a user may be called `{text}`. */
function fill(template: string, values: Record<Placeholder, string>): string {
  return template.replaceAll(
    /\{(sender|thread|text|title)\}/g,
    (_, name: string) => values[name as Placeholder],
  );
}

/** A language and those that it may be replaced by: `zh-Hant-TW`, `zh-Hant`, `zh`. */
export function languagesOf(language: string): string[] {
  const subtags = (languageTag(language) ?? '').split('-');
  return subtags.map((_, index) => subtags.slice(0, subtags.length - index).join('-'));
}

export function cut(text: string, maxChars = MAX_CHARS): string {
  if (text.length <= maxChars) return text;
  let end = 0;
  for (let count = 0; count < maxChars && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The words for what has no text, or whose text is not shown, in the order of {@link wordList}. */
const WORD_NAMES = [
  'photo',
  'video',
  'sticker',
  'file',
  'audio',
  'location',
  'message',
  'newMessage',
] as const;
type Words = Record<(typeof WORD_NAMES)[number], string>;

function wordList(list: string): Words {
  const words = list.split(', ');
  return Object.fromEntries(WORD_NAMES.map((name, index) => [name, words[index]])) as Words;
}

const ENGLISH = wordList('Photo, Video, Sticker, File, Audio, Location, Message, New message');

const WORDS: ReadonlyMap<string, Words> = new Map([
  ['en', ENGLISH],
  ['de', wordList('Foto, Video, Sticker, Datei, Audio, Standort, Nachricht, Neue Nachricht')],
  ['es', wordList('Foto, Vídeo, Sticker, Archivo, Audio, Ubicación, Mensaje, Nuevo mensaje')],
  ['fr', wordList('Photo, Vidéo, Sticker, Fichier, Audio, Position, Message, Nouveau message')],
  ['ja', wordList('写真, 動画, スタンプ, ファイル, 音声, 位置情報, メッセージ, 新しいメッセージ')],
  ['pt', wordList('Foto, Vídeo, Figurinha, Arquivo, Áudio, Localização, Mensagem, Nova mensagem')],
  ['pt-PT', wordList('Foto, Vídeo, Autocolante, Ficheiro, Áudio, Localização, Mensagem, Nova mensagem')],
  ['vi', wordList('Ảnh, Video, Nhãn dán, Tệp, Âm thanh, Vị trí, Tin nhắn, Tin nhắn mới')],
]);

function wordsIn(languages: readonly string[]): Words {
  const known = languages.find((language) => WORDS.has(language));
  return (known && WORDS.get(known)) || ENGLISH;
}

import { traitsOf } from '@palaver/protocol/message-kinds';
import type { CustomNotify } from '@palaver/protocol/message-requests';
import type { NotificationTemplates, Placeholder, Preview } from '@palaver/protocol/notifications';
import type { Static } from 'typebox';
import { languagesOf, textsIn, type UserTexts } from './user-texts.ts';

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
  const words = textsIn(message.language);
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
function contentOf({ kind, text, promotionTitle, preview }: MessageToTell, words: UserTexts): string {
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

export function cut(text: string, maxChars = MAX_CHARS): string {
  if (text.length <= maxChars) return text;
  let end = 0;
  for (let count = 0; count < maxChars && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

import { createHmac } from 'node:crypto';
import { fillThreadLink } from '@palaver/protocol/formats';
import type { NotificationSettings } from '@palaver/protocol/notifications';
import { linksOf } from '../../domain/records/threads.ts';
import { type EmailWords, emailWordsOf } from '../../domain/rules/email-words.ts';
import { cut, wordsOf } from '../../domain/rules/notification-words.ts';
import { escapeHtml } from '../../platform/html.ts';
import {
  MAX_COUNTED,
  type MailedMessage,
  type Recipient,
  type UnreadThread,
} from '../records/email-digests.ts';

/** The e-mail that tells a user of unread messages in all of their threads. */
export interface Digest {
  to: string;
  /** The same for a repeated e-mail, so that mail programs show it once. Without the brackets. */
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** Where the recipient ends these e-mails (RFC 8058). */
  unsubscribeUrl: string;
}

export interface DigestParts {
  recipient: Recipient;
  /** The threads with messages to report. */
  threads: readonly UnreadThread[];
  /** There are more of them. */
  isMore: boolean;
  /** The messages of the first of them. */
  messages: readonly MailedMessage[];
  settings: NotificationSettings;
  /** The base of the link to unsubscribe. */
  publicUrl: string;
  /** The domain of the sender. */
  domain: string;
}

/** Threads whose messages are shown. */
export const SHOWN_THREADS = 10;
const MAX_SUBJECT = 200;
const MAX_NAME = 100;
const MAX_LINE = 500;

/** The part of an e-mail about one thread; empty texts are left out. */
interface Section {
  heading: string;
  lines: string[];
  url: string;
}

export function digestOf(parts: DigestParts): Digest {
  const { recipient, threads, isMore, messages, settings, publicUrl, domain } = parts;
  const shown = threads.slice(0, SHOWN_THREADS);
  const count = threads.reduce((sum, thread) => sum + thread.count, 0);
  const isCounted = !isMore && threads.every((thread) => thread.count < MAX_COUNTED);
  const words = emailWordsOf(recipient.language, settings.email.templates, {
    name: line(recipient.name, MAX_NAME),
    count: isCounted ? String(count) : `${count}+`,
    threads: isMore ? `${threads.length}+` : String(threads.length),
  });
  const byThread = Map.groupBy(messages, ({ thread_id }) => thread_id);
  const sections = shown.map((thread) =>
    sectionOf(thread, byThread.get(thread.thread_id) ?? [], { recipient, settings, words }),
  );
  const more = threads.length - shown.length;
  const unsubscribeUrl = `${publicUrl}/notification/v1.0/unsubscribe/${recipient.token}`;
  const content: Content = {
    ...{ words, sections, unsubscribeUrl },
    subject: line(words.subject, MAX_SUBJECT),
    moreThreads: more === 0 ? '' : `${words.moreThreads}: ${more}${isMore ? '+' : ''}`,
  };
  return {
    to: recipient.address,
    messageId: `${hashOf(recipient, threads)}@${domain}`,
    subject: content.subject,
    text: toText(content),
    html: toHtml(content),
    unsubscribeUrl,
  };
}

/** Names the messages that the e-mail is about, to nobody who does not know the secret of the recipient. */
function hashOf({ token }: Recipient, threads: readonly UnreadThread[]): string {
  const about = threads.map(({ thread_id, count, seqs }) => [thread_id, count, seqs]);
  return createHmac('sha256', token).update(JSON.stringify(about)).digest('hex').slice(0, 32);
}

function sectionOf(
  { thread_id, name, type, count, ...links }: UnreadThread,
  messages: readonly MailedMessage[],
  { recipient, settings, words }: Pick<DigestParts, 'recipient' | 'settings'> & { words: EmailWords },
): Section {
  const url = fillThreadLink(settings.email.link, { thread_id, ...linksOf(links) });
  if (settings.preview === 'none') return { heading: '', lines: [], url };
  const earlier = count - messages.length;
  const isMore = count >= MAX_COUNTED;
  const said = messages.map((message) => lineOf(message, type, name, { recipient, settings }));
  const [latest] = messages.slice(-1);
  const isNamed = type === 'group' && name.trim() !== '';
  return {
    heading: line(isNamed ? name : (latest?.sender_name ?? ''), MAX_NAME),
    lines: [...(earlier > 0 ? [`${words.earlierMessages}: ${earlier}${isMore ? '+' : ''}`] : []), ...said],
    url,
  };
}

function lineOf(
  message: MailedMessage,
  threadType: 'direct' | 'group',
  threadName: string,
  { recipient, settings }: Pick<DigestParts, 'recipient' | 'settings'>,
): string {
  const { subtitle, body } = wordsOf({
    kind: message.kind,
    text: message.text,
    promotionTitle: message.promotion_title ?? '',
    customNotify: message.custom_notify,
    senderName: line(message.sender_name, MAX_NAME),
    threadName,
    threadType,
    isMention: message.is_mention,
    language: recipient.language,
    preview: settings.preview,
    templates: settings.templates,
  });
  const parts = [message.custom_notify?.title ?? '', subtitle, body];
  return line(parts.filter((part) => part.trim() !== '').join(' – '), MAX_LINE);
}

/** Characters that change the direction of what follows: a name must not turn the words around it. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text on one line, cut to this many code points. */
function line(text: string, maxChars: number): string {
  return cut(
    text
      .replaceAll(DIRECTIONS, '')
      .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
    maxChars,
  );
}

interface Content {
  words: EmailWords;
  subject: string;
  sections: readonly Section[];
  moreThreads: string;
  unsubscribeUrl: string;
}

function toText({ words, sections, moreThreads, unsubscribeUrl }: Content): string {
  const paragraphs = [
    words.intro,
    ...sections.map(({ heading, lines, url }) =>
      nonEmpty([heading, ...lines.map((one) => `  ${one}`), url]).join('\n'),
    ),
    moreThreads,
    words.footer,
    `${words.unsubscribe}: ${unsubscribeUrl}`,
  ];
  return `${nonEmpty(paragraphs).join('\n\n')}\n`;
}

const nonEmpty = (texts: readonly string[]) => texts.filter((text) => text.trim() !== '');

/** It loads nothing and runs nothing, so opening it tells nobody. (Mail programs on the web keep what is in the body, not the tags around it.) */
function toHtml({ words, subject, sections, moreThreads, unsubscribeUrl }: Content): string {
  const paragraphs = [
    paragraph(words.intro),
    ...sections.flatMap(({ heading, lines, url }) => [
      heading === '' ? '' : `<h2 dir="auto" style="font-size:1.1em">${escapeHtml(heading)}</h2>`,
      ...lines.map(paragraph),
      url === '' ? '' : `<p>${anchor(url, words.open)}</p>`,
    ]),
    paragraph(moreThreads),
    '<hr>',
    paragraph(words.footer),
    `<p>${anchor(unsubscribeUrl, words.unsubscribe)}</p>`,
  ];
  return `<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(subject)}</title>
</head>
<body>
<div lang="${words.language}" dir="${words.direction}" style="max-width:36rem;margin:0 auto;font-family:sans-serif">
${nonEmpty(paragraphs).join('\n')}
</div>
</body>
</html>
`;
}

const paragraph = (text: string) => (text.trim() === '' ? '' : `<p dir="auto">${escapeHtml(text)}</p>`);

const anchor = (url: string, text: string) => `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;

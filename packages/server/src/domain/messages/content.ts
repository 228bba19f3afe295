import type { Metadata, SendMessage } from '@palaver/protocol/messages';
import type { CounterChanges } from '../log/append.ts';

/** What a message says, as it is stored. */
export interface Content {
  kind: Metadata['type'];
  text: string;
  /** The one element of `body.metadata`. */
  metadata: Metadata;
  customNotify: SendMessage['body']['custom_notify'];
  linkCount: number;
  /** What it weighs, about: the queue of sends is bounded by it. */
  bytes: number;
}

export function contentOf(body: SendMessage['body']): Content {
  const [metadata] = body.metadata;
  if (metadata === undefined) throw new Error('the schema lets no body without metadata through');
  const text = body.text ?? '';
  return {
    kind: metadata.type,
    text,
    metadata,
    customNotify: body.custom_notify,
    linkCount: countLinks(text),
    bytes: text.length + JSON.stringify(metadata).length,
  };
}

const LINK = /https?:\/\/[^\s<>"']+/giu;

/** Links of a message: every http(s) address in its text. The result is stored with the message. */
export function countLinks(text: string): number {
  return text.match(LINK)?.length ?? 0;
}

/** What a message of this content adds to its thread's counters, and takes away when it is deleted. */
export function countersOf(content: Pick<Content, 'kind' | 'linkCount'>): CounterChanges {
  return {
    message_count: 1,
    image_count: content.kind === 'image' ? 1 : 0,
    video_count: content.kind === 'video' ? 1 : 0,
    file_count: content.kind === 'file' ? 1 : 0,
    link_count: content.linkCount,
  };
}

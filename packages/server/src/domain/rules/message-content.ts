import type { FileId } from '@palaver/protocol/files';
import type { ExtUserId } from '@palaver/protocol/ids';
import { KIND_TRAITS, type Metadata, traitsOf } from '@palaver/protocol/message-kinds';
import type { SendMessage } from '@palaver/protocol/message-requests';
import type { Counter, CounterChanges } from './counters.ts';

/** The content of a message as it is stored. */
export interface Content {
  kind: Metadata['type'];
  text: string;
  /** JSON of the one element of `body.metadata`. */
  metadata: string;
  /** The uploaded file that the metadata names; null: none. */
  fileId: FileId | null;
  /** JSON; null when there is none. */
  customNotify: string | null;
  linkCount: number;
  /** The `seq` of the message that it replies to; null: none. */
  replyTo: number | null;
  mentions: readonly ExtUserId[];
}

/** The metadata of a request after the look-up of what it names. */
export interface ResolvedMetadata {
  /** With everything about the file that it names. */
  metadata: Metadata;
  fileId: FileId | null;
}

export function contentOf(
  { text = '', custom_notify: customNotify }: Pick<SendMessage['body'], 'text' | 'custom_notify'>,
  { metadata, fileId }: ResolvedMetadata,
  { replyTo = null, mentions = [] }: Partial<Pick<Content, 'replyTo' | 'mentions'>> = {},
): Content {
  return {
    kind: metadata.type,
    text,
    metadata: JSON.stringify(metadata),
    fileId,
    customNotify: customNotify === undefined ? null : JSON.stringify(customNotify),
    linkCount: countLinks(text),
    replyTo,
    mentions,
  };
}

/** The size of a message that the limit applies to: its text, metadata and notification as JSON in UTF-8. */
export function messageBytes({ text, metadata, customNotify }: Size): number {
  return [JSON.stringify(text), metadata, customNotify ?? ''].reduce(
    (sum, json) => sum + Buffer.byteLength(json),
    0,
  );
}

type Size = Pick<Content, 'text' | 'metadata' | 'customNotify'>;

export function messageSizeText(maxBytes: number): string {
  return `must have at most ${maxBytes} bytes: text, metadata and custom_notify, as JSON in UTF-8`;
}

/** The approximate size in memory, which bounds the queue of sends. */
export function sizeOf({ text, metadata, customNotify }: Content): number {
  return text.length + metadata.length + (customNotify?.length ?? 0);
}

const LINK = /https?:\/\/[^\s<>"']+/giu;

/** Links of a message: every http(s) address in its text. The result is stored with the message. */
export function countLinks(text: string): number {
  return text.match(LINK)?.length ?? 0;
}

/** What a message of this content adds to its thread's counters, and takes away when it is deleted. */
export function countersOf({ kind, linkCount }: Pick<Content, 'kind' | 'linkCount'>): CounterChanges {
  const counter = traitsOf(kind)?.counter;
  return { message_count: 1, link_count: linkCount, ...(counter === undefined ? {} : { [counter]: 1 }) };
}

/** The kinds by the counter that they add to. */
const KINDS_OF_COUNTER = Map.groupBy(Object.entries(KIND_TRAITS), ([, { counter }]) => counter);

/** The same in SQL, for a row with `kind` and `link_count`. */
export const COUNTER_CHANGES: readonly (readonly [Counter, string])[] = [
  ['message_count', '1'],
  ['link_count', 'link_count'],
  ...[...KINDS_OF_COUNTER].flatMap(([counter, kinds]) => {
    if (counter === undefined) return [];
    const list = kinds.map(([kind]) => `'${kind}'`).join(', ');
    return [[counter, `(kind in (${list}))::int`] as const];
  }),
];

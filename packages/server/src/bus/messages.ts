import type { BusEvent } from './bus.ts';

/*
 * The texts that nodes exchange: the id of the sender in the first line, then an event in each line, as JSON. They contain no
 * entries of logs: the receiver reads those that it needs.
 */

export interface Message {
  /** The sender. */
  node: string;
  events: BusEvent[];
}

/** Returns texts of at most `maxBytes`. Without events, there is one. */
export function encodeMessages(node: string, events: readonly BusEvent[], maxBytes: number): string[] {
  const texts: string[] = [];
  let text = node;
  for (const line of events.flatMap((event) => linesOf(event, maxBytes - node.length - 1))) {
    // (Ids are ASCII, so are lines.)
    if (text.length + 1 + line.length > maxBytes) {
      texts.push(text);
      text = node;
    }
    text += `\n${line}`;
  }
  return [...texts, text];
}

const NODE_ID = /^[0-9a-f-]{36}$/;

/** Leaves out lines that are no events: a node of another version may know more of them. Undefined: no node has sent the text. */
export function decodeMessage(text: string): Message | undefined {
  const [node = '', ...lines] = text.split('\n');
  if (!NODE_ID.test(node)) return undefined;
  return { node, events: lines.flatMap((line) => parseEvent(line) ?? []) };
}

/** An event with many ids becomes several with fewer. */
function linesOf(event: BusEvent, maxLength: number): string[] {
  const line = JSON.stringify(
    event.type === 'entries' ? { ...event, entries: undefined, traces: undefined } : event,
  );
  if (line.length <= maxLength) return [line];
  return halvesOf(event).flatMap((half) => linesOf(half, maxLength));
}

/** Two events that say the same. */
function halvesOf(event: BusEvent): BusEvent[] {
  if (event.type === 'joined') return halved(event.users).map((users) => ({ ...event, users }));
  if (event.type === 'events') return halved(event.apps).map((apps) => ({ ...event, apps }));
  if (event.type === 'presence') {
    if (event.offline.length === 0) return halved(event.online).map((online) => ({ ...event, online }));
    if (event.online.length === 0) return halved(event.offline).map((offline) => ({ ...event, offline }));
    return [
      { ...event, offline: [] },
      { ...event, online: [] },
    ];
  }
  if (event.type === 'presence.snapshot') {
    const [first, second] = halved(event.users);
    const middle = first.at(-1) ?? event.after;
    return [
      { ...event, users: first, upTo: middle },
      { ...event, users: second, after: middle },
    ];
  }
  throw new Error(`an event ${event.type} is too large for the bus`);
}

function halved<T>(list: readonly T[]): [T[], T[]] {
  if (list.length < 2) throw new Error('an id is too large for the bus');
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}

type Form = 'text' | 'text or null' | 'node' | 'number' | 'flag' | 'texts';

/** The fields of each event. */
const FORMS: { [Type in BusEvent['type']]: Readonly<Record<string, Form>> } = {
  entries: { threadId: 'text', seq: 'number' },
  joined: { threadId: 'text', users: 'texts' },
  typing: { threadId: 'text', user: 'text', isTyping: 'flag' },
  read: { threadId: 'text', user: 'text', readSeq: 'number' },
  unread: { threadId: 'text', user: 'text' },
  user: { user: 'text' },
  revoked: { user: 'text' },
  outbox: {},
  events: { apps: 'texts' },
  deliveries: {},
  notifications: {},
  presence: { node: 'node', online: 'texts', offline: 'texts' },
  'presence.heartbeat': { node: 'node', count: 'number', digest: 'number' },
  'presence.request': { node: 'node' },
  'presence.snapshot': { node: 'node', after: 'text', upTo: 'text or null', users: 'texts' },
  'presence.end': { node: 'node' },
  gap: {},
};

/** Ids are shorter. */
const MAX_TEXT = 255;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;

const FITS: Readonly<Record<Form, (value: unknown) => boolean>> = {
  text: isText,
  'text or null': (value) => value === null || isText(value),
  node: (value) => isText(value) && NODE_ID.test(value),
  number: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === 'boolean',
  texts: (value) => Array.isArray(value) && value.every(isText),
};

/** Undefined if it is no event. Other fields are left out: the entries of a log, for instance, come only from the database. */
function parseEvent(line: string): BusEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof event !== 'object' || event === null || !('type' in event)) return undefined;
  const { type, ...fields }: { type: unknown; [field: string]: unknown } = event;
  if (typeof type !== 'string' || !Object.hasOwn(FORMS, type)) return undefined;
  const forms = Object.entries(FORMS[type as BusEvent['type']]);
  if (!forms.every(([field, form]) => FITS[form](fields[field]))) return undefined;
  return Object.fromEntries([['type', type], ...forms.map(([field]) => [field, fields[field]])]) as BusEvent;
}

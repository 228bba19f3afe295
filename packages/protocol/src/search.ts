import Type, { type Static, type TSchema } from 'typebox';
import { QUOTES } from './boundaries.ts';
import type { Fault } from './errors.ts';
import { ExtUserIdSchema, ThreadIdSchema } from './ids.ts';
import { KindSchema } from './message-kinds.ts';
import { ClientMessage, Message } from './messages.ts';
import { model } from './model.ts';
import { AfterTimeSchema, BeforeTimeSchema, checkPeriod, LimitSchema } from './paging.ts';
import { isRecord } from './values.ts';

export const MAX_QUERY_CHARS = 200;
export const MAX_QUERY_WORDS = 10;
/** Maximum number of ranges of a hit: enough to show what was found. */
export const MAX_RANGES = 100;

export const SearchMessagesQuery = Type.Object({
  q: Type.String({
    description: `What to search for: 1 to ${MAX_QUERY_CHARS} code points without white space around them, at most ${MAX_QUERY_WORDS} words. A message is found if it has all of them; the last one may be unfinished. A phrase in quotation marks counts as one word. Upper and lower case, accents and widths of letters make no difference.`,
  }),
  thread_id: Type.Optional(
    Type.Unsafe<Static<typeof ThreadIdSchema>>({
      ...ThreadIdSchema,
      description: 'Searches only this thread.',
    }),
  ),
  sender: Type.Optional(
    Type.Unsafe<Static<typeof ExtUserIdSchema>>({
      ...ExtUserIdSchema,
      description: 'Finds only messages of this user or bot.',
    }),
  ),
  kind: Type.Optional(
    Type.Unsafe<Static<typeof KindSchema>>({
      ...KindSchema,
      description: 'Finds only messages of this kind.',
    }),
  ),
  before: Type.Optional(BeforeTimeSchema),
  after: Type.Optional(AfterTimeSchema),
  limit: Type.Optional(LimitSchema),
  next: Type.Optional(
    Type.String({
      format: 'search-position',
      description: '`next` of the previous page, with the same query.',
    }),
  ),
});
export type SearchMessagesQuery = Static<typeof SearchMessagesQuery>;

export const TextRange = Type.Object(
  {
    field: Type.String({
      description:
        'The text that it is in: `text`, or a field of the metadata such as `name`, `custom_name`, `promotion.title` or `promotion.buttons[0].label`. `payload`: in a text of the document; then it is counted from the start of that text.',
    }),
    start: Type.Integer({ minimum: 0, description: 'The first code point, counted from 0.' }),
    length: Type.Integer({ minimum: 1, description: 'How many code points.' }),
  },
  model('TextRange', 'A part of a text that was searched for, to highlight it.'),
);
export type TextRange = Static<typeof TextRange>;

const hitOf = (message: TSchema, name: string) =>
  Type.Object(
    {
      message,
      ranges: Type.Array(TextRange, {
        maxItems: MAX_RANGES,
        description: `Where the message has what was searched for, by field and ascending; the first ${MAX_RANGES}.`,
      }),
      position: Type.Integer({
        minimum: 1,
        description:
          'The place of the message in its thread: list its messages with this `around_seq` to open it there.',
      }),
    },
    model(name, 'A message that was found.'),
  );

export const SearchHit = hitOf(Message, 'SearchHit');
export const ClientSearchHit = hitOf(ClientMessage, 'ClientSearchHit');
export interface SearchHit {
  message: Message;
  ranges: TextRange[];
  position: number;
}

/** A part of a query: a word, several that are written together such as `example.com`, or a phrase in quotation marks. */
export interface QueryChunk {
  text: string;
  /** It may go on: it is the last word, or a phrase without an end. */
  isOpen: boolean;
}

const CHUNK = new RegExp(`[${QUOTES}](?<phrase>[^${QUOTES}]*)(?<end>[${QUOTES}]|$)|[^\\s${QUOTES}]+`, 'gu');

export function chunksOf(query: string): QueryChunk[] {
  const found = [...query.normalize('NFKC').matchAll(CHUNK)];
  return found.map(([chunk, phrase, end], index) => {
    const isOpen = index === found.length - 1 && (phrase === undefined || end === '');
    return { text: phrase ?? chunk, isOpen };
  });
}

/** What is wrong with the text of a search. */
export function queryFaults(field: string, query: unknown): Fault[] {
  if (typeof query !== 'string') return [];
  const fault = (rule: string, message: string): Fault[] => [{ code: 'M40010', field, rule, message }];
  const trimmed = query.trim();
  if (trimmed === '') return fault('min_length', 'must have at least one character that is not white space');
  // (Each code point has at most two UTF-16 units.)
  if (trimmed.length > 2 * MAX_QUERY_CHARS || Array.from(trimmed).length > MAX_QUERY_CHARS)
    return fault('max_length', `must have at most ${MAX_QUERY_CHARS} characters`);
  if (chunksOf(trimmed).length > MAX_QUERY_WORDS)
    return fault('max_words', `must have at most ${MAX_QUERY_WORDS} words`);
  return [];
}

/** Rules of the query that its schema cannot express. */
export function checkSearchQuery(query: unknown): Fault[] {
  if (!isRecord(query)) return [];
  return [...queryFaults('q', query.q), ...checkPeriod(query)];
}

import Type, { type Static } from 'typebox';
import type { Fault } from './errors.ts';
import { LimitSchema } from './paging.ts';
import { MAX_QUERY_CHARS, MAX_QUERY_WORDS, queryFaults } from './search.ts';
import { isRecord } from './values.ts';

/** What a search for names compares, for the descriptions of its parameters. */
export const NAME_RULES = `1 to ${MAX_QUERY_CHARS} code points without white space around them, at most ${MAX_QUERY_WORDS} words. A name is found if each of them is the beginning of one of its words; in scripts without spaces, such as Chinese, any part of it. Upper and lower case, accents and widths of letters make no difference.`;

export const FindPeopleQuery = Type.Object({
  q: Type.String({ description: `The name, or the beginning of it: ${NAME_RULES}` }),
  limit: Type.Optional(LimitSchema),
  next: Type.Optional(
    Type.String({
      format: 'sealed-position',
      description: '`next` of the previous page, with the same query.',
    }),
  ),
});
export type FindPeopleQuery = Static<typeof FindPeopleQuery>;

/** Rules of the text of a search that its schema cannot express. */
export function checkNameQuery(query: unknown): Fault[] {
  return isRecord(query) ? queryFaults('q', query.q) : [];
}

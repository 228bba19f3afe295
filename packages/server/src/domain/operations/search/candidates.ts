import type { ThreadId } from '@palaver/protocol/ids';
import type { Transactor } from '../../../storage/database.ts';
import { KEEP_INDEX_PLAN, SEARCH_PLAN } from '../../../storage/plan-settings.ts';
import type { SearchQuery } from '../../rules/search/search-query.ts';
import { termGroups } from '../../rules/search/terms.ts';
import type { Place } from './place.ts';

/** A block that may have hits. */
export interface Candidate {
  threadId: ThreadId;
  block: number;
  /** No hit in it precedes this place. */
  first: Place;
  /** Only messages of these times count, in Unix microseconds: other looks find the others. */
  from: number;
  to: number;
}

/** Blocks in the order of their hits, by looks at the index. */
export interface Candidates {
  /** No hit of the blocks that are still to come precedes this place; undefined: none are to come. */
  readonly first: Place | undefined;
  /** How many looks have been taken. */
  readonly looks: number;
  /** Looks for more. */
  look: () => Promise<Candidate[]>;
}

/** What the terms of a block must be like. */
export interface Wanted {
  /** It has all of these, */
  all: number[];
  /** and one of these, unless there are none. */
  any: number[];
}

/** `others`: terms that it has besides those of the query. */
export function wantedBy(query: SearchQuery, others: readonly number[]): Wanted {
  const groups = termGroups(query);
  // (Only the last word of a query is a prefix, and so has alternatives.)
  return {
    all: [...new Set([...groups.filter(({ length }) => length === 1).flat(), ...others])],
    any: groups.find(({ length }) => length > 1) ?? [],
  };
}

/** A statement for what is wanted, and its last parameters: {@link Wanted.all}, which is `$n`, and {@link Wanted.any}. */
export type Look = (wanted: Wanted) => [statement: string, terms: number[][]];

/** `statement` gets a function that returns SQL: whether a block `b` is wanted and, unless `scope` is left out, has that term. */
export function lookWith(n: number, statement: (isWanted: (scope?: string) => string) => string): Look {
  const all = (scope?: string) =>
    `b.terms @> ${scope === undefined ? `$${n}` : `($${n}::integer[] || ${scope})`}`;
  // (PostgreSQL takes as long for a condition that is always true as for others, so `any` has a statement of its own.)
  const withAll = statement(all);
  const withAny = statement((scope) => `${all(scope)} and b.terms && $${n + 1}::integer[]`);
  return (wanted) =>
    wanted.any.length === 0 ? [withAll, [wanted.all]] : [withAny, [wanted.all, wanted.any]];
}

/** Runs a statement with a plan that uses the index of terms. */
export function lookUp<R extends object>(
  db: Transactor,
  statement: string,
  values: readonly unknown[],
): Promise<R[]> {
  return queryBy<R>(db, SEARCH_PLAN, statement, values);
}

/** Runs a statement with a plan that reads rows by their keys. */
export function readByKeys<R extends object>(
  db: Transactor,
  statement: string,
  values: readonly unknown[],
): Promise<R[]> {
  return queryBy<R>(db, KEEP_INDEX_PLAN, statement, values);
}

async function queryBy<R extends object>(
  db: Transactor,
  plan: string,
  statement: string,
  values: readonly unknown[],
): Promise<R[]> {
  return db.transactionAtOnce(async (tx) => {
    const [, rows] = await Promise.all([tx.query(plan), tx.query<R>(statement, values)]);
    return rows;
  });
}

export const toMicros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::float8`;
export const fromMicros = (parameter: string) =>
  `(to_timestamp(0) + ${parameter}::bigint * interval '1 microsecond')`;

import type { ThreadId } from '@palaver/protocol/ids';
import type { Transactor } from '../../../storage/database.ts';
import { readWithPlan, SEARCH_PLAN } from '../../../storage/plan-settings.ts';
import { PAIR_BITS, pairBits, toBits } from '../../rules/search/pairs.ts';
import type { SearchQuery } from '../../rules/search/search-query.ts';
import { termGroups, usesNewTerms } from '../../rules/search/terms.ts';
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
  /** How many blocks were left out because they have the terms, but not the pairs. */
  readonly rejected: number;
  /** Looks for more. */
  look: () => Promise<Candidate[]>;
}

/** What the terms of a block must be like. */
export interface BlockCondition {
  /** It has all of these, */
  all: number[];
  /** and one of these, unless there are none. */
  any: number[];
  /** It has these bits of pairs; undefined: the query has no pairs. */
  pairs: string | undefined;
}

/**
 * `others`: terms that it has besides those of the query. `isWhole`: the index has all that this version makes, also pairs of words, and the
 * terms that earlier versions did not make.
 */
export function wantedBy(query: SearchQuery, others: readonly number[], isWhole: boolean): BlockCondition {
  const groups = termGroups(query, isWhole);
  const pairs = isWhole ? pairBits(query) : new Set<number>();
  // (Only the last word of a query is a prefix, and so has alternatives.)
  return {
    all: [...new Set([...groups.filter(({ length }) => length === 1).flat(), ...others])],
    any: groups.find(({ length }) => length > 1) ?? [],
    pairs: pairs.size === 0 ? undefined : toBits(pairs),
  };
}

/** Whether a query finds blocks by what an index of an earlier version lacks. */
export const needsWhole = (query: SearchQuery) => usesNewTerms(query) || pairBits(query).size > 0;

/** A statement for what is wanted, and its last parameters, from `$n` on. */
export type Look = (wanted: BlockCondition) => [statement: string, parameters: unknown[]];

/** Parts of a statement, in SQL. */
export interface LookParts {
  /** Whether a block `b` has the terms that are wanted and, unless `scope` is left out, that one. */
  isWanted: (scope?: string) => string;
  /** Whether it also has the pairs. */
  hasPairs: string;
}

export function lookWith(n: number, statement: (parts: LookParts) => string): Look {
  const statements = (any: string, pairsAt: number) => {
    const isWanted = (scope?: string) =>
      `b.terms @> ${scope === undefined ? `$${n}` : `($${n}::integer[] || ${scope})`}${any}`;
    const pairs = `$${pairsAt}::bit(${PAIR_BITS})`;
    return {
      plain: statement({ isWanted, hasPairs: 'true' }),
      withPairs: statement({ isWanted, hasPairs: `coalesce(b.pairs & ${pairs} = ${pairs}, false)` }),
    };
  };
  // (PostgreSQL takes as long for a condition that is always true as for others, so each kind has statements of its own.)
  const withAll = statements('', n + 1);
  const withAny = statements(` and b.terms && $${n + 1}::integer[]`, n + 2);
  return ({ all, any, pairs }) => {
    const { plain, withPairs } = any.length === 0 ? withAll : withAny;
    const terms = any.length === 0 ? [all] : [all, any];
    return pairs === undefined ? [plain, terms] : [withPairs, [...terms, pairs]];
  };
}

/** Runs a statement with a plan that uses the index of terms. */
export function lookUp<R extends object>(
  db: Transactor,
  statement: string,
  values: readonly unknown[],
): Promise<R[]> {
  return readWithPlan<R>(db, SEARCH_PLAN, statement, values);
}

export const toMicros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::float8`;
export const fromMicros = (parameter: string) =>
  `(to_timestamp(0) + ${parameter}::bigint * interval '1 microsecond')`;

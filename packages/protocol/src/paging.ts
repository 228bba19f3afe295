import Type from 'typebox';
import type { Fault } from './errors.ts';
import { MAX_TIME } from './values.ts';

/** Page size of every list (interface §2, §4). */
export const LimitSchema = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 30,
  description: 'Maximum number of elements in a page.',
});

/** Paging of the lists that the contract does not define: by the decimal id of the last element. */
export const PageQuery = Type.Object({
  last_id: Type.Optional(
    Type.String({
      format: 'decimal-position',
      default: '0',
      description: 'The `ext_user_id` of the last element of the previous page; `0` starts at the beginning.',
    }),
  ),
  limit: Type.Optional(LimitSchema),
});

/** A place in the log of a thread, from which a list starts. */
export const seqPosition = (description: string) => Type.String({ format: 'decimal-position', description });
export const BeforeSeqSchema = seqPosition('Returns the last elements before this number.');
export const AfterSeqSchema = seqPosition('Returns the first elements after this number.');

const time = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_TIME, description });
/** The period of messages: half open, so that periods that follow each other share none. */
export const AfterTimeSchema = time('Finds only messages from this time or later, in Unix milliseconds.');
export const BeforeTimeSchema = time('Finds only messages from before this time, in Unix milliseconds.');

export function checkPeriod({ after, before }: { after?: unknown; before?: unknown }): Fault[] {
  const isEmpty = typeof before === 'number' && typeof after === 'number' && after >= before;
  return isEmpty
    ? [{ code: 'M40010', field: 'after', rule: 'order', message: 'must be less than before' }]
    : [];
}

/** A list starts at one position: the faults of a query that has several of these. */
export function checkOnePosition<Name extends string>(
  query: Partial<Record<Name, unknown>>,
  names: readonly Name[],
): Fault[] {
  const [first, ...others] = names.filter((name) => query[name] !== undefined);
  const message = `cannot stand beside ${first}`;
  return others.map((field): Fault => ({ code: 'M40010', field, rule: 'exclusive', message }));
}

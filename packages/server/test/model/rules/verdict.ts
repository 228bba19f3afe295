import type { Change, People } from '../space.ts';

/** The answer that is due, and what becomes of the space. */
export interface Verdict {
  code: string;
  /** What is at fault. */
  fields: string[];
  changes: Change[];
  people?: People;
}

export type Fault = [code: string, field?: string];

export function done(...changes: Change[]): Verdict {
  return { code: 'M200', fields: [], changes };
}

export function become(people: People, ...changes: Change[]): Verdict {
  return { ...done(...changes), people };
}

/** Of the codes of one stage the first in the table counts, which is in their order; all its fields are told. */
export function refuse(...faults: Fault[]): Verdict {
  const [code] = faults.map(([one]) => one).toSorted();
  if (code === undefined) throw new Error('a refusal has a reason');
  return { code, fields: faults.flatMap(([, field]) => field ?? []), changes: [] };
}

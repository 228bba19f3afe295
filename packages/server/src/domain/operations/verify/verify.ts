import type { Row, Transactor } from '../../../storage/database.ts';
import { RULES } from './rules.ts';

/** A rule that does not hold. */
export interface Difference {
  /** The sentence that should be false. */
  rule: string;
  /** How many rows break it. */
  count: number;
  /** The first of them, at most {@link EXAMPLES}: a folder of the wrong backup breaks a rule a million times. */
  examples: Row[];
}

export interface Verification {
  /** How much was looked at. */
  threads: number;
  messages: number;
  entries: number;
  differences: Difference[];
}

export const EXAMPLES = 20;

/**
 * Holds the whole database against itself: recounts every counter, walks every log. Changes nothing and locks
 * nothing; it sees one instant of the database, so it is right beside a server that writes.
 */
export async function verify(db: Transactor): Promise<Verification> {
  return db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const [looked = { threads: 0, messages: 0, entries: 0 }] = await tx.query<VerifiedCounts>(LOOKED);
    const differences: Difference[] = [];
    for (const [rule, sql] of Object.entries(RULES)) {
      const rows = await tx.query<{ count: number; example: Row }>(
        `select (count(*) over ())::int as count, row_to_json(broken) as example from (${sql}) broken limit ${EXAMPLES}`,
      );
      const [first] = rows;
      if (first === undefined) continue;
      differences.push({ rule, count: first.count, examples: rows.map(({ example }) => example) });
    }
    return { ...looked, differences };
  });
}

type VerifiedCounts = Pick<Verification, 'threads' | 'messages' | 'entries'>;

const LOOKED = `
  select (select count(*)::int from threads) as threads, (select count(*)::int from messages) as messages,
    (select count(*)::int from log_entries) as entries`;

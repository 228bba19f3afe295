import type { Row, Transactor } from '../../../storage/database.ts';
import { CONSISTENCY_CHECKS } from './consistency-checks.ts';

/** A consistency check that fails. */
export interface Difference {
  /** The sentence that should be false. */
  rule: string;
  /** How many rows violate it. */
  count: number;
  /** The first of them, at most {@link EXAMPLES}: a wrong backup may have millions. */
  examples: Row[];
}

export interface Verification {
  /** How many rows were checked. */
  threads: number;
  messages: number;
  entries: number;
  differences: Difference[];
}

export const EXAMPLES = 20;

/**
 * Runs all consistency checks: recounts every counter, walks every log. It changes and locks nothing, and reads one
 * snapshot, so it can run beside a server that writes.
 */
export async function verify(db: Transactor): Promise<Verification> {
  return db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    // The checks read whole tables; connections.ts forbids that to other statements.
    await tx.query('set local enable_seqscan = on');
    const [looked = { threads: 0, messages: 0, entries: 0 }] = await tx.query<VerifiedCounts>(LOOKED);
    const differences: Difference[] = [];
    for (const [rule, sql] of Object.entries(CONSISTENCY_CHECKS)) {
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
    (select count(*)::int from thread_log) as entries`;

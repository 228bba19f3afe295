import { verify } from '../../src/domain/operations/verify/verify.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Ledger, Operation } from './load.ts';

/** The differences between answers and stored rows (messages and created threads). */
export interface Findings {
  /** Rows that an M200 promised and that are missing. */
  lost: number;
  /** Rows beyond the one effect of their key. */
  doubled: number;
  /** All differences, in words. */
  problems: string[];
}

/** Compares the answers of clients with the stored rows, and checks that the stored rows are consistent. */
export async function compare(db: Database, { operations, refusals }: Ledger): Promise<Findings> {
  const findings: Findings = { lost: 0, doubled: 0, problems: [...refusals] };
  const stored = await effects(db);
  for (const operation of operations) {
    hold(operation, stored.get(operation.key) ?? [], findings);
    stored.delete(operation.key);
  }
  for (const key of stored.keys()) findings.problems.push(`${key} is stored, and nobody has sent it`);
  const { differences } = await verify(db);
  for (const { rule, count, examples } of differences) {
    findings.problems.push(`verify: ${rule}: ${count}, such as ${JSON.stringify(examples[0])}`);
  }
  return findings;
}

/** The ids of a load's messages by text, and of its threads by name. */
async function effects(db: Database): Promise<Map<string, string[]>> {
  const rows = await db.query<{ key: string; ids: string[] }>(`
    select text as key, array_agg(thread_id || '.' || seq) as ids from messages group by text
    union all
    select name, array_agg(id::text) from threads where type = 'group' and name <> 'world' group by name`);
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

function hold({ key, rows, answered }: Operation, stored: readonly string[], findings: Findings): void {
  const say = (what: string) => findings.problems.push(`${key} ${what}: ${stored.join(', ') || 'nothing'}`);
  if (stored.length > rows) {
    findings.doubled += stored.length - rows;
    say(`is stored ${stored.length} times instead of ${rows}`);
  } else if (answered === undefined) {
    // The ledger reports the missing answer elsewhere; here the effect must be complete or absent.
    if (stored.length > 0 && stored.length < rows) say(`is stored in part`);
  } else if (stored.length < rows) {
    findings.lost += rows - stored.length;
    say(`was answered M200 with ${answered.join(', ')} and has left`);
  } else if (stored.toSorted().join() !== answered.toSorted().join()) {
    say(`was answered M200 with ${answered.join(', ')} and is stored as`);
  }
}

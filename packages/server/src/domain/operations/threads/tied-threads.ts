import type { ThreadId } from '@palaver/protocol/ids';
import type { Queryable } from '../../../storage/database.ts';
import type { Space } from '../../context.ts';
import { findOldestTied, type NewThread } from '../../records/threads.ts';

/** A planned thread, as far as its references matter. */
interface TiedPlan {
  creation: { space: Space };
  plan: { thread: Pick<NewThread, 'referenceId' | 'satlReferenceId'> };
}

/** The oldest existing threads with the references of these plans. */
export async function findTied<Plan extends TiedPlan>(
  db: Queryable,
  plans: readonly Plan[],
): Promise<Map<Plan, ThreadId>> {
  const found = await Promise.all(
    plans.map(async (one) => {
      const id = await findOldestTied(db, one.creation.space, one.plan.thread);
      return id === undefined ? [] : [[one, id] as const];
    }),
  );
  return new Map(found.flat());
}

/**
 * Lets the threads of a batch count like existing ones, so that the oldest thread with some references stays the oldest. Returns the plans
 * that create threads, in the order of the ids that these must get, and for each of the others the plan whose thread it gets. `always` create
 * a thread; `untied` only if no earlier plan has their references.
 */
export function findOlderOfBatch<Plan extends TiedPlan>(
  always: readonly Plan[],
  untied: readonly Plan[],
): { created: Plan[]; older: Map<Plan, Plan> } {
  const created = [...always];
  const older = new Map<Plan, Plan>();
  for (const one of untied) {
    const other = created.find((earlier) => hasReferencesOf(earlier, one));
    if (other === undefined) created.push(one);
    else older.set(one, other);
  }
  return { created, older };
}

/** Whether the first has the references of the second; empty ones of the second do not matter, as for {@link findOldestTied}. */
function hasReferencesOf(first: TiedPlan, { creation: { space }, plan: { thread } }: TiedPlan): boolean {
  const { referenceId, satlReferenceId } = first.plan.thread;
  return (
    first.creation.space.appId === space.appId &&
    first.creation.space.tenantId === space.tenantId &&
    (!thread.referenceId || referenceId === thread.referenceId) &&
    (!thread.satlReferenceId || satlReferenceId === thread.satlReferenceId)
  );
}

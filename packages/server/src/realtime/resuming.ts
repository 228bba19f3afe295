import type { ThreadId } from '@palaver/protocol/ids';
import type { Resume } from '@palaver/protocol/realtime';
import type { LogPosition } from '../domain/records/epochs.ts';
import { Refusal } from '../domain/refusal.ts';

/** Most threads that one connection may resume. */
export const MAX_NAMED = 20_000;

/** What a client names in `resume`, in one frame or several. */
export class Resuming {
  readonly positions = new Map<ThreadId, LogPosition>();
  /** The epoch of the positions: the first one that was named. */
  epoch: string | undefined;

  /** If a thread is named twice, the lower `seq` counts. Refuses more than {@link MAX_NAMED} threads (M40005). */
  add({ threads, epoch }: Resume): void {
    // Ids are compared as numbers: leading zeros do not matter.
    const named = threads.map(
      ({ thread_id, seq, at }) => [BigInt(thread_id).toString() as ThreadId, { seq, at }] as const,
    );
    const added = new Set(named.flatMap(([id]) => (this.positions.has(id) ? [] : [id])));
    if (this.positions.size + added.size > MAX_NAMED) {
      const message = `are more than ${MAX_NAMED} in all`;
      throw new Refusal('M40005', [{ field: 'threads', rule: 'max_items', message }]);
    }
    for (const [id, position] of named)
      if (position.seq <= (this.positions.get(id)?.seq ?? position.seq)) this.positions.set(id, position);
    this.epoch ??= epoch;
  }
}

import type { ThreadId } from '@palaver/protocol/ids';
import type { Resume } from '@palaver/protocol/realtime';
import type { LogPosition } from '../domain/records/epochs.ts';
import { Refusal } from '../domain/refusal.ts';

/** Most threads that one connection may resume. */
export const MAX_NAMED = 20_000;

/** What a client names in `resume`, in one frame or several. */
export class Resuming {
  readonly positions = new Map<ThreadId, LogPosition>();
  #epochs = new Set<string>();

  /** If a thread is named twice, the lower `seq` counts. Refuses more than {@link MAX_NAMED} threads (M40005). */
  add({ threads, epoch }: Resume): void {
    // Ids are compared as numbers: leading zeros do not matter.
    const named = threads.map(
      ({ thread_id, seq, at }) => [BigInt(thread_id).toString() as ThreadId, { seq, at }] as const,
    );
    if (new Set([...this.positions.keys(), ...named.map(([id]) => id)]).size > MAX_NAMED) {
      const message = `are more than ${MAX_NAMED} in all`;
      throw new Refusal('M40005', [{ field: 'threads', rule: 'max_items', message }]);
    }
    for (const [id, position] of named)
      if (position.seq <= (this.positions.get(id)?.seq ?? position.seq)) this.positions.set(id, position);
    if (epoch !== undefined) this.#epochs.add(epoch);
  }

  /** An epoch that was named, other than the current one. */
  epochUnless(current: string | undefined): string | undefined {
    return [...this.#epochs].find((epoch) => epoch !== current);
  }
}

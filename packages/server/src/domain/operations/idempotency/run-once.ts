import { joined } from '../../../bus/publishing-database.ts';
import { isLockTimeout } from '../../../storage/database.ts';
import type { Context } from '../../context.ts';
import {
  claim,
  findAnswer,
  type IdempotencyKey,
  PATIENCE_MS,
  remember,
} from '../../records/idempotency-keys.ts';
import { Refusal } from '../../refusal.ts';

/** The result of a request: of this one, or of the first one with its key. */
export interface IdempotentResult<T> {
  data: T;
  isReplay: boolean;
}

/**
 * Runs `work` at most once for an idempotency key. The key is stored in the transaction of the effect: the transactions of
 * the context that `work` gets all join it. A failure leaves the key free. Refuses with M42201 (the key was used with another
 * request) and M40902 (the first request takes longer than 10 s). `secrets` are fields of the result that are shown once and
 * never stored.
 */
export async function runOnce<T>(
  ctx: Context,
  request: IdempotencyKey | undefined,
  work: (ctx: Context) => Promise<T>,
  secrets: readonly string[] = [],
): Promise<IdempotentResult<T>> {
  if (request === undefined) return { data: await work(ctx), isReplay: false };
  try {
    return await ctx.db.transaction(async (tx) => {
      await tx.query(`set local lock_timeout = ${PATIENCE_MS}`);
      const first = await claim(tx, ctx.space, request);
      if (first !== undefined) return { data: first.data as T, isReplay: true };
      await tx.query('set local lock_timeout = 0');
      const data = await work({ ...ctx, db: joined(tx) });
      await remember(tx, ctx.space, request.key, withoutFields(data, secrets));
      return { data, isReplay: false };
    });
  } catch (error) {
    throw isLockTimeout(error) ? new Refusal('M40902') : error;
  }
}

/**
 * The result of the first request with this key, if it has ended: an operation asks for it before work that its transaction does not
 * contain. `runOnce` must follow. Refuses with M42201.
 */
export async function findFirst<T>(
  ctx: Context,
  request: IdempotencyKey | undefined,
): Promise<IdempotentResult<T> | undefined> {
  const first = request && (await findAnswer(ctx.db, ctx.space, request));
  return first && { data: first.data as T, isReplay: true };
}

function withoutFields<T>(data: T, names: readonly string[]): unknown {
  if (names.length === 0 || typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}

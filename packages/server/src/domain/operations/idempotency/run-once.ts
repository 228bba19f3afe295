import { joined } from '../../../bus/publishing-database.ts';
import { isLockTimeout } from '../../../storage/sql-errors.ts';
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
 * For an operation with work before the transaction that stores its key: returns the result of the first request with this key, if
 * that has ended, without the work. If the first request ends meanwhile, on another node, it may have used up what the work needs. So
 * the work is refused only if there is still no result. `work` must call {@link runOnce}. Refuses with M42201.
 */
export async function findFirstOr<T>(
  ctx: Context,
  request: IdempotencyKey | undefined,
  work: () => Promise<IdempotentResult<T>>,
): Promise<IdempotentResult<T>> {
  const first = await findFirst<T>(ctx, request);
  if (first !== undefined) return first;
  try {
    return await work();
  } catch (error) {
    const late = error instanceof Refusal ? await findFirst<T>(ctx, request) : undefined;
    if (late === undefined) throw error;
    return late;
  }
}

async function findFirst<T>(
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

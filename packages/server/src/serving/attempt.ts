import type { ErrorCode, FieldError } from '@palaver/protocol/errors';
import { ConfigError } from '../config/config.ts';
import { Refusal, type RefusalDetails } from '../domain/refusal.ts';
import { DatabaseFullError, DatabaseUnavailableError } from '../storage/database.ts';

/** What came of a call to another thread. An error that crosses to it would lose its class and fields. */
export type Attempt<Result> = { result: Result } | { failure: Failure };

type Failure =
  | {
      kind: 'refusal';
      code: ErrorCode;
      errors: readonly FieldError[] | undefined;
      details: RefusalDetails;
    }
  | { kind: 'full' | 'unavailable' | 'config'; message: string }
  | { kind: 'other'; error: Error };

/** Never rejects. */
export async function attempt<Result>(work: () => Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

/** The result of an attempt in another thread; throws what that thread caught. */
export function resultOf<Result>(attempted: Attempt<Result>): Result {
  if ('result' in attempted) return attempted.result;
  throw toError(attempted.failure);
}

function toFailure(error: unknown): Failure {
  if (error instanceof Refusal) {
    const { code, errors, details } = error;
    return { kind: 'refusal', code, errors, details };
  }
  if (error instanceof DatabaseFullError) return { kind: 'full', message: error.message };
  if (error instanceof DatabaseUnavailableError) return { kind: 'unavailable', message: error.message };
  if (error instanceof ConfigError) return { kind: 'config', message: error.message };
  // (A copy, because others may have fields that cannot cross.)
  const copy = new Error(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && error.stack !== undefined) copy.stack = error.stack;
  return { kind: 'other', error: copy };
}

function toError(failure: Failure): Error {
  switch (failure.kind) {
    case 'refusal':
      return new Refusal(failure.code, failure.errors, failure.details);
    case 'full':
      return new DatabaseFullError(failure.message);
    case 'unavailable':
      return new DatabaseUnavailableError(failure.message);
    case 'config':
      return new ConfigError(failure.message);
    case 'other':
      return failure.error;
  }
}

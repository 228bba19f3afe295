/* What errors of PostgreSQL, of poolers and of connections mean. */

const DEADLOCK = '40P01';
const SERIALISATION_FAILURE = '40001';
/** Another transaction inserted the row between our read and our insert: the retry will find it. */
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const LOCK_TIMEOUT = '55P03';
const QUERY_CANCELLED = '57014';
const DISK_FULL = '53100';
const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY = '25006';
/** From `check_lease()`. */
const LEASE_LOST = 'PLV01';

/** Whether the transaction may succeed if it is repeated. */
export function isTransient(error: unknown): boolean {
  return [DEADLOCK, SERIALISATION_FAILURE, UNIQUE_VIOLATION].includes(codeOf(error));
}

/** Whether a row refers to one that is missing, or would be. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === FOREIGN_KEY_VIOLATION;
}

/** Whether the transaction failed only because of others that ran at the same time. */
export function isConflict(error: unknown): boolean {
  return [DEADLOCK, SERIALISATION_FAILURE].includes(codeOf(error));
}

/** SQLSTATE classes and system errors that mean that the database is unavailable, not that the statement is wrong. */
const UNAVAILABLE =
  /^(08...|40001|40P01|57014|57P0[1-5]|53...|58...|25006|55P03|ECONN.*|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|ENOTFOUND)$/;
const CONNECTION_LOST =
  /connection (terminated|timeout|ended)|timeout exceeded when trying to connect|not queryable|query read timeout|cannot use a pool after calling end/i;

export function isUnavailable(error: Error): boolean {
  return UNAVAILABLE.test(codeOf(error)) || CONNECTION_LOST.test(error.message) || endedSession(error);
}

/** PgBouncer answers a statement with PostgreSQL's refusal, whatever it was, to let the pooler in. */
function endedSession(error: Error): boolean {
  return 'severity' in error && error.severity === 'FATAL';
}

/** Whether a lock could not be acquired within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return codesOf(error).includes(LOCK_TIMEOUT);
}

/** Whether a statement took longer than `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return codesOf(error).includes(QUERY_CANCELLED);
}

/** Whether a statement failed because a lease is lost; its transaction then rejects with `LeaseLostError`. */
export function isLeaseLost(error: unknown): boolean {
  return codeOf(error) === LEASE_LOST;
}

/** Whether the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  return codeOf(error) === DISK_FULL;
}

/** Whether the role or the database does not permit a write, whatever room there is. */
export function isForbidden(error: unknown): boolean {
  return codesOf(error).some((code) => code === INSUFFICIENT_PRIVILEGE || code === READ_ONLY);
}

/** Those of an error and of its cause. */
const codesOf = (error: unknown): string[] => [
  codeOf(error),
  error instanceof Error ? codeOf(error.cause) : '',
];

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

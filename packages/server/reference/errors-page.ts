import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { blocks, code, GENERATED, table } from './markdown.ts';

/** docs/reference/errors.md: the error table, for readers. */
export function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(([errorCode, { status, text, retryable }]) => [
    linkToError(errorCode as ErrorCode),
    String(status),
    text,
    retryable ? 'yes' : 'no',
  ]);
  return `${blocks(INTRODUCTION, table(['Code', 'Status', 'Text', 'Retry'], rows))}\n`;
}

const INTRODUCTION = `${GENERATED}

# Error codes

What a failed answer looks like, and the order in which a request is checked, stand in [errors](../errors.md). Within
one stage of checks the code that stands first in this table is the one that is answered. "Retry" says whether the
same request may succeed when it is simply sent again. Each code has a page with its cause, its cure and the endpoints
that may answer it.`;

/** From a page of docs/reference. */
export function linkToError(errorCode: ErrorCode): string {
  return `[${code(errorCode)}](errors/${errorCode}.md)`;
}

import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { blocks, code, GENERATED, table } from './markdown.ts';

/** docs/reference/errors.md: the error table. */
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

[Errors](../errors.md) describes the format of a failure and the order of checks. If one stage of checks finds several
faults, the response has the code that comes first in this table. "Retry" says whether the same request may succeed when
you send it again unchanged. Each code has a page with its causes, its remedy and the endpoints that can return it.`;

/** A link from a page in docs/reference. */
export function linkToError(errorCode: ErrorCode): string {
  return `[${code(errorCode)}](errors/${errorCode}.md)`;
}

import { ERRORS, type ErrorCode } from '@palaver/protocol/errors';
import { errorSection } from './error-section.ts';
import { anchorOf, blocks, code, GENERATED, table } from './markdown.ts';

/** docs/reference/errors.md: the error table, and a section for each code. */
export function errorsPage(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const rows = codes.map((errorCode) => {
    const { status, text, retryable } = ERRORS[errorCode];
    return [`[${code(errorCode)}](#${anchorOf(errorCode)})`, String(status), text, retryable ? 'yes' : 'no'];
  });
  const overview = table(['Code', 'Status', 'Text', 'Retry'], rows);
  return `${blocks(INTRODUCTION, overview, ...codes.map(errorSection))}\n`;
}

const INTRODUCTION = `${GENERATED}

# Error codes

[Errors](../errors.md) describes the format of a failure and the order of checks. If one stage of checks finds several
faults, the response has the code that comes first in this table. "Retry" says whether the same request may succeed when
you send it again unchanged. A code leads to its causes, its remedy and the endpoints that can return it.`;

/** A link from a page in docs/reference. */
export function linkToError(errorCode: ErrorCode): string {
  return `[${code(errorCode)}](errors.md#${anchorOf(errorCode)})`;
}

import type { ErrorCode } from '@palaver/protocol/errors';
import { ACCESS } from './error-causes/access.ts';
import { CONFLICTS } from './error-causes/conflicts.ts';
import type { ErrorCause } from './error-causes/error-cause.ts';
import { INVALID_REQUESTS } from './error-causes/invalid-requests.ts';
import { LIMITS_AND_OUTAGES } from './error-causes/limits-and-outages.ts';
import { NOT_FOUND } from './error-causes/not-found.ts';

/** The cause and remedy of each code. */
export const CAUSES: Readonly<Record<ErrorCode, ErrorCause | null>> = {
  ...INVALID_REQUESTS,
  ...ACCESS,
  ...NOT_FOUND,
  ...CONFLICTS,
  ...LIMITS_AND_OUTAGES,
};

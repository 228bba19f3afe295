import { reasonOf } from '../../platform/http-response.ts';
import type { PushOutcome } from './push.ts';

/** The response of a push service. */
export interface ServiceResponse {
  status: number;
  /** The start of the body. */
  text: string;
  /** The delay that it asks for with `Retry-After`. */
  retryAfterMs: number | undefined;
}

const MAX_RESPONSE_CHARS = 500;

export function outcomeOf(
  result: PushOutcome['result'],
  { status, text, retryAfterMs }: ServiceResponse,
): PushOutcome {
  return {
    result,
    status,
    response: text.slice(0, MAX_RESPONSE_CHARS).toWellFormed(),
    ...(result === 'failed' && retryAfterMs !== undefined ? { retryAfterMs } : {}),
  };
}

/** There was no response. */
export function failedBecause(error: unknown): PushOutcome {
  return withoutResponse('failed', reasonOf(error));
}

/** The service was not asked, or did not answer. */
export function withoutResponse(result: PushOutcome['result'], why: string): PushOutcome {
  const response = why.slice(0, MAX_RESPONSE_CHARS).toWellFormed().replaceAll('\0', '\uFFFD');
  return { result, status: null, response };
}

/** A JSON object of a response; empty if it is something else. */
export function parseResponse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

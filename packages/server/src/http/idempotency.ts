import { hash } from 'node:crypto';
import type { Fault } from '@palaver/protocol/errors';
import type { IdempotencyKey } from '../domain/records/idempotency-keys.ts';
import { canonicalJson } from '../platform/json.ts';
import { type Caller, singleHeader } from './auth.ts';
import type { ApiRequest } from './exchange.ts';

const HEADER = 'Idempotency-Key';

/** The idempotency key of a POST, if it has one. */
export function idempotencyKeyOf(request: ApiRequest): string | undefined {
  return request.method === 'POST' ? singleHeader(request, HEADER) : undefined;
}

export function checkIdempotencyKey(key: string | undefined): Fault[] {
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return [];
  const message = 'must have 1 to 255 visible ASCII characters';
  return [{ code: 'M40003', field: HEADER, rule: 'visible_ascii', message }];
}

/**
 * Identifies a request by method, path, query, tenant, acting user, and body, independent of the body's formatting. Each
 * signed-in user has a separate set of keys: the id and the key are joined by a space, which a key cannot contain.
 */
export function identify(
  key: string,
  request: ApiRequest,
  { space, actingUser }: Pick<Caller, 'space' | 'actingUser'>,
  { query, body }: { query: unknown; body: unknown },
  ttlMs: number,
): IdempotencyKey {
  const path = request.url.split('?', 1)[0] ?? '';
  const parts = [request.method, path, space.tenantId, actingUser?.userId ?? ''];
  const identity = [...parts, canonicalJson(query), canonicalJson(body)].join('\n');
  const fingerprint = hash('sha256', identity, 'buffer');
  const own = actingUser?.extUserId === undefined ? key : `${actingUser.extUserId} ${key}`;
  return { key: own, fingerprint, ttlMs };
}

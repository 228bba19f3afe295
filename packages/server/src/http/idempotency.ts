import { hash } from 'node:crypto';
import type { Fault } from '@palaver/protocol/errors';
import type { FastifyRequest } from 'fastify';
import type { IdempotencyKey } from '../domain/records/idempotency-keys.ts';
import { canonicalJson } from '../platform/json.ts';
import { type Caller, singleHeader } from './auth.ts';

const HEADER = 'Idempotency-Key';

/** The key of a POST, when it has one. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  return request.method === 'POST' ? singleHeader(request, HEADER) : undefined;
}

/** A key has 1 to 255 visible ASCII characters. */
export function checkIdempotencyKey(key: string | undefined): Fault[] {
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return [];
  const message = 'must have 1 to 255 visible ASCII characters';
  return [{ code: 'M40003', field: HEADER, rule: 'visible_ascii', message }];
}

/**
 * What makes a request this one and no other: method, path, query, tenant, in whose name it acts, and the body however
 * it is written. The keys of each signed-in user are their own: a key that is sent has no space in it.
 */
export function identify(
  key: string,
  request: FastifyRequest,
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

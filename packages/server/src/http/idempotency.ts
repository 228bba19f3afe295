import { hash } from 'node:crypto';
import type { Fault } from '@palaver/protocol/errors';
import { isRecord } from '@palaver/protocol/values';
import type { FastifyRequest } from 'fastify';
import type { IdempotencyKey } from '../domain/idempotency/queries.ts';
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
 * it is written.
 */
export function identify(
  key: string,
  request: FastifyRequest,
  { space, actingUser }: Pick<Caller, 'space' | 'actingUser'>,
  { query, body }: { query: unknown; body: unknown },
  ttlSeconds: number,
): IdempotencyKey {
  const path = request.url.split('?', 1)[0] ?? '';
  const parts = [request.method, path, space.tenantId, actingUser?.userId ?? ''];
  const identity = [...parts, JSON.stringify(sorted(query)), JSON.stringify(sorted(body))].join('\n');
  const fingerprint = hash('sha256', identity, 'buffer');
  return { key, fingerprint, ttlSeconds };
}

/** The same value with the keys of all objects in order (RFC 8785 for the values that JSON has). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value) || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

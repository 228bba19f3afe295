import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import type { ServerParts } from '../edge/services.ts';
import { countHeader } from './auth.ts';

/** The `X-Request-Id` that the client gave, or a new one. */
export function requestIdOf({ headers: { 'x-request-id': given } }: IncomingMessage): string {
  return typeof given === 'string' && /^[\x21-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/** The headers of every response. */
export const commonHeaders = (requestId: string) => ({
  'x-request-id': requestId,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/** Why no request with such a head is served now: M50300, M40000. */
export function headRefusal(
  { isDraining }: Pick<ServerParts, 'isDraining'>,
  request: IncomingMessage,
): Refusal | undefined {
  if (isDraining()) return new Refusal('M50300');
  return hasOneHost(request) ? undefined : new Refusal('M40000');
}

/** RFC 9112, 3.2 requires exactly one `Host`: with two, a proxy may have used the other one. */
export function hasOneHost(request: IncomingMessage): boolean {
  const count = countHeader(request, 'host');
  return count === 1 || (count === 0 && request.httpVersion !== '1.1');
}

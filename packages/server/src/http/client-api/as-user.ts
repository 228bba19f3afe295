import type { ErrorCode } from '@palaver/protocol/errors';
import type { AnyEndpoint } from '../endpoint.ts';

/**
 * An endpoint of the integrator's back end for signed-in users: the same request, answer and operation, in their name and
 * with their role. Only threads of which they are current members are there for them. `never`: codes of the endpoint that
 * no role comes to.
 */
export function asUser(endpoint: AnyEndpoint, never: readonly ErrorCode[] = []): AnyEndpoint {
  const { actsAs, ...same } = endpoint;
  const errors = endpoint.errors.filter((code) => !never.includes(code));
  return {
    ...same,
    id: `client${endpoint.id.charAt(0).toUpperCase()}${endpoint.id.slice(1)}`,
    tag: `Client: ${endpoint.tag}` as AnyEndpoint['tag'],
    access: 'token',
    errors: actsAs === true ? [...errors, 'M40304', 'M40306'] : errors,
  };
}

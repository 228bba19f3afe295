import { envelopeWith } from '@palaver/protocol/envelope';
import { Policy, UpdatePolicy } from '@palaver/protocol/policy';
import { getPolicy } from '../../domain/operations/apps/get-policy.ts';
import { updatePolicy } from '../../domain/operations/apps/update-policy.ts';
import { endpoint } from '../endpoint.ts';

const ofPolicy = {
  tag: 'Applications',
  ofApplication: true,
  response: envelopeWith(Policy),
} as const;

export const policyEndpoints = {
  get: endpoint({
    ...ofPolicy,
    access: 'read',
    id: 'getPolicy',
    summary: 'Get the policy of the application',
    description:
      'The policy says what guests and all other users may do with the client API. One policy applies to all tenants: a request for a tenant is M40302.',
    handle: ({ ctx }) => getPolicy(ctx),
  }),

  update: endpoint({
    ...ofPolicy,
    access: 'full',
    id: 'updatePolicy',
    summary: 'Change the policy of the application',
    description:
      'Fields that are left out keep their value; `contacts` replaces the whole list. The policy applies from the next request on. It does not bind requests with an API key, even with `X-Acting-User-Id`.',
    ids: { 'body.contacts[]': 'reference' },
    body: UpdatePolicy,
    handle: ({ ctx, body }) => updatePolicy(ctx, body),
  }),
};

import { envelopeWith } from '@palaver/protocol/envelope';
import { Policy, UpdatePolicy } from '@palaver/protocol/policy';
import { getPolicy } from '../../domain/operations/apps/get-policy.ts';
import { updatePolicy } from '../../domain/operations/apps/update-policy.ts';
import { endpoint } from '../endpoint.ts';

const ofPolicy = {
  tag: 'Applications',
  ofApplication: true,
  ids: {},
  response: envelopeWith(Policy),
  errors: [],
} as const;

export const getPolicyEndpoint = endpoint({
  ...ofPolicy,
  access: 'read',
  id: 'getPolicy',
  summary: 'Get the policy of the application',
  description:
    'What guests and all other users may do with the client API. It is one for all tenants: a request for a tenant is M40302.',
  handle: ({ ctx }) => getPolicy(ctx),
});

export const updatePolicyEndpoint = endpoint({
  ...ofPolicy,
  access: 'full',
  id: 'updatePolicy',
  summary: 'Change the policy of the application',
  description:
    'What is left out keeps its value; `contacts` replaces the whole list. It holds from the next request on. Requests with an API key, also those with `X-Acting-User-Id`, are not bound by it.',
  ids: { 'body.contacts[]': 'reference' },
  body: UpdatePolicy,
  handle: ({ ctx, body }) => updatePolicy(ctx, body),
});

import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import { IssuedToken } from '@palaver/protocol/tokens';
import { UserParams } from '@palaver/protocol/users';
import { issueToken } from '../../domain/operations/tokens/issue-token.ts';
import { revokeTokens } from '../../domain/operations/tokens/revoke-tokens.ts';
import { endpoint } from '../endpoint.ts';

const ofUser = {
  tag: 'Users',
  params: UserParams,
} as const;

export const tokenEndpoints = {
  issue: endpoint({
    ...ofUser,
    id: 'issueToken',
    summary: 'Issue a token of a user',
    description:
      'Issues a token for the client API. Its holder acts as this user, so give it to this user only. Issue a new one before it expires.',
    // A separate scope, because a token grants everything that the user may do.
    access: 'tokens:write',
    response: envelopeWith(IssuedToken),
    secrets: ['token'],
    handle: ({ ctx, params, services: { tokenPolicy } }) => issueToken(ctx, params.user_id, tokenPolicy),
  }),

  revoke: endpoint({
    ...ofUser,
    id: 'revokeTokens',
    summary: 'Revoke all tokens of a user',
    description:
      'Every node refuses the tokens within 5 seconds. Changing the `user_id` and deactivating the user also revoke all tokens. The request removes the devices of the user, too.',
    access: 'users:write',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => revokeTokens(ctx, params.user_id),
  }),
};

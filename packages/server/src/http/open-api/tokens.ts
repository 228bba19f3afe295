import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import { IssuedToken } from '@palaver/protocol/tokens';
import { UserParams } from '@palaver/protocol/users';
import { issueToken } from '../../domain/operations/tokens/issue-token.ts';
import { revokeTokens } from '../../domain/operations/tokens/revoke-tokens.ts';
import { endpoint } from '../endpoint.ts';

const ofUser = {
  tag: 'Users',
  ids: { 'params.user_id': 'user' },
  params: UserParams,
  errors: ['M40402'],
} as const;

export const issueTokenEndpoint = endpoint({
  ...ofUser,
  id: 'issueToken',
  summary: 'Issue a token of a user',
  description:
    'For the client API: whoever has it is this user. Hand it to nobody but them, and ask for a new one before it expires.',
  // A scope of its own: who holds a token may do whatever the user may.
  access: 'tokens:write',
  response: envelopeWith(IssuedToken),
  secrets: ['token'],
  handle: ({ ctx, params, tokenPolicy }) => issueToken(ctx, params.user_id, tokenPolicy),
});

export const revokeTokensEndpoint = endpoint({
  ...ofUser,
  id: 'revokeTokens',
  summary: 'Revoke all tokens of a user',
  description:
    'Within 5 seconds none of them is accepted any more. Changing the identifier of a user and deactivating them do the same.',
  access: 'users:write',
  response: EnvelopeSchema,
  handle: ({ ctx, params }) => revokeTokens(ctx, params.user_id),
});

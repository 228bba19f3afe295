import { envelopeWith } from '@palaver/protocol/envelope';
import { User } from '@palaver/protocol/users';
import { signedIn } from '../../domain/context.ts';
import { getMe } from '../../domain/operations/users/get-me.ts';
import { endpoint } from '../endpoint.ts';

export const clientUserEndpoints = {
  getMe: endpoint({
    id: 'clientGetMe',
    summary: 'Get the signed-in user',
    tag: 'Client: Users',
    access: 'token',
    ids: {},
    response: envelopeWith(User),
    errors: [],
    handle: ({ ctx }) => getMe(signedIn(ctx)),
  }),
};

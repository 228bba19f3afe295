import { envelopeWith } from '@palaver/protocol/envelope';
import { SetMyAvatar, User } from '@palaver/protocol/users';
import { signedIn } from '../../domain/context.ts';
import { getMe } from '../../domain/operations/users/get-me.ts';
import { setMyAvatar } from '../../domain/operations/users/set-avatar.ts';
import { endpoint } from '../endpoint.ts';

export const clientUserEndpoints = {
  getMe: endpoint({
    id: 'clientGetMe',
    summary: 'Get the signed-in user',
    tag: 'Client: Users',
    access: 'token',
    response: envelopeWith(User),
    handle: ({ ctx }) => getMe(signedIn(ctx)),
  }),

  setAvatar: endpoint({
    id: 'clientSetMyAvatar',
    summary: 'Choose my picture',
    description:
      'The picture is a file that the user has uploaded. It is kept until another one, or none, takes its place. Everyone who sees the profile can read it: its address, of the thumbnail, is in `avatar_url`.',
    tag: 'Client: Users',
    access: 'token',
    body: SetMyAvatar,
    response: envelopeWith(User),
    handle: ({ ctx, body, services: { baseUrl } }) => setMyAvatar(signedIn(ctx), body.file_id, baseUrl()),
  }),

  removeAvatar: endpoint({
    id: 'clientRemoveMyAvatar',
    summary: 'Remove my picture',
    tag: 'Client: Users',
    access: 'token',
    response: envelopeWith(User),
    handle: ({ ctx, services: { baseUrl } }) => setMyAvatar(signedIn(ctx), null, baseUrl()),
  }),
};

import { PutEmail, UserEmail } from '@palaver/protocol/emails';
import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import { UserParams } from '@palaver/protocol/users';
import { deleteEmail } from '../../domain/operations/emails/delete-email.ts';
import { getEmail } from '../../domain/operations/emails/get-email.ts';
import { putEmail } from '../../domain/operations/emails/put-email.ts';
import { endpoint } from '../endpoint.ts';

const ofUser = {
  tag: 'Users',
  params: UserParams,
} as const;

export const emailEndpoints = {
  put: endpoint({
    ...ofUser,
    id: 'putEmail',
    summary: 'Set the e-mail address of a user',
    description:
      'Where the user gets e-mail about messages that stay unread, if the settings of the notifications have it enabled. An address that the mail server has refused is tried again when you set it. Deactivating the user removes it. An address switches the event stream on.',
    access: 'users:write',
    body: PutEmail,
    response: envelopeWith(UserEmail),
    handle: ({ ctx, params, body }) => putEmail(ctx, params.user_id, body),
  }),

  get: endpoint({
    ...ofUser,
    id: 'getEmail',
    summary: 'Get the e-mail address of a user',
    description: 'Returns the address and what became of the latest e-mails to the user.',
    access: 'read',
    response: envelopeWith(UserEmail),
    handle: ({ ctx, params }) => getEmail(ctx, params.user_id),
  }),

  delete: endpoint({
    ...ofUser,
    id: 'deleteEmail',
    summary: 'Remove the e-mail address of a user',
    description: 'Succeeds also if the user has none.',
    access: 'users:write',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deleteEmail(ctx, params.user_id),
  }),
};

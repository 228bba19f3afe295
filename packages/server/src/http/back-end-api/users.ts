import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import { PageQuery } from '@palaver/protocol/paging';
import { SilentQuery } from '@palaver/protocol/silent';
import {
  ChangeUserIdParams,
  ChangeUserIdQuery,
  checkPutUsersBatch,
  PutUser,
  PutUsersBatch,
  User,
  UserParams,
} from '@palaver/protocol/users';
import Type from 'typebox';
import { silenced } from '../../domain/context.ts';
import { changeUserId } from '../../domain/operations/users/change-user-id.ts';
import { deactivateUser } from '../../domain/operations/users/deactivate-user.ts';
import { getUser } from '../../domain/operations/users/get-user.ts';
import { listUsers } from '../../domain/operations/users/list-users.ts';
import { putUsers } from '../../domain/operations/users/put-users.ts';
import { endpoint } from '../endpoint.ts';

export const userEndpoints = {
  changeId: endpoint({
    id: 'changeUserId',
    summary: 'Change user identifier',
    description:
      'The chat history, memberships, devices, e-mail address and `ext_user_id` stay the same. If the new identifier belongs to a user without any thread, for example one that was just synchronised, the two users merge. If that user has a history, the response is M40901. Tokens that were issued before stop working within 5 seconds; open connections stay, unless `end_connections` is `true`. Repeating a change succeeds, and with `end_connections` ends the connections that it kept.',
    tag: 'Users',
    access: 'users:write',
    ids: { 'params.current_user_id': 'account', 'params.new_user_id': 'new_user' },
    params: ChangeUserIdParams,
    query: ChangeUserIdQuery,
    response: EnvelopeSchema,
    handle: ({ ctx, params, query }) =>
      changeUserId(ctx, {
        from: params.current_user_id,
        to: params.new_user_id,
        connections: query.end_connections === true ? 'cut' : 'keep',
      }),
  }),

  put: endpoint({
    id: 'putUser',
    summary: 'Create or update a user',
    description:
      'Fields that are left out keep their value. The request also reactivates a deactivated user.',
    tag: 'Users',
    access: 'users:write',
    ids: { 'params.user_id': 'new_user' },
    params: UserParams,
    body: PutUser,
    response: envelopeWith(User),
    handle: async ({ ctx, params, body }) => {
      const [user] = await putUsers(ctx, [{ userId: params.user_id, profile: body, field: 'user_id' }]);
      return user;
    },
  }),

  get: endpoint({
    id: 'getUser',
    summary: 'Get a user',
    tag: 'Users',
    access: 'read',
    ids: { 'params.user_id': 'account' },
    params: UserParams,
    response: envelopeWith(User),
    handle: ({ ctx, params }) => getUser(ctx, params.user_id),
  }),

  delete: endpoint({
    id: 'deleteUser',
    summary: 'Deactivate a user',
    description:
      'Ends all memberships, except in threads that the user owns, and removes the devices and the e-mail address of the user. The history stays, with the last name of the user.',
    tag: 'Users',
    access: 'users:write',
    ids: { 'params.user_id': 'account' },
    params: UserParams,
    query: SilentQuery,
    response: EnvelopeSchema,
    handle: ({ ctx, params, query }) => deactivateUser(silenced(ctx, query.silent), params.user_id),
  }),

  list: endpoint({
    id: 'listUsers',
    summary: 'List users',
    description: 'Returns users ascending by `ext_user_id`, deactivated users included.',
    tag: 'Users',
    access: 'read',
    query: PageQuery,
    response: envelopeWith(Type.Array(User)),
    handle: ({ ctx, query }) => listUsers(ctx, { lastId: query.last_id ?? '0', limit: query.limit ?? 30 }),
  }),

  putBatch: endpoint({
    id: 'putUsersBatch',
    summary: 'Create or update up to 100 users',
    description: 'Applies all changes or none. The response lists the users in the order of the request.',
    tag: 'Users',
    access: 'users:write',
    ids: { 'body.users[].user_id': 'new_user' },
    body: PutUsersBatch,
    checkBody: checkPutUsersBatch,
    response: envelopeWith(Type.Array(User)),
    handle: ({ ctx, body }) =>
      putUsers(
        ctx,
        body.users.map(({ user_id, ...profile }, index) => ({
          userId: user_id,
          profile,
          field: `users[${index}].user_id`,
        })),
      ),
  }),
};

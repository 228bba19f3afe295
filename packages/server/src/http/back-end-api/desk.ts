import { DeskReading, DeskUser, ListReadingsQuery, PutDeskUser } from '@palaver/protocol/desk';
import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import { UserParams } from '@palaver/protocol/users';
import Type from 'typebox';
import { getDeskUser } from '../../domain/operations/desk/get-desk-user.ts';
import { listReadings } from '../../domain/operations/desk/list-readings.ts';
import { putDeskUser } from '../../domain/operations/desk/put-desk-user.ts';
import { removeDeskUser } from '../../domain/operations/desk/remove-desk-user.ts';
import { endpoint } from '../endpoint.ts';

const ofUser = { tag: 'Users', params: UserParams } as const;

export const deskEndpoints = {
  put: endpoint({
    ...ofUser,
    id: 'putDeskUser',
    summary: 'Put a user on the support desk',
    description:
      'A user of the support desk reads every group of the tenant with the client API, without being a member, and direct threads one at a time with a reason. A tenant has at most 1,000 such users. Repeating the request changes what the user may read. Deactivating the user takes them off the desk.',
    access: 'users:write',
    body: PutDeskUser,
    response: envelopeWith(DeskUser),
    errors: ['M40005'],
    handle: ({ ctx, params, body }) => putDeskUser(ctx, params.user_id, body),
  }),

  get: endpoint({
    ...ofUser,
    id: 'getDeskUser',
    summary: 'Get whether a user is on the support desk',
    access: 'read',
    ids: { 'params.user_id': 'account' },
    response: envelopeWith(DeskUser),
    handle: ({ ctx, params }) => getDeskUser(ctx, params.user_id),
  }),

  delete: endpoint({
    ...ofUser,
    id: 'deleteDeskUser',
    summary: 'Take a user off the support desk',
    description: 'Their readings of direct threads end. Succeeds also if the user is not on the desk.',
    access: 'users:write',
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => removeDeskUser(ctx, params.user_id),
  }),

  listReadings: endpoint({
    ...ofUser,
    id: 'listDeskReadings',
    summary: 'List the readings of a user of the support desk',
    description:
      'Returns which direct threads the user has read, when and why, newest first; also after they left the desk.',
    access: 'read',
    ids: { 'params.user_id': 'account', 'query.last_id': 'newest_position' },
    query: ListReadingsQuery,
    response: envelopeWith(Type.Array(DeskReading)),
    handle: ({ ctx, params, query }) =>
      listReadings(ctx, params.user_id, { lastId: query.last_id ?? '0', limit: query.limit ?? 30 }),
  }),
};

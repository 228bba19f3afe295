import { envelopeWith } from '@palaver/protocol/envelope';
import { checkListMembersQuery, ListMembersQuery, Member } from '@palaver/protocol/members';
import {
  CreatedThread,
  CreateThread,
  checkCreateThread,
  ListThreadsQuery,
  Thread,
  ThreadListItem,
  ThreadParams,
} from '@palaver/protocol/threads';
import Type from 'typebox';
import { createGroup } from '../../domain/threads/create-group.ts';
import { getThread, listMembers, listThreads } from '../../domain/threads/read-threads.ts';
import { endpoint } from '../endpoint.ts';

export const listThreadsEndpoint = endpoint({
  id: 'listThreads',
  summary: 'List threads',
  description: 'Ascending by `id`. For the next page pass the `id` of the last element as `last_thread_id`.',
  tag: 'Threads',
  scope: 'read',
  query: ListThreadsQuery,
  response: envelopeWith(Type.Array(ThreadListItem)),
  errors: [],
  handle: ({ ctx, query }) =>
    listThreads(ctx, {
      lastId: query.last_thread_id || '0',
      limit: query.limit ?? 30,
      onlyPublic: query.only_public_thread ?? false,
    }),
});

export const getThreadEndpoint = endpoint({
  id: 'getThread',
  summary: 'Get one thread',
  tag: 'Threads',
  scope: 'read',
  params: ThreadParams,
  response: envelopeWith(Thread),
  errors: ['M40401'],
  handle: ({ ctx, params }) => getThread(ctx, params.thread_id),
});

export const listMembersEndpoint = endpoint({
  id: 'listMembers',
  summary: 'List members of a thread',
  description:
    'Ascending by `ext_user_id`. For the next page pass the id of the last element as `last_member_id`: its `ext_user_id`, or its `user_id` with `member_id_type` 2.',
  tag: 'Threads',
  scope: 'read',
  params: ThreadParams,
  query: ListMembersQuery,
  checkQuery: (query) => checkListMembersQuery(query as Partial<ListMembersQuery>),
  response: envelopeWith(Type.Array(Member)),
  errors: ['M40401'],
  handle: ({ ctx, params, query }) =>
    listMembers(ctx, params.thread_id, {
      lastMemberId: query.last_member_id ?? '',
      idType: query.member_id_type ?? 1,
      limit: query.limit ?? 30,
      status: query.status ?? 'all',
    }),
});

export const createThreadEndpoint = endpoint({
  id: 'createThread',
  summary: 'Create a group thread',
  description:
    'A thread with `reference_id` or `satl_reference_id` is tied to another object and is in no chat list. One-to-one threads come into being with the first message between two users.',
  tag: 'Threads',
  scope: 'full',
  body: CreateThread,
  checkBody: checkCreateThread,
  response: envelopeWith(CreatedThread),
  errors: ['M40011', 'M40402'],
  handle: async ({ ctx, body }) => ({ thread_id: await createGroup(ctx, body) }),
});

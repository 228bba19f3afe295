import { EnvelopeSchema, envelopeWith } from '@palaver/protocol/envelope';
import {
  CreatedThread,
  CreateThread,
  checkCreateThread,
  ListThreadsQuery,
  Thread,
  ThreadListItem,
  ThreadParams,
  UpdateThread,
} from '@palaver/protocol/threads';
import Type from 'typebox';
import { createGroup } from '../../domain/operations/threads/create-group.ts';
import { deleteThread } from '../../domain/operations/threads/delete-thread.ts';
import { getThread } from '../../domain/operations/threads/get-thread.ts';
import { listThreads } from '../../domain/operations/threads/list-threads.ts';
import { updateThread } from '../../domain/operations/threads/update-thread.ts';
import { endpoint } from '../endpoint.ts';

export const threadEndpoints = {
  list: endpoint({
    id: 'listThreads',
    summary: 'List threads',
    description:
      'Returns threads ascending by `id`. For the next page, pass the `id` of the last element as `last_thread_id`.',
    tag: 'Threads',
    access: 'read',
    query: ListThreadsQuery,
    response: envelopeWith(Type.Array(ThreadListItem)),
    handle: ({ ctx, query }) =>
      listThreads(ctx, {
        lastId: query.last_thread_id || '0',
        limit: query.limit ?? 30,
        onlyPublic: query.only_public_thread ?? false,
      }),
  }),

  get: endpoint({
    id: 'getThread',
    summary: 'Get one thread',
    tag: 'Threads',
    access: 'read',
    params: ThreadParams,
    response: envelopeWith(Thread),
    handle: ({ ctx, params }) => getThread(ctx, params.thread_id),
  }),

  create: endpoint({
    id: 'createThread',
    summary: 'Create a group thread',
    description:
      'A thread with `reference_id` or `satl_reference_id` is tied to an object of your system, and chat lists leave it out. The first message between two users creates their direct thread.',
    tag: 'Threads',
    access: 'full',
    ids: {
      'body.owner_id': 'user_by_type',
    },
    body: CreateThread,
    checkBody: checkCreateThread,
    response: envelopeWith(CreatedThread),
    errors: ['M40011'],
    handleOnce: async ({ ctx, body, idempotency, services: { newThreads } }) => {
      const { data, isReplay } = await createGroup(ctx, newThreads, body, {
        idempotency,
        idField: 'thread_id',
      });
      return { data: { thread_id: data }, isReplay };
    },
  }),

  update: endpoint({
    id: 'updateThread',
    summary: 'Change a thread',
    description:
      'Fields that are left out keep their value; `null` or an empty string clears a field, but a group keeps its name. The name and description of a direct thread stay empty.',
    tag: 'Threads',
    access: 'full',
    params: ThreadParams,
    body: UpdateThread,
    actsAs: true,
    response: envelopeWith(Thread),
    errors: ['M40903'],
    handle: ({ ctx, params, body }) => updateThread(ctx, params.thread_id, body),
  }),

  delete: endpoint({
    id: 'deleteThread',
    summary: 'Delete a thread',
    description:
      'Ends all memberships. From then on the API responds as if the thread had never existed. The two users of a direct thread can start a new one.',
    tag: 'Threads',
    access: 'full',
    params: ThreadParams,
    actsAs: true,
    response: EnvelopeSchema,
    handle: ({ ctx, params }) => deleteThread(ctx, params.thread_id),
  }),
};

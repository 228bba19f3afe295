import { ListUserThreadsQuery, UserThread } from '@palaver/protocol/client-threads';
import { EnvelopeSchema, envelopeWith, pageOf, pageOfIncluding } from '@palaver/protocol/envelope';
import {
  CreatedThread,
  CreateThread,
  checkCreateThread,
  checkThreadIncludes,
  ListThreadsQuery,
  Thread,
  ThreadListItem,
  ThreadParams,
  threadIncludesOf,
  UpdateThread,
} from '@palaver/protocol/threads';
import { UserParams } from '@palaver/protocol/users';
import { silenced } from '../../domain/context.ts';
import { createGroup } from '../../domain/operations/threads/create-group.ts';
import { deleteThread } from '../../domain/operations/threads/delete-thread.ts';
import { getThread } from '../../domain/operations/threads/get-thread.ts';
import { listThreads } from '../../domain/operations/threads/list-threads.ts';
import { listUserThreads } from '../../domain/operations/threads/list-user-threads.ts';
import { updateThread } from '../../domain/operations/threads/update-thread.ts';
import { endpoint } from '../endpoint.ts';

export const threadEndpoints = {
  list: endpoint({
    id: 'listThreads',
    summary: 'List threads',
    description:
      'Returns threads ascending by `id`. For the next page, pass the `id` of the last element as `last_thread_id`. `reference_id` and `satl_reference_id` select the threads that are tied to an object; with both, a thread must have both.',
    tag: 'Threads',
    access: 'read',
    query: ListThreadsQuery,
    checkQuery: checkThreadIncludes,
    response: pageOfIncluding(ThreadListItem),
    handle: ({ ctx, query }) =>
      listThreads(ctx, {
        lastId: query.last_thread_id || '0',
        limit: query.limit ?? 30,
        onlyPublic: query.only_public_thread ?? false,
        referenceId: query.reference_id,
        satlReferenceId: query.satl_reference_id,
        includes: threadIncludesOf(query),
      }),
  }),

  listOfUser: endpoint({
    id: 'listUserThreads',
    summary: 'List the threads of a user',
    description:
      'Returns the threads of which the user is a member, as the user sees them: the thread with the latest message first, each with its last message, the role and status of the user and their unread messages. `include=members` adds the first members of each. Pages never repeat a thread. A thread that moves up while you page does not appear on later pages.',
    tag: 'Threads',
    access: 'read',
    ids: { 'params.user_id': 'account', 'query.last_id': 'list_position' },
    params: UserParams,
    query: ListUserThreadsQuery,
    checkQuery: checkThreadIncludes,
    response: pageOf(UserThread),
    handle: ({ ctx, params, query }) =>
      listUserThreads(ctx, params.user_id, {
        lastPosition: query.last_id ?? '0',
        limit: query.limit ?? 30,
        linked: query.linked ?? 'both',
        includes: threadIncludesOf(query),
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
      'A thread with `reference_id` or `satl_reference_id` is tied to an object of your system, and chat lists leave it out. Several threads may have the same references, unless each request names `if_exists`. The first message between two users creates their direct thread.',
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
      const { data, isReplay, isNew } = await createGroup(silenced(ctx, body.silent), newThreads, body, {
        idempotency,
        idField: 'thread_id',
      });
      const created = body.if_exists === undefined ? {} : { created: isNew };
      return { data: { thread_id: data, ...created }, isReplay };
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
    handle: ({ ctx, params, body }) => updateThread(silenced(ctx, body.silent), params.thread_id, body),
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

import {
  ClientThread,
  CreateMyThread,
  checkCreateMyThread,
  GetUnreadQuery,
  ListMyThreadsQuery,
  ListReadPositionsQuery,
  MarkRead,
  MarkUnread,
  MemberReadPosition,
  type NewGroup,
  ReadPosition,
  UnreadTotal,
} from '@palaver/protocol/client-threads';
import { envelopeWith, pageOf } from '@palaver/protocol/envelope';
import { ChangeEntry, checkListChangesQuery, ListChangesQuery } from '@palaver/protocol/log';
import { checkNameQuery } from '@palaver/protocol/people';
import { Thread, ThreadParams, takeUploadedAvatar, UpdateMyThread } from '@palaver/protocol/threads';
import Type, { type Static } from 'typebox';
import { signedIn } from '../../domain/context.ts';
import { createMyGroup } from '../../domain/operations/threads/create-group.ts';
import { getUnread } from '../../domain/operations/threads/get-unread.ts';
import { listChanges } from '../../domain/operations/threads/list-changes.ts';
import { getMyThread, listMyThreads } from '../../domain/operations/threads/list-my-threads.ts';
import { listReadPositions } from '../../domain/operations/threads/list-read-positions.ts';
import { markRead } from '../../domain/operations/threads/mark-read.ts';
import { markUnread } from '../../domain/operations/threads/mark-unread.ts';
import { openDirectThread } from '../../domain/operations/threads/open-direct-thread.ts';
import { updateMyThread } from '../../domain/operations/threads/update-thread.ts';
import { endpoint } from '../endpoint.ts';

const forUsers = { tag: 'Client: Threads', access: 'token' } as const;

/** (Only back ends can tie a thread to an object; in the client API these fields are ignored, like any unknown field.) */
function groupOf({ type: _type, member_ids = [], id_type = 1, ...group }: Static<typeof NewGroup>) {
  return { ...group, member_ids, id_type, reference_id: '', satl_reference_id: '' };
}

export const clientThreadEndpoints = {
  list: endpoint({
    ...forUsers,
    id: 'clientListThreads',
    summary: 'List my threads',
    description:
      'Returns the chat list: the thread with the latest message first. It leaves out threads that are tied to an object: `linked=true` lists those instead, and `reference_id` or `satl_reference_id` those of one object. Pages never repeat a thread. A thread that moves up while you page does not appear on later pages. A search for names (`q`) looks at the next 10,000 threads.',
    ids: {
      'query.last_id': 'list_position',
    },
    query: ListMyThreadsQuery,
    checkQuery: checkNameQuery,
    response: pageOf(ClientThread),
    handle: ({ ctx, query }) =>
      listMyThreads(signedIn(ctx), {
        lastPosition: query.last_id ?? '0',
        limit: query.limit ?? 30,
        linked: query.linked ?? false,
        referenceId: query.reference_id,
        satlReferenceId: query.satl_reference_id,
        query: query.q,
      }),
  }),

  create: endpoint({
    ...forUsers,
    id: 'clientCreateThread',
    summary: 'Create a group or open a direct thread',
    description:
      'The creator of a group owns it. The picture of a group is a file that the creator has uploaded. Each pair of users has one direct thread: the server returns it, and creates it if it does not exist.',
    ids: {
      'body.user_id': 'bot_or_user',
    },
    body: CreateMyThread,
    normalizeBody: takeUploadedAvatar,
    checkBody: checkCreateMyThread,
    addsMembers: (body) => (body.type === 'direct' ? 1 : (body.member_ids?.length ?? 0)),
    response: envelopeWith(ClientThread),
    errors: ['M40305', 'M40306', 'M40401'],
    handleOnce: async ({ ctx, body, idempotency, services: { newThreads, baseUrl } }) => {
      const mine = signedIn(ctx);
      const { data: threadId, isReplay } =
        body.type === 'direct'
          ? await openDirectThread(mine, newThreads, body.user_id, idempotency)
          : await createMyGroup(mine, newThreads, groupOf(body), { idempotency, baseUrl: baseUrl() });
      return { data: await getMyThread(mine, threadId), isReplay };
    },
  }),

  get: endpoint({
    ...forUsers,
    id: 'clientGetThread',
    summary: 'Get one of my threads',
    params: ThreadParams,
    response: envelopeWith(ClientThread),
    handle: ({ ctx, params }) => getMyThread(signedIn(ctx), params.thread_id),
  }),

  update: endpoint({
    ...forUsers,
    id: 'clientUpdateThread',
    summary: 'Change a thread',
    description:
      'Fields that are left out keep their value; `null` or an empty string clears a field, but a group keeps its name. The picture is a file that the user has uploaded. It is kept until another one, or none, takes its place, and every member can read it: its address, of the thumbnail, is in `avatar_url`.',
    params: ThreadParams,
    body: UpdateMyThread,
    normalizeBody: takeUploadedAvatar,
    response: envelopeWith(Thread),
    // (A direct thread has no name, and no role in it permits a change, so M40903 cannot occur.)
    errors: ['M40304', 'M40306'],
    handle: ({ ctx, params, body, services: { baseUrl } }) =>
      updateMyThread(signedIn(ctx), params.thread_id, body, baseUrl()),
  }),

  markRead: endpoint({
    ...forUsers,
    id: 'clientMarkRead',
    summary: 'Move my read position',
    description:
      'All devices of the user share the position. It only moves forward; `PUT /client/v1.0/threads/{thread_id}/unread` moves it back. The response has the resulting position.',
    ids: { 'body.seq': 'log_position' },
    params: ThreadParams,
    body: MarkRead,
    optionalBody: true,
    response: envelopeWith(ReadPosition),
    handle: async ({ ctx, params, body }) => ({
      read_seq: await markRead(signedIn(ctx), params.thread_id, body.seq),
    }),
  }),

  markUnread: endpoint({
    ...forUsers,
    id: 'clientMarkUnread',
    summary: 'Mark messages as unread',
    description:
      'Moves the read position of the user back to before `seq`, never forward. All devices of the user share it. Other members are not told at once: they see the earlier position when they list read positions again. The response has the resulting position.',
    ids: { 'body.seq': 'log_position' },
    params: ThreadParams,
    body: MarkUnread,
    response: envelopeWith(ReadPosition),
    handle: async ({ ctx, params, body }) => ({
      read_seq: await markUnread(signedIn(ctx), params.thread_id, body.seq),
    }),
  }),

  getUnread: endpoint({
    ...forUsers,
    id: 'clientGetUnread',
    summary: 'Count my unread messages',
    description:
      'The number for the badge of an app: the sum of `unread_count` in the chat list. Threads that are tied to an object are not in the chat list, and count only with `include=linked`.',
    query: GetUnreadQuery,
    response: envelopeWith(UnreadTotal),
    handle: ({ ctx, query }) =>
      getUnread(signedIn(ctx), query.include === 'linked' ? 'listed and linked' : 'listed'),
  }),

  listReadPositions: endpoint({
    ...forUsers,
    id: 'clientListReadPositions',
    summary: 'List read positions',
    description:
      'Returns the read position of each current member, including the signed-in user, ascending by `ext_user_id`. For the next page, pass the `ext_user_id` of the last element as `last_member_id`. Messages from before a member first joined count as read.',
    ids: { 'query.last_member_id': 'position' },
    params: ThreadParams,
    query: ListReadPositionsQuery,
    response: envelopeWith(Type.Array(MemberReadPosition)),
    handle: ({ ctx, params, query }) =>
      listReadPositions(signedIn(ctx), params.thread_id, {
        lastId: query.last_member_id ?? '',
        limit: query.limit ?? 30,
      }),
  }),

  listChanges: endpoint({
    ...forUsers,
    id: 'clientListChanges',
    summary: 'List changes of a thread',
    description:
      'Returns what happened to the thread and its members, for lines between the messages such as "Ann added Ben": the entries `thread.…` and `member.…` of the log, ascending by `seq`. Without a position, the last ones; with `before_seq`, the last before it; with `after_seq`, the first after it. The `seq` of a change lies between those of the messages around it. The list leaves out changes of the metadata alone.',
    params: ThreadParams,
    query: ListChangesQuery,
    checkQuery: (query) => checkListChangesQuery(query as Partial<ListChangesQuery>),
    response: pageOf(ChangeEntry),
    handle: ({ ctx, params, query }) =>
      listChanges(signedIn(ctx), params.thread_id, {
        before: query.before_seq,
        after: query.after_seq,
        limit: query.limit ?? 30,
      }),
  }),
};

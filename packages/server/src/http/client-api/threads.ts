import {
  ClientThread,
  CreateMyThread,
  checkCreateMyThread,
  ListMyThreadsQuery,
  ListReadPositionsQuery,
  MarkRead,
  MemberReadPosition,
  ReadPosition,
} from '@palaver/protocol/client-threads';
import { envelopeWith } from '@palaver/protocol/envelope';
import { ThreadParams } from '@palaver/protocol/threads';
import Type from 'typebox';
import { signedIn } from '../../domain/context.ts';
import { getMyThread, listMyThreads } from '../../domain/messages/chat-list.ts';
import { createGroup } from '../../domain/threads/create-group.ts';
import { openDirectThread } from '../../domain/threads/direct-threads.ts';
import { listReadPositions, markRead } from '../../domain/threads/read-position.ts';
import { endpoint } from '../endpoint.ts';

const forUsers = { tag: 'Client: Threads', access: 'token' } as const;

export const listMyThreadsEndpoint = endpoint({
  ...forUsers,
  id: 'clientListThreads',
  summary: 'List my threads',
  description:
    'The chat list: the latest message first. Threads that are tied to an object are not in it: with `reference_id` or `satl_reference_id` those tied to it are listed in its place. While threads move up, paging on skips none and repeats none: the order is that of the moment of the first page.',
  ids: {
    'query.last_id': 'list_position',
    'query.reference_id': 'reference',
    'query.satl_reference_id': 'reference',
  },
  query: ListMyThreadsQuery,
  response: envelopeWith(Type.Array(ClientThread)),
  errors: [],
  handle: ({ ctx, query }) =>
    listMyThreads(signedIn(ctx), {
      lastPosition: query.last_id ?? '0',
      limit: query.limit ?? 30,
      referenceId: query.reference_id,
      satlReferenceId: query.satl_reference_id,
    }),
});

/** Only the integrator's back end ties threads to objects: what a user says of it is ignored, as any other field. */
const TIED_TO_NOTHING = { reference_id: '', satl_reference_id: '' };

export const createMyThreadEndpoint = endpoint({
  ...forUsers,
  id: 'clientCreateThread',
  summary: 'Make a group, or open a direct thread',
  description:
    'Who makes a group owns it. The direct thread with somebody is found, or made when there is none: there is one for each pair.',
  ids: { 'body.user_id': 'bot_or_user', 'body.member_ids[]': 'user_by_type' },
  body: CreateMyThread,
  checkBody: checkCreateMyThread,
  response: envelopeWith(ClientThread),
  errors: ['M40305', 'M40402'],
  handle: async ({ ctx, body }) => {
    const mine = signedIn(ctx);
    const threadId =
      body.type === 'direct'
        ? await openDirectThread(mine, body.user_id)
        : await createGroup(mine, {
            ...body,
            member_ids: body.member_ids ?? [],
            id_type: body.id_type ?? 1,
            ...TIED_TO_NOTHING,
          });
    return getMyThread(mine, threadId);
  },
});

export const getMyThreadEndpoint = endpoint({
  ...forUsers,
  id: 'clientGetThread',
  summary: 'Get one of my threads',
  ids: { 'params.thread_id': 'thread' },
  params: ThreadParams,
  response: envelopeWith(ClientThread),
  errors: ['M40401'],
  handle: ({ ctx, params }) => getMyThread(signedIn(ctx), params.thread_id),
});

export const markReadEndpoint = endpoint({
  ...forUsers,
  id: 'clientMarkRead',
  summary: 'Move my read position',
  description:
    'Forward, never back: the position of all devices of the user. The answer says where it is then.',
  ids: { 'params.thread_id': 'thread', 'body.seq': 'log_position' },
  params: ThreadParams,
  body: MarkRead,
  optionalBody: true,
  response: envelopeWith(ReadPosition),
  errors: ['M40401', 'M40405'],
  handle: async ({ ctx, params, body }) => ({
    read_seq: await markRead(signedIn(ctx), params.thread_id, body.seq),
  }),
});

export const listReadPositionsEndpoint = endpoint({
  ...forUsers,
  id: 'clientListReadPositions',
  summary: 'List read positions',
  description:
    'Up to where each present member has read, also who asks: ascending by `ext_user_id`. For the next page pass that of the last element as `last_member_id`. What was said before a member first came counts as read.',
  ids: { 'params.thread_id': 'thread', 'query.last_member_id': 'position' },
  params: ThreadParams,
  query: ListReadPositionsQuery,
  response: envelopeWith(Type.Array(MemberReadPosition)),
  errors: ['M40401'],
  handle: ({ ctx, params, query }) =>
    listReadPositions(signedIn(ctx), params.thread_id, {
      lastId: query.last_member_id ?? '',
      limit: query.limit ?? 30,
    }),
});

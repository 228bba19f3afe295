import { DeskReading, DeskThread, ListDeskThreadsQuery, OpenReading } from '@palaver/protocol/desk';
import { cursorPageOf, envelopeWith } from '@palaver/protocol/envelope';
import { ThreadParams } from '@palaver/protocol/threads';
import { signedIn } from '../../domain/context.ts';
import { getDeskThread, listDeskThreads } from '../../domain/operations/desk/list-desk-threads.ts';
import { openReading } from '../../domain/operations/desk/open-reading.ts';
import { endpoint } from '../endpoint.ts';

const forDesk = { tag: 'Client: Desk', access: 'token' } as const;

export const clientDeskEndpoints = {
  listThreads: endpoint({
    ...forDesk,
    id: 'clientListDeskThreads',
    summary: 'List the threads of the support desk',
    description:
      'Returns all threads of the tenant ascending by `id`, for users whom your back end has put on the support desk. Direct threads are listed only for users who may read them. A page looks at the next 1,000 threads.',
    ids: { 'query.next': 'position' },
    query: ListDeskThreadsQuery,
    response: cursorPageOf(DeskThread),
    errors: ['M40306'],
    handle: ({ ctx, query }) =>
      listDeskThreads(signedIn(ctx), {
        lastId: query.next ?? '0',
        limit: query.limit ?? 30,
        activeAfter: query.active_after,
      }),
  }),

  getThread: endpoint({
    ...forDesk,
    id: 'clientGetDeskThread',
    summary: 'Get a thread of the support desk',
    description: 'A direct thread is found only while the user is reading it.',
    ids: { 'params.thread_id': 'desk_thread' },
    params: ThreadParams,
    response: envelopeWith(DeskThread),
    errors: ['M40306'],
    handle: ({ ctx, params }) => getDeskThread(signedIn(ctx), params.thread_id),
  }),

  openReading: endpoint({
    ...forDesk,
    id: 'clientOpenDeskReading',
    summary: 'Read a direct thread',
    description:
      'Opens a direct thread to the user for an hour: its messages, changes, members, read positions and files. Your back end gets the event `desk.reading_opened` with the reason, and can list all readings. At most 100 readings of a user are open at a time. Groups need no reading.',
    ids: { 'body.thread_id': 'desk_direct_thread' },
    body: OpenReading,
    response: envelopeWith(DeskReading),
    errors: ['M40005', 'M40306'],
    handle: ({ ctx, body }) => openReading(signedIn(ctx), body),
  }),
};

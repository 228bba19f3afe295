import { cursorPageOf } from '@palaver/protocol/envelope';
import { checkSearchQuery, SearchHit, SearchMessagesQuery } from '@palaver/protocol/search';
import { searchMessages } from '../../domain/operations/search/search-messages.ts';
import { endpoint } from '../endpoint.ts';

export const searchEndpoints = {
  messages: endpoint({
    id: 'searchMessages',
    summary: 'Search messages',
    description:
      'Finds messages by their text, the names of their files, and the texts of promotions and custom messages, newest first. A search reflects a sent, edited or deleted message within a second. Deleted messages, and those of deleted threads, are not found. If nothing is found, the list is empty.',
    tag: 'Messages',
    access: 'read',
    query: SearchMessagesQuery,
    holds: 'searches',
    checkQuery: checkSearchQuery,
    response: cursorPageOf(SearchHit),
    handle: ({ ctx, query, callerId, services: { searches } }) => {
      const search = () =>
        searchMessages(ctx, {
          query: query.q.trim(),
          threadId: query.thread_id,
          sender: query.sender,
          kind: query.kind,
          before: query.before,
          after: query.after,
          limit: query.limit ?? 30,
          next: query.next,
        });
      // (The integrator's back end searches for many users.)
      return ctx.actingUser === undefined ? search() : searches.run(callerId, search);
    },
  }),
};

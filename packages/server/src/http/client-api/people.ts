import { Peer } from '@palaver/protocol/client-threads';
import { cursorPageOf } from '@palaver/protocol/envelope';
import { checkNameQuery, FindPeopleQuery } from '@palaver/protocol/people';
import { signedIn } from '../../domain/context.ts';
import { findPeople } from '../../domain/operations/users/find-people.ts';
import { endpoint } from '../endpoint.ts';

export const clientPeopleEndpoints = {
  find: endpoint({
    id: 'clientFindPeople',
    summary: 'Find people by name',
    description:
      'Returns users and bots whose `display_name` matches `q`, so that the user can pick one. Exact matches come first; a name that begins with what was typed so far is found as well. The signed-in user and deactivated users are not found. Whom the user may find is up to the policy of the application (`search_people`).',
    tag: 'Client: Users',
    access: 'token',
    ids: { 'query.next': 'people_position' },
    query: FindPeopleQuery,
    checkQuery: checkNameQuery,
    response: cursorPageOf(Peer),
    errors: ['M40306'],
    handle: ({ ctx, query }) =>
      findPeople(signedIn(ctx), { query: query.q, limit: query.limit ?? 30, cursor: query.next }),
  }),
};

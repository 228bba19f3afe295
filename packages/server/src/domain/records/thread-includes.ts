import type { ThreadId } from '@palaver/protocol/ids';
import type { Member } from '@palaver/protocol/members';
import { MAX_LISTED_MEMBERS, type ThreadInclude, type ThreadListItem } from '@palaver/protocol/threads';
import type { Transactor } from '../../storage/database.ts';
import { readByKeys } from '../../storage/plan-settings.ts';
import { PAGE_BYTES } from '../page.ts';
import { firstMembersJson } from './members-json.ts';
import { type MessageRow, SENDER, shownTo, toMessage } from './messages.ts';

/** What lists of threads show of each on request. */
export type Included = Pick<ThreadListItem, ThreadInclude>;

/** The same for each of these threads, in their order, as many as fit. */
export async function findIncludes(
  db: Pick<Transactor, 'transactionAtOnce'>,
  ids: readonly ThreadId[],
  includes: ReadonlySet<ThreadInclude>,
): Promise<Included[]> {
  const hasMessage = includes.has('last_message');
  const hasMembers = includes.has('members');
  const rows = await readByKeys<{ last_message: MessageRow | null; members: Member[] | null }>(db, INCLUDES, [
    ids,
    hasMessage,
    hasMembers,
  ]);
  return rows.map(({ last_message, members }) => ({
    ...(hasMessage ? { last_message: last_message && toMessage(last_message) } : {}),
    ...(hasMembers ? { members: members ?? [] } : {}),
  }));
}

const BYTES = 'coalesce(octet_length(message.json::text), 0) + coalesce(octet_length(few.json::text), 0)';

// (`offset 0` keeps PostgreSQL from making the JSON anew wherever it is used.)
const INCLUDES = `
  select last_message, members from (
    select named.place, message.json as last_message, few.json as members,
      sum(${BYTES}) over (order by named.place) - (${BYTES}) as bytes_before
    from unnest($1::bigint[]) with ordinality as named (id, place)
    left join lateral (
      select to_json(last) as json from (
        select ${shownTo('null::bigint')} from thread_heads h
        join messages m on m.thread_id = h.thread_id and m.seq = h.last_message_seq ${SENDER}
        where h.thread_id = named.id
      ) last offset 0
    ) message on $2
    left join lateral (select ${firstMembersJson('named.id', MAX_LISTED_MEMBERS)} as json offset 0) few on $3
  ) thread where bytes_before < ${PAGE_BYTES} order by place`;

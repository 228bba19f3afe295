import type { ThreadId } from '@palaver/protocol/ids';
import { type ChangeEntry, MAX_CHANGE_PROFILES } from '@palaver/protocol/log';
import type { SignedInContext } from '../../context.ts';
import { PAGE_BYTES, Page } from '../../page.ts';
import { isReadBy } from '../../records/members.ts';
import { membersJson } from '../../records/members-json.ts';
import { MAX_SEQ, toMs } from '../../records/messages.ts';
import { Refusal } from '../../refusal.ts';

/** Which changes of a thread to list: just before or after a `seq`; without both, the latest. */
export interface ChangesPage {
  before: string | undefined;
  after: string | undefined;
  limit: number;
}

/**
 * The changes of a thread and its members by ascending seq, as many as fit, without silent ones. As with messages, a current member may read all of
 * them, also those from before they joined. Refuses with M40401.
 */
export async function listChanges(
  ctx: SignedInContext,
  threadId: ThreadId,
  { before, after, limit }: ChangesPage,
): Promise<Page<ChangeEntry>> {
  const rows = await ctx.db.query<Row | { seq: null }>(after === undefined ? BEFORE : AFTER, [
    ctx.space.appId,
    ctx.space.tenantId,
    threadId,
    after ?? before ?? MAX_SEQ,
    limit,
    ctx.actingUser.extUserId,
  ]);
  if (rows.length === 0) throw new Refusal('M40401');
  const changes = rows.filter((row) => row.seq !== null);
  const hasMore = changes.length < (changes[0]?.found ?? 0);
  return new Page(
    changes.map(({ found: _found, ...change }) => change),
    hasMore,
  );
}

/** `found`: how many there were, up to one more than the limit. */
type Row = ChangeEntry & { found: number };

/** The condition of the index `log_lines_of_thread`: the entry is about no message, not about the metadata alone, and not silent. */
const IS_SHOWN = `message_seq is null and (type <> 'thread.updated' or change -> 'fields' <> '["metadata"]')
  and (change -> 'silent') is null`;

const NAMED = `
  select e.actor_ext_user_id union all (
    select (named ->> 'ext_user_id')::bigint from jsonb_array_elements(e.change -> 'members') named limit ${MAX_CHANGE_PROFILES}
  )`;

/** The size of the large columns. */
const BYTES = 'coalesce(octet_length(change::text), 0) + octet_length(members::text)';

// If the page has no changes, the result is one row of nulls, which shows that the thread exists.
const pageOf = (position: string, order: string) => `
  select change.thread_id, change.seq, change.type, change.at, change.actor, change.change, change.members, change.found
  from threads t
  left join lateral (
    select * from (
      select *, row_number() over nearest_first as place, count(*) over ()::int as found,
        sum(${BYTES}) over nearest_first - (${BYTES}) as bytes_before
      from (
        select e.thread_id::text, e.seq::float8, e.type, ${toMs('e.at')} as at, e.actor_ext_user_id::text as actor, e.change,
          coalesce(${membersJson('e.thread_id', NAMED)}, '[]') as members
        from (
          select * from log_entries where thread_id = t.id and seq ${position} and ${IS_SHOWN} order by seq ${order} limit $5 + 1
        ) e
      ) near window nearest_first as (order by seq ${order})
    ) counted where place <= $5 and bytes_before < ${PAGE_BYTES}
  ) change on true
  where t.app_id = $1 and t.tenant_id = $2 and t.id = $3 and t.deleted_at is null and ${isReadBy('t', '$6')}
  order by change.seq`;
const BEFORE = pageOf('< $4', 'desc');
const AFTER = pageOf('> $4', 'asc');

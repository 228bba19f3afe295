import type { TestDatabase } from './test-database.ts';

/**
 * Holds the whole database against itself and answers every difference in words; none is `[]`. It is what
 * invariants 2 and 4 of ARCHITECTURE.md say, in SQL: logs without gap and double, counters that equal a recount,
 * and tables that tell the same story twice and so must agree.
 */
export async function recount(database: TestDatabase): Promise<string[]> {
  const differences: string[] = [];
  for (const [what, sql] of Object.entries(RULES)) {
    const rows = await database.sql(sql);
    differences.push(...rows.map((row) => `${what}: ${JSON.stringify(row)}`));
  }
  return differences;
}

/** Each statement answers the rows that break the rule. */
const RULES: Readonly<Record<string, string>> = {
  'a counter is not what its rows say': `
    with said as (
      select h.thread_id, c.counter, c.value from thread_heads h, lateral (values
        ('message_count', h.message_count), ('image_count', h.image_count), ('video_count', h.video_count),
        ('file_count', h.file_count), ('link_count', h.link_count),
        ('pin_message_count', h.pin_message_count), ('member_count', h.member_count)) as c (counter, value)
    ), counted as (
      select thread_id, counter, sum(value) as value
      from messages m, lateral (values
        ('message_count', 1), ('image_count', (kind = 'image')::int), ('video_count', (kind = 'video')::int),
        ('file_count', (kind = 'file')::int), ('link_count', link_count),
        ('pin_message_count', (pinned_at is not null)::int)) as c (counter, value)
      where m.deleted_at is null group by thread_id, counter
      union all
      select thread_id, 'member_count', count(*) from members
      where member_status(state, muted_until, banned_until) in ('active', 'muted') group by thread_id
    )
    select thread_id, counter, s.value as said, coalesce(c.value, 0) as counted
    from said s left join counted c using (thread_id, counter) where s.value <> coalesce(c.value, 0)`,
  'a log has a gap, a double, or another length than its head says': `
    select h.thread_id, h.last_seq, count(l.seq) as entries, min(l.seq) as first, max(l.seq) as last
    from thread_heads h left join log_entries l using (thread_id) group by h.thread_id
    having count(l.seq) <> h.last_seq or min(l.seq) <> 1 or max(l.seq) <> h.last_seq`,
  'a log does not begin with its thread, or begins twice': `
    select h.thread_id from thread_heads h left join log_entries l on l.thread_id = h.thread_id
      and l.type = 'thread.created'
    group by h.thread_id having count(*) <> 1 or min(l.seq) is distinct from 1`,
  'a message is not in the log, or the log names one that is not there': `
    select coalesce(m.thread_id, l.thread_id) as thread_id, l.message_seq, m.seq
    from (select * from log_entries where type = 'message.created') l
    full join messages m on m.thread_id = l.thread_id and m.seq = l.message_seq
    where m.seq is distinct from l.seq or l.actor_ext_user_id is distinct from m.sender_ext_user_id`,
  'a message is of a sender who does not exist': `
    select thread_id, seq, sender_ext_user_id from messages m
    where not exists (select from users u where u.ext_user_id = m.sender_ext_user_id)`,
  'a log or message is of a thread that does not exist': `
    select thread_id from (select thread_id from log_entries union select thread_id from messages) x
    where not exists (select from thread_heads h where h.thread_id = x.thread_id)`,
  'a thread has no head': `
    select id from threads t where not exists (select from thread_heads h where h.thread_id = t.id)`,
  'the list of a user and the members of a thread disagree': `
    select coalesce(m.thread_id, t.thread_id) as thread_id, coalesce(m.ext_user_id, t.ext_user_id) as ext_user_id,
      m.state, t.is_member
    from members m full join user_threads t on t.thread_id = m.thread_id and t.ext_user_id = m.ext_user_id
    where (m.state is not distinct from 'active') is distinct from t.is_member`,
  'a deactivated user is still a member': `
    select m.thread_id, m.ext_user_id, u.user_id from members m join users u using (ext_user_id)
    where u.deactivated_at is not null and u.kind = 'user' and m.state = 'active' and m.role <> 'owner'`,
  'a direct thread has not the two members of its pair, or no pair': `
    select t.id, d.low_ext_user_id, d.high_ext_user_id, array_agg(m.ext_user_id order by m.ext_user_id) as members
    from threads t left join direct_threads d on d.thread_id = t.id left join members m on m.thread_id = t.id
    where t.type = 'direct' group by t.id, d.low_ext_user_id, d.high_ext_user_id
    having array[d.low_ext_user_id, d.high_ext_user_id] is distinct from
      array_agg(m.ext_user_id order by m.ext_user_id)`,
  'a pair points at a thread of another space or type': `
    select d.thread_id from direct_threads d join threads t on t.id = d.thread_id
    where t.type <> 'direct' or t.app_id <> d.app_id or t.tenant_id <> d.tenant_id`,
  'a group has not exactly one owner': `
    select t.id from threads t left join members m on m.thread_id = t.id and m.role = 'owner'
    where t.type = 'group' group by t.id having count(m.ext_user_id) <> 1`,
  'an alias is still the id of somebody': `
    select a.alias_ext_user_id from user_aliases a join users u on u.ext_user_id = a.alias_ext_user_id`,
  'a bot for all tenants shares its id with somebody in a tenant': `
    select b.user_id, u.tenant_id, u.kind from users b
    join users u on u.app_id = b.app_id and u.user_id = b.user_id and u.tenant_id <> ''
    where b.kind = 'bot' and b.tenant_id = ''`,
};

/** Whether a user or bot may be in a thread: both of one space, or a bot for all tenants of the application. */
const IS_OF_SPACE = `u.app_id = t.app_id and (u.tenant_id = t.tenant_id or (u.kind = 'bot' and u.tenant_id = ''))`;

/** What remembered answers name: the messages of a send, or the thread that was created. */
const NAMED = `
  select k.app_id, k.key, n.thread_id, n.seq
  from idempotency_keys k, json_to_recordset(
    case when json_typeof(data) = 'object' then json_build_array(data)
      when json_typeof(data -> 0) = 'object' then data else '[]' end) as n (thread_id bigint, seq bigint)
  where n.thread_id is not null`;

/**
 * What must hold over the whole database (invariants 2 and 3 of ARCHITECTURE.md, and tables that tell the same story
 * twice). A rule is named by the sentence that is true when it is broken, and is a statement that answers the rows
 * that break it, in columns that let somebody find them.
 *
 * Each reads its tables once and joins them whole: with millions of messages a look-up for each row takes minutes.
 */
export const RULES: Readonly<Record<string, string>> = {
  'a counter is not what its rows say': `
    with said as (
      select thread_id, count(*) as messages, sum(link_count) as links, count(pinned_at) as pins,
        count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
        count(*) filter (where kind = 'file') as files
      from messages where deleted_at is null group by thread_id
    ), present as (
      select thread_id, count(*) as members from members where state = 'active' group by thread_id
    )
    select h.thread_id, c.counter, c.stored, c.counted
    from thread_heads h left join said s using (thread_id) left join present p using (thread_id),
      lateral (values
        ('message_count', h.message_count, coalesce(s.messages, 0)), ('image_count', h.image_count, coalesce(s.images, 0)),
        ('video_count', h.video_count, coalesce(s.videos, 0)), ('file_count', h.file_count, coalesce(s.files, 0)),
        ('link_count', h.link_count, coalesce(s.links, 0)), ('pin_message_count', h.pin_message_count, coalesce(s.pins, 0)),
        ('member_count', h.member_count, coalesce(p.members, 0))) as c (counter, stored, counted)
    where c.stored <> c.counted`,

  'a log has a gap, or another length than its head says': `
    with logs as (
      select thread_id, count(*) as entries, min(seq) as first, max(seq) as last from log_entries group by thread_id
    )
    select thread_id, h.last_seq, coalesce(entries, 0) as entries, first, last
    from thread_heads h left join logs using (thread_id)
    where (entries, first, last) is distinct from (h.last_seq, 1, h.last_seq)`,

  'a log does not begin with its thread, or begins twice': `
    with beginnings as (
      select thread_id, array_agg(seq order by seq) as seqs from log_entries
      where type = 'thread.created' group by thread_id
    )
    select thread_id, seqs as begins_at from thread_heads left join beginnings using (thread_id)
    where seqs is distinct from array[1::bigint]`,

  'a message is not in the log as it was sent, or the log names one that is not there': `
    select coalesce(m.thread_id, l.thread_id) as thread_id, m.seq, m.sender_ext_user_id,
      l.seq as entry_seq, l.message_seq, l.actor_ext_user_id
    from messages m full join (
      select thread_id, seq, message_seq, actor_ext_user_id from log_entries where type = 'message.created'
    ) l on l.thread_id = m.thread_id and l.seq = m.seq
    where (m.seq, m.seq, m.sender_ext_user_id) is distinct from (l.seq, l.message_seq, l.actor_ext_user_id)`,

  'a log entry or a message is of a thread that does not exist': `
    select 'log_entries' as found_in, thread_id, seq from log_entries l
    where not exists (select from thread_heads h where h.thread_id = l.thread_id)
    union all
    select 'messages', thread_id, seq from messages m
    where not exists (select from thread_heads h where h.thread_id = m.thread_id)`,

  'a thread has no head': `
    select id as thread_id from threads t where not exists (select from thread_heads h where h.thread_id = t.id)`,

  'a message is of a sender who does not exist, or of another space': `
    select m.thread_id, m.seq, m.sender_ext_user_id
    from messages m join threads t on t.id = m.thread_id left join users u on u.ext_user_id = m.sender_ext_user_id
    where (${IS_OF_SPACE}) is not true`,

  'a member is of another space than the thread': `
    select m.thread_id, m.ext_user_id
    from members m join threads t on t.id = m.thread_id join users u using (ext_user_id)
    where (${IS_OF_SPACE}) is not true`,

  'the list of a user and the members of a thread disagree': `
    select coalesce(m.thread_id, t.thread_id) as thread_id, coalesce(m.ext_user_id, t.ext_user_id) as ext_user_id,
      m.state, t.is_member
    from members m full join user_threads t on t.thread_id = m.thread_id and t.ext_user_id = m.ext_user_id
    where (m.state is not distinct from 'active') is distinct from t.is_member`,

  'a user has read further than the log goes': `
    select t.thread_id, t.ext_user_id, t.read_seq, h.last_seq
    from user_threads t join thread_heads h using (thread_id) where t.read_seq > h.last_seq`,

  'a deactivated user is still a member': `
    select m.thread_id, m.ext_user_id from members m join users u using (ext_user_id)
    where u.deactivated_at is not null and u.kind = 'user' and m.state = 'active' and m.role <> 'owner'`,

  'a direct thread has not the two members of its pair, or no pair': `
    with present as (
      select thread_id, array_agg(ext_user_id order by ext_user_id) as members from members group by thread_id
    )
    select t.id as thread_id, d.low_ext_user_id, d.high_ext_user_id, p.members
    from threads t left join direct_threads d on d.thread_id = t.id left join present p on p.thread_id = t.id
    where t.type = 'direct' and array[d.low_ext_user_id, d.high_ext_user_id] is distinct from p.members`,

  'a pair has a thread of another space or type': `
    select d.thread_id, d.low_ext_user_id, d.high_ext_user_id
    from direct_threads d join threads t on t.id = d.thread_id
    where (t.type, t.app_id, t.tenant_id) <> ('direct', d.app_id, d.tenant_id)`,

  'a group has not exactly one owner': `
    with owned as (
      select thread_id, array_agg(ext_user_id) as owners from members where role = 'owner' group by thread_id
    )
    select t.id as thread_id, o.owners from threads t left join owned o on o.thread_id = t.id
    where t.type = 'group' and cardinality(o.owners) is distinct from 1`,

  'an alias is still the id of somebody': `
    select a.alias_ext_user_id, a.ext_user_id
    from user_aliases a join users u on u.ext_user_id = a.alias_ext_user_id`,

  'a bot for all tenants shares its id with somebody in a tenant': `
    select b.app_id, b.user_id, u.tenant_id, u.kind
    from users b join users u on u.app_id = b.app_id and u.user_id = b.user_id and u.tenant_id <> ''
    where b.kind = 'bot' and b.tenant_id = ''`,

  'an idempotency key remembers a message or a thread that is not there': `
    select n.app_id, n.key, n.thread_id, n.seq
    from (${NAMED}) n left join threads t on t.id = n.thread_id and t.app_id = n.app_id
    left join messages m on m.thread_id = n.thread_id and m.seq = n.seq
    where t.id is null or (n.seq is not null and m.seq is null)`,

  'several idempotency keys remember one message': `
    select app_id, thread_id, seq, array_agg(key order by key) as keys
    from (${NAMED}) n where seq is not null group by app_id, thread_id, seq having count(*) > 1`,
};

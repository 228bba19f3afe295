import type { EntryType } from '@palaver/protocol/log';

/** Whether a user or bot may be in a thread: both of one space, or a bot for all tenants of the application. */
const IS_OF_SPACE = `u.app_id = t.app_id and (u.tenant_id = t.tenant_id or (u.kind = 'bot' and u.tenant_id = ''))`;

/** What the stored answers of idempotency keys name: the messages of a send, or the created thread. */
const NAMED = `
  select k.app_id, k.tenant_id, k.key, n.thread_id, n.seq
  from idempotency_keys k, json_to_recordset(
    case when json_typeof(data) = 'object' then json_build_array(data)
      when json_typeof(data -> 0) = 'object' then data else '[]' end) as n (thread_id bigint, seq bigint)
  where n.thread_id is not null`;

/**
 * The last log entry of these types about each member. The entry that creates a direct thread names no members: they are in
 * `direct_threads`.
 */
const lastToldOfMembers = (types: readonly EntryType[]) => `
  select distinct on (l.thread_id, m.ext_user_id) l.thread_id, m.ext_user_id, l.seq, l.type, l.actor_ext_user_id as actor, m.role
  from log_entries l, jsonb_to_recordset(l.change -> 'members') as m (ext_user_id bigint, role text)
  where l.type in (${types.map((type) => `'${type}'`).join(', ')})
  order by l.thread_id, m.ext_user_id, l.seq desc`;

/**
 * Checks of the whole database: invariants 2 and 4 of ARCHITECTURE.md, and tables that store the same fact twice. The name
 * of a check is the sentence that is true when it fails. Its statement selects the rows that violate it, with the columns
 * that identify them.
 *
 * Each statement scans its tables once and joins them whole. With millions of messages, a lookup per row takes minutes.
 */
export const CONSISTENCY_CHECKS: Readonly<Record<string, string>> = {
  'a counter differs from the number of its rows': `
    with said as (
      select thread_id, count(*) as messages, sum(link_count) as links, count(pinned_at) as pins,
        count(*) filter (where kind = 'image') as images, count(*) filter (where kind = 'video') as videos,
        count(*) filter (where kind in ('file', 'audio')) as files
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

  'a message names a file that is not stored': `
    select m.thread_id, m.seq, m.file_id from messages m left join files f on f.id = m.file_id
    where m.file_id is not null and m.deleted_at is null and f.state is distinct from 'stored'`,

  // (`is_gone`: the bytes of the file were lost, and its row went. The messages of deleted threads release their files.)
  'a message shows another file than it names': `
    select m.thread_id, m.seq, m.file_id, m.metadata ->> 'file_id' as shown, m.metadata ->> 'is_gone' as is_gone
    from messages m join threads t on t.id = m.thread_id
    where m.kind in ('image', 'video', 'audio', 'file') and m.deleted_at is null and t.deleted_at is null
      and m.file_id is distinct from
        case when m.metadata ->> 'is_gone' = 'true' then null else m.metadata ->> 'file_id' end`,

  // (It would never be removed.)
  'neither a message nor a picture names a file that is kept': `
    select f.id from files f left join messages m on m.file_id = f.id and m.deleted_at is null
      left join pictures p on p.file_id = f.id
    where f.state = 'stored' and f.expires_at is null and m.file_id is null and p.file_id is null`,

  'a picture is a file that is not stored in its space': `
    select p.file_id, p.ext_user_id, p.thread_id from pictures p left join files f on f.id = p.file_id
      left join users u on u.ext_user_id = p.ext_user_id left join threads t on t.id = p.thread_id
    where f.state is distinct from 'stored'
      or (f.app_id, f.tenant_id) <> (coalesce(u.app_id, t.app_id), coalesce(u.tenant_id, t.tenant_id))`,

  // (So would these.)
  'a message of a deleted thread holds a file that it should have released': `
    select m.thread_id, m.seq, m.file_id from messages m join threads t on t.id = m.thread_id
    where t.deleted_at is not null and m.file_id is not null
      and (t.files_held_from is null or m.seq < t.files_held_from)`,

  'the usage of files differs from their sum': `
    select app_id, tenant_id, u.files, u.bytes, c.files as counted_files, c.bytes as counted_bytes
    from file_usage u full join (
      select app_id, tenant_id, count(*) as files, sum(size + coalesce(thumbnail_size, 0)) as bytes
      from files group by app_id, tenant_id
    ) c using (app_id, tenant_id)
    where (coalesce(u.files, 0), coalesce(u.bytes, 0)) is distinct from (coalesce(c.files, 0), coalesce(c.bytes, 0))`,

  'the usage of the files of a user differs from their sum': `
    select ext_user_id, u.bytes, c.bytes as counted_bytes
    from user_file_usage u full join (
      select uploader_ext_user_id as ext_user_id, sum(size + coalesce(thumbnail_size, 0)) as bytes
      from files where counts_for_uploader group by uploader_ext_user_id
    ) c using (ext_user_id)
    where coalesce(u.bytes, 0) is distinct from coalesce(c.bytes, 0)`,

  'the bytes that unfinished uploads reserve differ from their lengths': `
    select app_id, tenant_id, u.unfinished_bytes, c.bytes as counted_bytes
    from file_usage u full join (
      select app_id, tenant_id, sum(length) as bytes from uploads where ended_at is null group by app_id, tenant_id
    ) c using (app_id, tenant_id)
    where coalesce(u.unfinished_bytes, 0) is distinct from coalesce(c.bytes, 0)`,

  'an upload has other parts than it says': `
    select u.id, u.received, p.bytes, p.upto from uploads u left join (
      select upload_id, sum(size) as bytes, max(start + size) as upto from upload_parts group by upload_id
    ) p on p.upload_id = u.id
    where (coalesce(p.bytes, 0), coalesce(p.upto, 0)) is distinct from (u.received::numeric, u.received)`,

  'a log has a gap, or its length differs from its head': `
    with logs as (
      select thread_id, count(*) as entries, count(distinct seq) as numbers, min(seq) as first, max(seq) as last
      from thread_log group by thread_id
    )
    select thread_id, h.last_seq, coalesce(entries, 0) as entries, numbers, first, last
    from thread_heads h left join logs using (thread_id)
    where (entries, numbers, first, last) is distinct from (h.last_seq, h.last_seq, 1, h.last_seq)`,

  // (Swapped numbers show here, unless both entries have the same time. So does a database clock that was set back.)
  'the positions of events have a gap or a double': `
    with stored as (
      select app_id, count(*) as events, count(distinct position) as positions, min(position) as first, max(position) as last
      from events group by app_id
    )
    select app_id, s.dropped_through, events, positions, first, last
    from stored left join event_streams s using (app_id)
    where (events, positions) is distinct from (last - first + 1, last - first + 1)
      or first > s.dropped_through + 1 or s.app_id is null`,

  // (While the relay has not erased it yet, nobody is shown it.)
  'an event shows a message as it was before its deletion': `
    select e.app_id, e.position, e.thread_id, e.seq from (
      select *, case when type <> 'bot.button_clicked' then body::json #> '{data,entry,message}' end as shown,
        case when type = 'bot.button_clicked' then body::json #>> '{data,button,label}' end as label
      from events where thread_id is not null and body is not null
    ) e join messages m on m.thread_id = e.thread_id
      and (m.seq = coalesce(e.message_seq, e.seq) or label is not null and m.seq = e.seq)
    where m.deleted_at is not null and (shown is not null and shown ->> 'deleted_at' is null or label <> '')
      and not exists (select from erasures x where x.thread_id = m.thread_id and x.message_seq = m.seq)
      and not exists (
        select from outbox o where o.thread_id = m.thread_id and o.message_seq = m.seq and o.type = 'message.deleted')`,

  'the time of a log entry is before that of its predecessor': `
    select thread_id, seq, at, previous_at from (
      select thread_id, seq, at, lag(at) over (partition by thread_id order by seq) as previous_at from thread_log
    ) dated where at < previous_at`,

  'a log entry comes before the message that it is about': `
    select thread_id, seq, type, message_seq from log_entries where message_seq >= seq`,

  'a log does not begin with the creation of its thread, or has it twice': `
    with beginnings as (
      select thread_id, array_agg(seq order by seq) as seqs from log_entries
      where type = 'thread.created' group by thread_id
    )
    select thread_id, seqs as begins_at from thread_heads left join beginnings using (thread_id)
    where seqs is distinct from array[1::bigint]`,

  'a head names a wrong latest message or time': `
    with latest as (
      select thread_id, max(seq) as seq from messages group by thread_id
    )
    select h.thread_id, h.last_message_seq, latest.seq, h.active_at, coalesce(m.created_at, t.created_at) as at
    from thread_heads h join threads t on t.id = h.thread_id left join latest using (thread_id)
    left join messages m on m.thread_id = latest.thread_id and m.seq = latest.seq
    where (h.last_message_seq, h.active_at)
      is distinct from (coalesce(latest.seq, 0), coalesce(m.created_at, t.created_at))`,

  'a message is edited, deleted or pinned differently from the log': `
    with told as (
      select thread_id, message_seq as seq, bool_or(type = 'message.updated') as is_edited,
        bool_or(type = 'message.deleted') as is_deleted,
        coalesce((array_agg(type order by seq desc) filter (where type in ('message.pinned', 'message.unpinned')))[1]
          = 'message.pinned', false) as is_pinned
      from log_entries where message_seq is not null group by thread_id, message_seq
    )
    select coalesce(m.thread_id, told.thread_id) as thread_id, coalesce(m.seq, told.seq) as seq, m.edited_at,
      m.deleted_at, m.pinned_at, is_edited, is_deleted, is_pinned
    from messages m full join told on told.thread_id = m.thread_id and told.seq = m.seq
    where m.seq is null
      or (m.edited_at is not null) <> coalesce(is_edited, false)
      or (m.deleted_at is not null) <> coalesce(is_deleted, false)
      or (m.pinned_at is not null) <> coalesce(is_pinned and not is_deleted, false)`,

  'a deleted message still has content': `
    select thread_id, seq from messages
    where deleted_at is not null
      and (text <> '' or metadata::text <> '{}' or custom_notify is not null or pinned_at is not null
        or reply_to is not null or mentions is not null)`,

  'a reaction differs from the log, or belongs to a deleted message': `
    with told as (
      select distinct on (thread_id, message_seq, ext_user_id, key)
        thread_id, message_seq, actor_ext_user_id as ext_user_id, change ->> 'key' as key, seq, type
      from log_entries where type in ('reaction.added', 'reaction.removed')
      order by thread_id, message_seq, ext_user_id, key, seq desc
    )
    select story.*, m.deleted_at
    from (
      select thread_id, message_seq, ext_user_id, key, told.type, told.seq, r.created_at as given_at
      from told full join reactions r using (thread_id, message_seq, ext_user_id, key)
    ) story left join messages m on m.thread_id = story.thread_id and m.seq = story.message_seq
    where (given_at is not null) <> (coalesce(type = 'reaction.added', false) and m.deleted_at is null)`,

  'the state of a member differs from the log': `
    with told as (${lastToldOfMembers([
      'thread.created',
      'member.added',
      'member.removed',
      'member.banned',
      'member.unbanned',
    ])})
    select thread_id, ext_user_id, m.state, told.type, told.seq
    from (
      select m.*, t.type as thread_type, t.deleted_at from members m join threads t on t.id = m.thread_id
    ) m full join told using (thread_id, ext_user_id)
    where m.state is distinct from case
      when told.type = 'member.banned' then 'banned'
      when told.type in ('member.removed', 'member.unbanned') or deleted_at is not null then 'removed'
      when told.type is not null or thread_type = 'direct' then 'active'
    end`,

  'a former member has left, or was removed, differently from the log': `
    with told as (${lastToldOfMembers(['thread.created', 'member.added', 'member.removed'])})
    select thread_id, ext_user_id, m.has_left, told.type, told.actor, told.seq
    from members m left join told using (thread_id, ext_user_id)
    where m.state <> 'active' and m.has_left <> coalesce(told.type = 'member.removed' and told.actor = m.ext_user_id, false)`,

  'the role of a member differs from the log': `
    with told as (${lastToldOfMembers([
      'thread.created',
      'thread.owner_changed',
      'member.added',
      'member.removed',
      'member.role_changed',
      'member.banned',
    ])})
    select thread_id, ext_user_id, m.role, told.role as told, told.seq
    from members m join threads t on t.id = m.thread_id left join told using (thread_id, ext_user_id)
    where m.role <> case when deleted_at is null then coalesce(told.role, 'member') else 'member' end`,

  'the mute of a member differs from the log': `
    with told as (${lastToldOfMembers(['member.muted', 'member.unmuted'])})
    select thread_id, ext_user_id, m.muted_until, told.type, told.seq
    from members m left join told using (thread_id, ext_user_id)
    where m.muted_until is not null and told.type is distinct from 'member.muted'
      or m.state = 'active' and m.muted_until is null and told.type = 'member.muted'`,

  'the owner of a thread is muted': `
    select thread_id, ext_user_id, muted_until from members where role = 'owner' and muted_until > now()`,

  'the deletion of a thread differs from the log': `
    with told as (select thread_id, max(seq) as seq from log_entries where type = 'thread.deleted' group by thread_id)
    select id as thread_id, t.deleted_at, told.seq, h.last_seq
    from threads t join thread_heads h on h.thread_id = t.id left join told on told.thread_id = t.id
    where told.seq is distinct from case when t.deleted_at is not null then h.last_seq end`,

  'a log entry or message belongs to no thread': `
    select 'log_entries' as found_in, thread_id, seq from log_entries l
    where not exists (select from thread_heads h where h.thread_id = l.thread_id)
    union all
    select 'messages', thread_id, seq from messages m
    where not exists (select from thread_heads h where h.thread_id = m.thread_id)`,

  'a thread has no head': `
    select id as thread_id from threads t where not exists (select from thread_heads h where h.thread_id = t.id)`,

  'the sender of a message does not exist, or is of another space': `
    select m.thread_id, m.seq, m.sender_ext_user_id
    from messages m join threads t on t.id = m.thread_id left join users u on u.ext_user_id = m.sender_ext_user_id
    where (${IS_OF_SPACE}) is not true`,

  'a member and the thread are of different spaces': `
    select m.thread_id, m.ext_user_id
    from members m join threads t on t.id = m.thread_id join users u using (ext_user_id)
    where (${IS_OF_SPACE}) is not true`,

  'the list of a user and the members of a thread disagree': `
    select coalesce(m.thread_id, t.thread_id) as thread_id, coalesce(m.ext_user_id, t.ext_user_id) as ext_user_id,
      m.state, t.is_member
    from members m full join user_threads t on t.thread_id = m.thread_id and t.ext_user_id = m.ext_user_id
    where (m.state is not distinct from 'active') is distinct from t.is_member`,

  'a thread is missing from the list of a member, or a linked thread is in it': `
    select ut.thread_id, ut.ext_user_id, ut.is_linked, t.reference_id, t.satl_reference_id
    from user_threads ut join threads t on t.id = ut.thread_id
    where ut.is_member and ut.is_linked <> (num_nonnulls(t.reference_id, t.satl_reference_id) > 0)`,

  'a read position is past the end of the log': `
    select t.thread_id, t.ext_user_id, t.read_seq, h.last_seq
    from user_threads t join thread_heads h using (thread_id) where t.read_seq > h.last_seq`,

  'a deactivated user is still a member': `
    select m.thread_id, m.ext_user_id from members m join users u using (ext_user_id)
    where u.deactivated_at is not null and u.kind = 'user' and m.state = 'active' and m.role <> 'owner'`,

  'the members of a direct thread differ from its pair': `
    with present as (
      select thread_id, array_agg(ext_user_id order by ext_user_id) as members from members group by thread_id
    )
    select t.id as thread_id, d.low_ext_user_id, d.high_ext_user_id, p.members
    from threads t left join direct_threads d on d.thread_id = t.id left join present p on p.thread_id = t.id
    where t.type = 'direct' and t.deleted_at is null and array[d.low_ext_user_id, d.high_ext_user_id] is distinct from p.members`,

  'a pair has a thread of another space or type': `
    select d.thread_id, d.low_ext_user_id, d.high_ext_user_id
    from direct_threads d join threads t on t.id = d.thread_id
    where (t.type, t.app_id, t.tenant_id) <> ('direct', d.app_id, d.tenant_id)`,

  'a group does not have exactly one owner': `
    with owned as (
      select thread_id, array_agg(ext_user_id) as owners from members where role = 'owner' group by thread_id
    )
    select t.id as thread_id, o.owners from threads t left join owned o on o.thread_id = t.id
    where t.type = 'group' and t.deleted_at is null and cardinality(o.owners) is distinct from 1`,

  'an alias is also the id of a user': `
    select a.alias_ext_user_id, a.ext_user_id
    from user_aliases a join users u on u.ext_user_id = a.alias_ext_user_id`,

  'a bot for all tenants shares its id with a user of a tenant': `
    select b.app_id, b.user_id, u.tenant_id, u.kind
    from users b join users u on u.app_id = b.app_id and u.user_id = b.user_id and u.tenant_id <> ''
    where b.kind = 'bot' and b.tenant_id = ''`,

  'an idempotency key remembers a missing message or thread': `
    select n.app_id, n.tenant_id, n.key, n.thread_id, n.seq
    from (${NAMED}) n
    left join threads t on t.id = n.thread_id and t.app_id = n.app_id and t.tenant_id = n.tenant_id
    left join messages m on m.thread_id = n.thread_id and m.seq = n.seq
    where t.id is null or (n.seq is not null and m.seq is null)`,

  'several idempotency keys remember one message': `
    select app_id, tenant_id, thread_id, seq, array_agg(key order by key) as keys
    from (${NAMED}) n where seq is not null group by app_id, tenant_id, thread_id, seq having count(*) > 1`,
};

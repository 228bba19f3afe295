/**
 * SQL that says of what a member is notified: of `all` messages, of `mentions` (and replies to the member's own messages), or of
 * `none`.
 */

/** Groups of more members notify of mentions only, unless a member chooses otherwise. */
const MAX_MEMBERS_FOR_ALL = 100;

/** The default of a thread `t` with the head `h`. */
export const DEFAULT_LEVEL = `
  case
    when num_nonnulls(t.reference_id, t.satl_reference_id) > 0 then coalesce((
      select s.linked_threads from notification_settings s
      where s.app_id = t.app_id and s.tenant_id in (t.tenant_id, '') order by s.tenant_id desc limit 1), 'mentions')
    when t.type = 'direct' or h.member_count <= ${MAX_MEMBERS_FOR_ALL} then 'all'
    else 'mentions'
  end`;

/** What a member chose (`choice`, a row of `thread_notifications` or null), or the default of the thread `th`. */
export const LEVEL = `coalesce(choice.level, th.level)`;

/** Whether the message `m` mentions the user of the row `n`, or replies to one of their messages. */
export const IS_MENTION = `(n.ext_user_id = any (m.mentions) or coalesce((
  select r.sender_ext_user_id = n.ext_user_id from messages r
  where m.reply_to is not null and r.thread_id = m.thread_id and r.seq = m.reply_to), false))`;

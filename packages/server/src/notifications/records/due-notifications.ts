import type { PushProvider } from '@palaver/protocol/devices';
import type { ExtUserId, ThreadId } from '@palaver/protocol/ids';
import { lookUp } from '../../domain/records/events.ts';
import type { LinkColumns } from '../../domain/records/threads.ts';
import { toArray } from '../../storage/columns.ts';
import type { Transactor } from '../../storage/database.ts';
import { DEFAULT_LEVEL, IS_MENTION, LEVEL } from './notification-level.ts';
import type { NotificationId } from './notifications.ts';

/** A notification that is due and that this process has claimed, with what it is about as it is now. */
export interface DueNotification extends LinkColumns {
  id: NotificationId;
  ext_user_id: ExtUserId;
  device_id: string;
  thread_id: ThreadId;
  seq: string;
  shown_seq: string;
  wanted_at: Date;
  tries: number;
  app_id: string;
  tenant_id: string;
  read_seq: string;
  /** Whether the user is a current member of a thread that exists, and wants notifications now. */
  is_wanted: boolean;
  /** Until when the user has the thread open on a live connection; null: they have not. */
  open_until: Date | null;
  quiet_hours: QuietHours | null;
  /** Whether the message that the device shows was read or deleted, or the user is no longer a member. */
  is_settled: boolean;
  /** null: it was removed. */
  device: DueDevice | null;
  /** The latest message to show; null: there is none left. */
  message: DueMessage | null;
}

/** Times of day as HH:MM. */
export interface QuietHours {
  start: string;
  end: string;
  time_zone: string;
}

export interface DueDevice {
  provider: PushProvider;
  token: string;
  token_hash: string;
  subscription: { p256dh: string; auth: string; application_server_key: string } | null;
  language: string;
  /** The last registration, in Unix milliseconds. */
  seen_at: number;
}

export interface DueMessage {
  seq: string;
  kind: string;
  text: string;
  promotion_title: string | null;
  custom_notify: { title?: string; subtitle?: string; avatar_url?: string; image_url?: string } | null;
  sender_name: string;
  sender_avatar_url: string;
  thread_name: string;
  thread_type: 'direct' | 'group';
  is_mention: boolean;
}

/** What claimed notifications are about, as it is now. */
export async function readDue(db: Transactor, ids: readonly NotificationId[]): Promise<DueNotification[]> {
  return ids.length === 0 ? [] : lookUp<DueNotification>(db, DUE, [toArray(ids)]);
}

/** How many messages before the one to show are looked at, if that one was deleted. */
const MAX_LOOKED_BACK = 100;
/** Texts are cut later, to what a platform shows. */
const MAX_TEXT = 1_000;

// (No `exists`, for which PostgreSQL may read whole tables into memory, if they were small when the plan was made.)
const DUE = `
  select n.id, n.ext_user_id, n.device_id, n.thread_id, n.seq, n.shown_seq, n.wanted_at, n.tries, th.app_id, th.tenant_id,
    th.reference_id, th.satl_reference_id, coalesce(mine.read_seq, 0) as read_seq,
    coalesce(mine.is_member and not th.is_deleted and coalesce(own.is_on, true)
      and (choice.muted_until is null or choice.muted_until <= clock_timestamp()), false) as is_wanted,
    (
      select max(o.until) from open_threads o
      where o.ext_user_id = n.ext_user_id and o.thread_id = n.thread_id and o.until > clock_timestamp()
    ) as open_until,
    own.quiet_hours, n.shown_seq > 0 and (coalesce(mine.read_seq >= n.shown_seq or not mine.is_member, true)
      or shown.is_deleted or th.is_deleted) as is_settled,
    case when d.device_id is not null then json_build_object('provider', d.provider, 'token', d.token,
      'token_hash', encode(d.token_hash, 'hex'), 'subscription', d.subscription, 'language', d.language,
      'seen_at', extract(epoch from d.seen_at) * 1000) end as device,
    to_json(message) as message
  from notifications n
  cross join lateral (
    select t.app_id, t.tenant_id, t.type, t.name, t.reference_id, t.satl_reference_id, t.deleted_at is not null as is_deleted, ${DEFAULT_LEVEL} as level
    from threads t join thread_heads h on h.thread_id = t.id where t.id = n.thread_id
  ) th
  left join user_threads mine on mine.ext_user_id = n.ext_user_id and mine.thread_id = n.thread_id
  left join devices d on d.ext_user_id = n.ext_user_id and d.device_id = n.device_id
  left join user_notifications own on own.ext_user_id = n.ext_user_id
  left join thread_notifications choice on choice.thread_id = n.thread_id and choice.ext_user_id = n.ext_user_id
  cross join lateral (
    select coalesce((
      select m.deleted_at is not null from messages m where m.thread_id = n.thread_id and m.seq = n.shown_seq
    ), true) as is_deleted
  ) shown
  left join lateral (
    select m.seq::text, m.kind, left(m.text, ${MAX_TEXT}) as text, left(m.metadata #>> '{promotion,title}', ${MAX_TEXT}) as promotion_title,
      m.custom_notify, sender.display_name as sender_name, sender.avatar_url as sender_avatar_url, th.name as thread_name,
      th.type as thread_type, coalesce(${IS_MENTION}, false) as is_mention
    from (
      select * from messages m
      where m.thread_id = n.thread_id and m.seq <= n.seq
        and m.seq > greatest(mine.read_seq, case
          when shown.is_deleted then 0 when n.may_show then n.shown_seq - 1 else n.shown_seq end)
      order by m.seq desc limit ${MAX_LOOKED_BACK}
    ) m join users sender on sender.ext_user_id = m.sender_ext_user_id
    where m.deleted_at is null and m.sender_ext_user_id <> n.ext_user_id
      and (${LEVEL} = 'all' or ${LEVEL} = 'mentions' and ${IS_MENTION})
    order by m.seq desc limit 1
  ) message on true
  where n.id = any ($1::bigint[])`;

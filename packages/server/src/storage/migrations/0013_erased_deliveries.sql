-- Up Migration

/*
 * What a deleted message said is taken out of the deliveries that told of it, which are found by the entries of its
 * thread's log; the message's entries beside its creation by an index of their own.
 */
alter table webhook_deliveries add column erasures integer not null default 0;
comment on column webhook_deliveries.erasures is 'How often what it tells was erased: a call that began before keeps nothing';
comment on column webhook_deliveries.body is 'As it was first sent: it is the same on every try, until the message is deleted';
create index webhook_deliveries_by_entry on webhook_deliveries (thread_id, seq) where thread_id is not null;
create index webhook_deliveries_by_promotion on webhook_deliveries (thread_id, ((data -> 'message' ->> 'seq')::bigint))
  where type = 'bot.button_clicked';
create index log_entries_about_messages on log_entries (thread_id, message_seq)
  where message_seq is not null and type <> 'message.created';

-- Of messages that were deleted before.
update messages set client_fingerprint = null where deleted_at is not null and client_fingerprint is not null;
comment on column messages.client_fingerprint is 'SHA-256 of what was sent with client_message_id: a repeat must be the same; null once the message is deleted';
update webhook_deliveries d set body = null, erasures = 1,
  attempts = (select coalesce(jsonb_agg(attempt || '{"response_body": ""}' order by n), '[]')
    from jsonb_array_elements(d.attempts) with ordinality as made (attempt, n)),
  data = case when d.data is not null then jsonb_set(d.data::jsonb, '{button,label}', '""')::json end
from log_entries l join messages m on m.thread_id = l.thread_id and m.seq = l.message_seq
where l.thread_id = d.thread_id and l.seq = d.seq and m.deleted_at is not null;
update webhook_deliveries d set body = null, erasures = 1,
  attempts = (select coalesce(jsonb_agg(attempt || '{"response_body": ""}' order by n), '[]')
    from jsonb_array_elements(d.attempts) with ordinality as made (attempt, n)),
  data = jsonb_set(jsonb_set(d.data::jsonb, '{button,label}', '""'), '{payload}', 'null')::json
from messages m
where d.type = 'bot.button_clicked' and m.thread_id = d.thread_id
  and m.seq = (d.data -> 'message' ->> 'seq')::bigint and m.deleted_at is not null;

-- What a repeat of a press is answered is read anew; what was remembered of it held the text.
update idempotency_keys
  set data = json_build_object('id', data -> 'id', 'thread_id', data -> 'thread_id', 'seq', data -> 'seq')
  where json_typeof(data) = 'object' and data -> 'body' is not null;

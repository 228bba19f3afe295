-- Up Migration

alter table thread_heads
  add column last_message_seq bigint not null default 0,
  add column active_at timestamptz not null default now();
comment on column thread_heads.last_message_seq is 'The latest message, deleted or not; 0: there is none';
comment on column thread_heads.active_at is 'When it was sent, exactly as its log entry says; without a message: when the thread was made';
update thread_heads h set last_message_seq = coalesce(e.seq, 0), active_at = coalesce(e.at, t.created_at)
  from threads t left join lateral (
    select seq, at from log_entries where thread_id = t.id and type = 'message.created' order by seq desc limit 1
  ) e on true
  where t.id = h.thread_id;

alter table user_threads add column is_linked boolean not null default false;
comment on column user_threads.is_linked is 'The thread is tied to an object of the integrator, and so in no chat list';
update user_threads ut set is_linked = true
  from threads t where t.id = ut.thread_id and (t.reference_id is not null or t.satl_reference_id is not null);
create index threads_by_reference on threads (app_id, tenant_id, reference_id) where reference_id is not null;
create index threads_by_satl_reference on threads (app_id, tenant_id, satl_reference_id)
  where satl_reference_id is not null;

alter table messages
  add column reply_to bigint,
  add column mentions bigint[],
  add column client_message_id text collate "C",
  add column client_fingerprint bytea;
comment on column messages.reply_to is 'The seq of the message that this one answers';
comment on column messages.mentions is 'ext_user_ids; null: nobody';
comment on column messages.client_fingerprint is 'SHA-256 of what was sent with client_message_id: a repeat must be the same';
create unique index messages_by_client_message_id on messages (thread_id, sender_ext_user_id, client_message_id)
  where client_message_id is not null;

create table reactions (
  thread_id bigint not null,
  message_seq bigint not null,
  key text collate "C" not null,
  ext_user_id bigint not null references users,
  created_at timestamptz not null default clock_timestamp(),
  primary key (thread_id, message_seq, key, ext_user_id),
  foreign key (thread_id, message_seq) references messages
);

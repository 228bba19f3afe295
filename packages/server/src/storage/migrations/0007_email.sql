-- Up Migration

-- E-mail for messages that stay unread. The notifier's fan-out notes what there is to tell (email_digests, email_threads); one mail
-- then tells a user of all of it.

create table user_emails (
  ext_user_id bigint primary key references users,
  app_id text collate "C" not null,
  address text collate "C" not null,
  language text collate "C" not null,
  is_refused boolean not null default false,
  unsubscribe_token text collate "C" not null unique,
  updated_at timestamptz not null default now()
);
comment on table user_emails is 'Where users get e-mail about what stays unread';
comment on column user_emails.language is 'BCP 47; empty: unknown';
comment on column user_emails.is_refused is 'A mail server said that there is no such address: it gets no mail until it is set anew';
comment on column user_emails.unsubscribe_token is 'The secret part of the links that unsubscribe. Another address has another one';
create index user_emails_by_app on user_emails (app_id);

create table email_opt_outs (
  ext_user_id bigint primary key references users,
  created_at timestamptz not null default now()
);
comment on table email_opt_outs is 'Users who want no e-mail. It outlives their address';

alter table notification_settings add column email jsonb not null default '{}';
comment on column notification_settings.email is '{enabled, unread_minutes, link, templates}, where they differ from the default';

create table email_digests (
  ext_user_id bigint primary key,
  due_at timestamptz,
  not_before timestamptz not null default '-infinity',
  tries integer not null default 0,
  attempts jsonb not null default '[]',
  updated_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.02);
comment on table email_digests is 'The next mail to a user, and what became of the latest ones';
comment on column email_digests.due_at is 'null: there is nothing to tell';
comment on column email_digests.not_before is 'No mail goes out before: the latest one was sent or failed shortly before';
comment on column email_digests.tries is 'Failed attempts in a row';
create index email_digests_due on email_digests (due_at) where due_at is not null;
create index email_digests_ended on email_digests (updated_at) where due_at is null;

create table email_threads (
  ext_user_id bigint not null,
  thread_id bigint not null,
  from_seq bigint not null,
  seq bigint not null,
  wanted_at timestamptz not null,
  primary key (ext_user_id, thread_id)
) with (autovacuum_vacuum_scale_factor = 0.02);
comment on table email_threads is 'The threads that the next mail to a user may be about';
comment on column email_threads.from_seq is 'The first message that no mail was about';
comment on column email_threads.seq is 'The latest message';
comment on column email_threads.wanted_at is 'When the latest message was sent';

-- Up Migration

-- Notifications on the devices of users who are away. Consumers of the relay may not write a row for each recipient, so the relay
-- stores one row for each message, and the notifier (notifications/) turns it into rows of its own.

create table push_credentials (
  id bigint generated always as identity primary key,
  app_id text collate "C" not null references applications,
  tenant_id text collate "C" not null,
  provider text collate "C" not null check (provider in ('web_push', 'fcm', 'apns')),
  settings jsonb not null,
  secret text not null,
  created_at timestamptz not null default now(),
  replaced_at timestamptz
);
comment on table push_credentials is 'With what an application authenticates at Web Push services, Firebase and Apple';
comment on column push_credentials.tenant_id is 'empty: for all tenants without credentials of their own';
comment on column push_credentials.settings is 'What is shown of it, such as the public key';
comment on column push_credentials.secret is 'Sealed: the private key';
comment on column push_credentials.replaced_at is 'Since then only Web Push subscriptions that name its public key use it';
create unique index push_credentials_one_current on push_credentials (app_id, tenant_id, provider) where replaced_at is null;
create index push_credentials_by_public_key on push_credentials (app_id, (settings ->> 'public_key')) where provider = 'web_push';

create table devices (
  ext_user_id bigint not null references users,
  device_id text collate "C" not null,
  app_id text collate "C" not null,
  provider text collate "C" not null check (provider in ('web_push', 'fcm', 'apns')),
  token text collate "C" not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  subscription jsonb,
  language text collate "C" not null,
  time_zone text collate "C" not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (ext_user_id, device_id)
);
comment on table devices is 'Where users get notifications';
comment on column devices.token is 'The token of Firebase or Apple, or the address of a Web Push subscription';
comment on column devices.token_hash is 'SHA-256 of the token';
comment on column devices.subscription is 'Web Push: the keys p256dh and auth, and the public key of the application (application_server_key)';
comment on column devices.language is 'BCP 47; empty: unknown';
comment on column devices.seen_at is 'The last registration. A user with too many devices loses the one that was seen the longest ago';
-- A token belongs to the user who registered it last: others have signed out of the device.
create unique index devices_by_token on devices (app_id, provider, token_hash);

create table notification_settings (
  app_id text collate "C" not null references applications,
  tenant_id text collate "C" not null,
  preview text collate "C" not null check (preview in ('full', 'sender', 'none')),
  is_data_only boolean not null,
  linked_threads text collate "C" not null check (linked_threads in ('all', 'mentions', 'none')),
  templates jsonb not null,
  primary key (app_id, tenant_id)
);
comment on table notification_settings is 'What notifications of an application say, where it differs from the default';
comment on column notification_settings.tenant_id is 'empty: for all tenants without settings of their own';
comment on column notification_settings.templates is '{<language>: {<kind>: {title, body}}}';

create table user_notifications (
  ext_user_id bigint primary key references users,
  is_on boolean not null,
  quiet_hours jsonb
);
comment on table user_notifications is 'The choices of users, where they differ from the default';
comment on column user_notifications.quiet_hours is '{start, end, time_zone}: times of day as HH:MM';

create table thread_notifications (
  thread_id bigint not null references threads,
  ext_user_id bigint not null references users,
  level text collate "C" check (level in ('all', 'mentions', 'none')),
  muted_until timestamptz,
  primary key (thread_id, ext_user_id)
);
comment on table thread_notifications is 'The choices of members for a thread, where they differ from the default';
comment on column thread_notifications.level is 'null: the default of the thread';
comment on column thread_notifications.muted_until is 'infinity: until the member ends it';

create unlogged table open_threads (
  ext_user_id bigint not null,
  thread_id bigint not null,
  connection text collate "C" not null,
  until timestamptz not null,
  primary key (ext_user_id, thread_id, connection)
);
comment on table open_threads is 'What users have open on a live connection. A crash loses it, so that a notification too many is sent, never one too few';

create table notification_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null,
  message_seq bigint not null,
  type text collate "C" not null check (type in ('message.created', 'message.deleted'))
);
comment on table notification_messages is 'Messages of which nobody has been notified yet, from the relay, in its order';

create table notifications (
  id bigint generated always as identity primary key,
  ext_user_id bigint not null,
  device_id text collate "C" not null,
  thread_id bigint not null,
  provider text collate "C" not null,
  state text collate "C" not null
    check (state in ('pending', 'delivered', 'failed', 'expired', 'cancelled', 'withdrawn')),
  seq bigint not null,
  shown_seq bigint not null default 0,
  may_show boolean not null default false,
  wanted_at timestamptz not null,
  due_at timestamptz,
  is_claimed boolean not null default false,
  tries integer not null default 0,
  attempts jsonb not null default '[]',
  updated_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.02);
comment on table notifications is 'The notification of a device about a thread, which later messages update. It outlives the device';
comment on column notifications.seq is 'The latest message that it is about';
comment on column notifications.shown_seq is 'The message that the device shows, or may show; 0: none';
comment on column notifications.may_show is 'The outcome of the push about shown_seq is unknown, so it is repeated';
comment on column notifications.wanted_at is 'The earliest time of the push about the latest message, which expires some time later';
comment on column notifications.due_at is 'When the next attempt is due; null: there is nothing to do';
comment on column notifications.is_claimed is 'The holder of the lease is trying now: due_at is when it has failed to tell the outcome';
comment on column notifications.tries is 'Failed attempts in a row';
create unique index notifications_by_device on notifications (ext_user_id, device_id, thread_id);
create index notifications_by_thread on notifications (thread_id, ext_user_id);
create index notifications_due on notifications (due_at) where due_at is not null;

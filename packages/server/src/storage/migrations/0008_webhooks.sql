-- Up Migration

create table webhooks (
  id bigint generated always as identity primary key,
  app_id text collate "C" not null references applications,
  tenant_id text collate "C" not null,
  bot_ext_user_id bigint unique references users,
  url text not null,
  description text not null default '',
  event_types text[] collate "C",
  secret text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  disabled_at timestamptz,
  deleted_at timestamptz,
  is_live boolean not null generated always as (url <> '' and disabled_at is null and deleted_at is null) stored,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  paused_until timestamptz
);
comment on table webhooks is 'Addresses that are called: an application''s endpoints, and one of each bot';
comment on column webhooks.tenant_id is 'empty: an endpoint without a tenant is told of every tenant of the application';
comment on column webhooks.event_types is 'null: all; of a bot none but its own';
comment on column webhooks.failures is 'Tries that have failed since one succeeded';
comment on column webhooks.paused_until is 'It is left alone: it asked for that (Retry-After), or it is down';
create index webhooks_by_space on webhooks (app_id, tenant_id, id) where bot_ext_user_id is null;

insert into webhooks (app_id, tenant_id, bot_ext_user_id, url, event_types, secret, previous_secret,
    previous_secret_expires_at, created_at, updated_at)
  select u.app_id, u.tenant_id, b.ext_user_id, b.webhook_url, '{}', b.webhook_secret, b.previous_webhook_secret,
    b.previous_secret_expires_at, u.created_at, u.updated_at
  from bots b join users u using (ext_user_id) where u.deactivated_at is null order by b.ext_user_id;
drop table bots;

-- Written with every entry of a log that somebody is to be told of: no foreign keys, as few indexes as will do.
create table webhook_deliveries (
  webhook_id bigint not null,
  id bigint generated always as identity,
  type text collate "C" not null,
  thread_id bigint,
  seq bigint,
  data json,
  created_at timestamptz not null default clock_timestamp(),
  replayed_at timestamptz,
  state text collate "C" not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  tries integer not null default 0,
  step integer not null default 0,
  next_try_at timestamptz not null default '-infinity',
  failing_since timestamptz,
  is_overtaken boolean not null default false,
  ended_at timestamptz,
  body text,
  attempts jsonb not null default '[]',
  primary key (webhook_id, id)
) with (fillfactor = 80);
comment on column webhook_deliveries.data is 'What is told; null: the entry of the log, as it is when it is first told';
comment on column webhook_deliveries.step is 'Tries of the schedule that are used up; a replay begins it anew';
comment on column webhook_deliveries.next_try_at is '-infinity: the first try, as soon as its turn has come';
comment on column webhook_deliveries.failing_since is 'The first try that failed: what comes after it in its thread waits for it, for a while';
comment on column webhook_deliveries.is_overtaken is 'Later ones of its thread have been delivered: none waits for it any more';
comment on column webhook_deliveries.body is 'As it was first sent: it is the same on every try';
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_try_at, id) where state = 'pending';
create index webhook_deliveries_failing on webhook_deliveries (webhook_id, thread_id)
  where state = 'pending' and failing_since is not null and not is_overtaken;
create index webhook_deliveries_dead on webhook_deliveries (webhook_id, id) where state = 'dead';
create index webhook_deliveries_delivered_at on webhook_deliveries (ended_at) where state = 'delivered';
create index webhook_deliveries_dead_at on webhook_deliveries (ended_at) where state = 'dead';

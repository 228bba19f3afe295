-- Up Migration

create table desk_users (
  ext_user_id bigint primary key references users,
  app_id text collate "C" not null,
  tenant_id text collate "C" not null,
  direct_threads boolean not null,
  since timestamptz not null default now()
);
comment on table desk_users is 'The support desk: users who read the threads of their tenant without being members';
comment on column desk_users.direct_threads is 'They may also read direct threads: see desk_readings';
create index desk_users_by_tenant on desk_users (app_id, tenant_id);

create table desk_readings (
  id bigint generated always as identity primary key,
  ext_user_id bigint not null references users,
  thread_id bigint not null references threads,
  reason text not null,
  at timestamptz not null default now(),
  until timestamptz not null
);
comment on table desk_readings is 'Readings of direct threads by users of the support desk, also those that have ended';
create index desk_readings_by_user on desk_readings (ext_user_id, id);
create index desk_readings_by_thread on desk_readings (ext_user_id, thread_id, until);
create index desk_readings_by_end on desk_readings (ext_user_id, until);

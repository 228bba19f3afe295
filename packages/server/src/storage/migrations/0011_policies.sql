-- Up Migration

-- What the users of an application may do by themselves.
create table app_policies (
  app_id text collate "C" primary key references applications (id),
  guests jsonb not null default '{}',
  users jsonb not null default '{}',
  contacts text[] collate "C" not null default '{}'
);
comment on table app_policies is 'What the integrator has set for signed-in users; the rest is the default (domain/apps/policy.ts)';
comment on column app_policies.contacts is 'user_ids whom everybody may address who may address anybody';

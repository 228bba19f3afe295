-- Up Migration

alter table messages add column as_support boolean;
comment on column messages.as_support is 'A user of the support desk sent it to a thread that they are no member of; otherwise null';

create table desk_writers (
  ext_user_id bigint primary key references users
);
comment on table desk_writers is 'Users who have written as users of the support desk, also after they left it: messages name them, although they may never have been members';

alter table app_policies add column support jsonb not null default '{}';
comment on column app_policies.support is 'Where users of the support desk may write: {write: {direct, group, linked}}';

-- Up Migration

alter table messages add column as_support boolean;
comment on column messages.as_support is 'A user of the support desk sent it to a thread that they are no member of; otherwise null';

alter table app_policies add column support jsonb not null default '{}';
comment on column app_policies.support is 'Where users of the support desk may write: {write: {direct, group, linked}}';

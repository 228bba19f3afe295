-- Up Migration

alter table app_policies add column linked_threads jsonb not null default '{}';
comment on column app_policies.linked_threads is 'By role: what it may do in threads that are linked to an object';

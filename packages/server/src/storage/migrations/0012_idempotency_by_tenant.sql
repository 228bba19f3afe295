-- Up Migration

alter table idempotency_keys add column tenant_id text collate "C";

/*
 * What is remembered already stays remembered. The tenant of a key is that of the thread that its answer names, or of the
 * user whose key it is ("<ext_user_id> <key>"). Of the others it is not known: they count as the application's own.
 */
update idempotency_keys k set tenant_id = coalesce(
  (select tenant_id from threads where id = (case json_typeof(data)
    when 'array' then data -> 0 ->> 'thread_id' when 'object' then data ->> 'thread_id' end)::bigint),
  (select tenant_id from users where ext_user_id = substring(key from '^([0-9]{1,18}) ')::bigint),
  '');

alter table idempotency_keys
  alter column tenant_id set not null,
  drop constraint idempotency_keys_pkey,
  add primary key (app_id, tenant_id, key);
comment on column idempotency_keys.tenant_id is 'Each tenant has keys of its own; empty: the application''s own space';

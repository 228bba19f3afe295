-- Up Migration

create table idempotency_keys (
  app_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  data json,
  created_at timestamptz not null default now(),
  primary key (app_id, key)
);
comment on table idempotency_keys is 'Requests that have succeeded, written in the transaction of their effect; expired ones count as absent';
comment on column idempotency_keys.fingerprint is 'SHA-256 of method, path, tenant and canonical body';
comment on column idempotency_keys.data is 'What the answer carried under data; secrets left out';
create index idempotency_keys_by_age on idempotency_keys using brin (created_at);

-- Up Migration

create table signing_keys (
  id text collate "C" primary key,
  app_id text collate "C" not null references applications (id),
  algorithm text collate "C" not null check (algorithm = 'HS256'),
  secret bytea not null check (octet_length(secret) = 32),
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  revoked_at timestamptz
);
comment on table signing_keys is 'What client tokens are signed with; the id stands in the token as kid and says which algorithm counts';
comment on column signing_keys.replaced_at is 'From then on it signs no more; tokens that it has signed live on to their end';
comment on column signing_keys.revoked_at is 'From then on no token that it has signed is accepted';
create unique index signing_keys_one_current on signing_keys (app_id) where replaced_at is null;

create table token_revocations (
  ext_user_id bigint primary key,
  generation bigint not null,
  revoked_at timestamptz not null default now(),
  revoked_in xid8 not null default pg_current_xact_id()
);
comment on table token_revocations is 'Client tokens of a user that name an earlier generation are dead; nodes poll for what is new';
comment on column token_revocations.ext_user_id is 'No reference: tokens of a record that was absorbed must stay dead';
comment on column token_revocations.revoked_in is 'By it a poll misses nothing: clocks do not say in which order transactions become visible';
create index token_revocations_by_transaction on token_revocations (revoked_in);

-- Up Migration

/*
 * Secrets are sealed: by the first start after this, which has the key (domain/secrets). What is not sealed yet is read
 * by nobody but it.
 */
create table secrets_key (
  is_only boolean primary key default true check (is_only),
  proof text not null
);
comment on table secrets_key is 'Says which key the secrets of this database are sealed with, so that no node starts with another one';
comment on column secrets_key.proof is 'A known text, sealed with it';

alter table signing_keys drop constraint signing_keys_secret_check;
comment on column signing_keys.secret is 'Sealed: 32 bytes in base64';
comment on column webhooks.secret is 'Sealed';
comment on column webhooks.previous_secret is 'Sealed, and bound to the row like the present one';

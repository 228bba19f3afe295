-- Up Migration

-- Files that users and back ends upload. The bytes are objects (files/…); a message names its file in its metadata, and here.

create table files (
  id text collate "C" primary key,
  app_id text collate "C" not null references applications,
  tenant_id text collate "C" not null,
  uploader_ext_user_id bigint,
  kind text collate "C" not null check (kind in ('image', 'video', 'audio', 'file')),
  name text not null,
  mime_type text collate "C" not null,
  size bigint not null,
  thumbnail_size bigint,
  width integer,
  height integer,
  duration_ms bigint,
  state text collate "C" not null default 'storing' check (state in ('storing', 'stored', 'removing')),
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
comment on table files is 'Uploaded files. A row is there before the first of its bytes and until the last, so no bytes are without an owner';
comment on column files.id is 'Random, so that it cannot be guessed; it also names the objects';
comment on column files.uploader_ext_user_id is 'null: the back end';
comment on column files.thumbnail_size is 'null: it has no thumbnail';
comment on column files.expires_at is 'When the sweep removes the file; null: never, because a message names it';
create index files_expiring on files (expires_at) where expires_at is not null;
create index files_expiring_of_user on files (uploader_ext_user_id) where expires_at is not null;

create table file_usage (
  app_id text collate "C" not null references applications,
  tenant_id text collate "C" not null,
  files bigint not null default 0,
  bytes bigint not null default 0,
  primary key (app_id, tenant_id)
);
comment on table file_usage is 'How many files each space has, and their bytes with those of their thumbnails';

alter table messages add column file_id text collate "C";
comment on column messages.file_id is 'The file that the metadata names; a file is read by those who may read a message that names it';
create index messages_by_file on messages (file_id, thread_id) where file_id is not null and deleted_at is null;

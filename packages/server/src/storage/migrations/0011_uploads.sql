-- Up Migration

-- Resumable uploads: bytes on their way, which survive a lost connection. They become a file when the user posts it to a thread.

create table uploads (
  id text collate "C" primary key,
  app_id text collate "C" not null references applications,
  tenant_id text collate "C" not null,
  uploader_ext_user_id bigint not null,
  name text not null,
  length bigint not null check (length > 0),
  received bigint not null default 0 check (received between 0 and length),
  expires_at timestamptz not null,
  ended_at timestamptz
);
comment on table uploads is 'Unfinished uploads. A row is there before the first of its bytes and until the last, so no bytes are without an owner';
comment on column uploads.id is 'Random, so that it cannot be guessed; it also names the objects';
comment on column uploads.received is 'How many bytes are stored: the sum of the sizes of its parts';
comment on column uploads.expires_at is 'When the sweep ends the upload, or next removes what is left of it';
comment on column uploads.ended_at is 'null: it is open';
create index uploads_expiring on uploads (expires_at);
create index uploads_of_user on uploads (uploader_ext_user_id) where ended_at is null;

create table upload_parts (
  upload_id text collate "C" not null references uploads on delete cascade,
  start bigint not null,
  size bigint not null check (size > 0),
  object text collate "C" not null,
  primary key (upload_id, start)
);
comment on table upload_parts is 'What has arrived of uploads, without gaps';
comment on column upload_parts.object is 'The last name in the key of its object, in the folder of the upload';

alter table file_usage add column unfinished_bytes bigint not null default 0;
comment on column file_usage.unfinished_bytes is 'The lengths of the uploads that are open, which count toward the quota';

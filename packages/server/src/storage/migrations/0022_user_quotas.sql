-- Up Migration

-- A quota for each user. Files that were uploaded before it do not count toward it, nor those that a server of the former version stores
-- while this one runs already: they are not in the usage, and so not taken from it either.

create table user_file_usage (
  ext_user_id bigint primary key,
  bytes bigint not null default 0
);
comment on table user_file_usage is 'How many bytes the files of each uploader have, with those of their thumbnails';

alter table files add column counts_for_uploader boolean not null default false;
comment on column files.counts_for_uploader is 'Whether user_file_usage has its bytes';

-- An upload that arrives in one request has a row, too, so that its bytes count toward the quotas before they are there.

alter table uploads alter column uploader_ext_user_id drop not null;
comment on column uploads.uploader_ext_user_id is 'null: the back end';
alter table uploads add column is_resumable boolean not null default true;
comment on column uploads.is_resumable is 'false: it arrives in one request, and its length grows with what has arrived';

-- Up Migration

-- Pictures that signed-in users choose for themselves and for their groups are uploaded files. (Those of back ends are addresses only.)
-- A file has no foreign key, as in messages: it goes when its last row here has gone.
create table pictures (
  file_id text collate "C" not null,
  ext_user_id bigint unique references users (ext_user_id),
  thread_id bigint unique references threads (id),
  check (num_nonnulls(ext_user_id, thread_id) = 1)
);
comment on table pictures is 'The uploaded files that are the pictures of users and threads, whose avatar_url has their addresses';
create index pictures_of_file on pictures (file_id);

comment on column files.expires_at is 'When the sweep removes the file; null: never, because a message or a picture names it';

-- Another member cannot bring back a member who has left. Of memberships that ended before, the log tells.
alter table members add column has_left boolean;
comment on column members.has_left is 'Of a former member: whether they have left by themselves; null: the membership ended before this was noted';

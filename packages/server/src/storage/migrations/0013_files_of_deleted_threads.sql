-- Up Migration

-- The messages of a deleted thread release their files. (Threads that were deleted before, or that servers of the former version delete,
-- have the default as well, so the sweep finds them.)

alter table threads add column files_held_from bigint default 0;
comment on column threads.files_held_from is 'Of a deleted thread: the messages from this seq on may still hold their files; null: none does';
create index threads_holding_files on threads (id) where deleted_at is not null and files_held_from is not null;

-- Outside a transaction
-- Clients list the changes of a thread and its members. This index skips all other entries: a thread can have a million reactions, and
-- a back end may change its metadata all the time. (A killed attempt leaves an invalid index.)
drop index concurrently if exists log_entries_of_thread;
create index concurrently log_entries_of_thread on log_entries (thread_id, seq)
  where message_seq is null and (type <> 'thread.updated' or change -> 'fields' <> '["metadata"]');
